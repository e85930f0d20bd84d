import { keptSecret } from "../auth/secret.ts";
import type { AuthSecrets } from "../store/root-secret.ts";
import type { Config } from "./config.ts";

type Secrets = Pick<Config, "accounts" | "database">;

/** AUTH_SECRET, or the secret kept in DATA_DIR. Several machines need the same one, so they need the setting. */
export const authSecret = ({ accounts, database }: Secrets): string =>
  accounts.authSecret || keptSecret("auth-secret", database.dataDir);

export const authSecrets = (config: Secrets): AuthSecrets => ({
  current: authSecret(config),
  old: config.accounts.authSecretOld,
});

/** Grants access to unsent mails and to the service's metrics. A client's address proves nothing: a proxy also has one. */
export const operatorToken = ({ accounts, database }: Secrets): string =>
  accounts.operatorToken || keptSecret("operator-token", database.dataDir);
