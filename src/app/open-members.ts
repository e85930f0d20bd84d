import { createMembers } from "../accounts/members.ts";
import type { Clock } from "../base/clock.ts";
import { createEndingTools } from "../jobs/ending-tools.ts";
import type { Store } from "../store/open-store.ts";
import { openRootSecret } from "../store/root-secret.ts";
import type { Config } from "./config.ts";
import { authSecrets } from "./service-secrets.ts";

/** Members of accounts, for the command line. */
export async function openMembers(config: Config, { store, clock }: { store: Store; clock: Clock }) {
  const secret = await openRootSecret(store.db, authSecrets(config));
  return createMembers({ store, clock, ...createEndingTools(store, clock, secret) });
}
