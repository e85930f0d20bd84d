import type { EndingTools } from "../accounts/end-delegated.ts";
import type { Clock } from "../base/clock.ts";
import type { Store } from "../store/open-store.ts";
import { createBatchStore } from "./batches/store.ts";
import { sealedSecrets } from "./webhooks/sealed-secrets.ts";

/** What background work does when the access of a person ends who set it up. */
export function createEndingTools(store: Store, clock: Clock, secret: string): EndingTools {
  const secrets = sealedSecrets(secret);
  return {
    pauseBatch: (trx, id, why) => createBatchStore({ ...store, db: trx }, clock).pause(id, why, null),
    newSigningSecret: () => secrets.seal(secrets.make()),
  };
}
