import { authSecret } from "../auth/secret.ts";
import type { Config } from "./config.ts";

/** The secret of these settings: of the operator, or the one that is kept in DATA_DIR. */
export const secretOf = ({ accounts, database }: Pick<Config, "accounts" | "database">): string =>
  authSecret({ authSecret: accounts.authSecret, dataDir: database.dataDir });
