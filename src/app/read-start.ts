import type { Kysely } from "kysely";
import { checkPlans, type Plans } from "../accounts/plans.ts";
import type { Source } from "../contract/source.ts";
import { createRegistry } from "../service/registry.ts";
import { type AuthSecrets, refuseWrongSecret } from "../store/root-secret.ts";
import type { Schema } from "../store/schema.ts";
import type { Config } from "./config.ts";
import { readPlans } from "./open-accounts.ts";
import { withOwnCanaries } from "./own-canaries.ts";
import { authSecrets } from "./service-secrets.ts";
import { siteIdentity } from "./site-identity.ts";
import { engineSettings } from "./source-settings.ts";

/** All that a start reads from the settings. Throws what it refuses, so that `serve`, `work` and `doctor` agree. */
export const readStart = (config: Config, sources: Source[]) => ({
  secrets: authSecrets(config),
  plans: readPlans(config.accounts),
  registry: createRegistry(withOwnCanaries(sources, config.database.dataDir)),
  identity: siteIdentity(config),
  settings: engineSettings(sources, config.sources),
});

/** Throws if a store does not belong to these settings. */
export async function refuseOtherStore(
  db: Kysely<Schema>,
  { secrets, plans }: { secrets: AuthSecrets; plans: Plans },
): Promise<void> {
  await refuseWrongSecret(db, secrets);
  await checkPlans(db, plans);
}
