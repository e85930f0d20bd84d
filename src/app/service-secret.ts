import { authSecret } from "../auth/secret.ts";
import type { Config } from "./config.ts";

/** The operator's secret, or the one stored in DATA_DIR. */
export const serviceSecret = ({ accounts, database }: Pick<Config, "accounts" | "database">): string =>
  authSecret({ authSecret: accounts.authSecret, dataDir: database.dataDir });
