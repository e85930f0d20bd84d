import { type Accounts, createAccounts } from "./accounts/accounts.ts";
import { type Plans, readPlans } from "./accounts/plans.ts";
import { type Clock, systemClock } from "./clock.ts";
import type { Config } from "./config.ts";
import { createMetering, type MeteringService } from "./metering/metering.ts";
import { openStore, type Store } from "./store/open-store.ts";
import type { PostgresSettings } from "./store/postgres-pool.ts";

export interface AccountParts extends AsyncDisposable {
  store: Store;
  accounts: Accounts;
  metering: MeteringService;
  plans: Plans;
}

/** The store with accounts and metering over it: what the service and the command line both need. */
export async function openAccounts(config: Config, clock: Clock = systemClock): Promise<AccountParts> {
  const plans = readPlans(config.plansFile);
  const store = await openStore({ ...config, postgres: postgresSettings(config) });
  const metering = createMetering({ store, clock, plans });
  const accounts = createAccounts({ store, clock, plans, metering });
  return {
    store,
    accounts,
    metering,
    plans,
    async [Symbol.asyncDispose]() {
      accounts.close();
      await metering.close();
      await store.close();
    },
  };
}

const postgresSettings = (config: Config): PostgresSettings => ({
  pool: config.databasePool,
  ledgerPool: config.databaseLedgerPool,
  connectTimeoutMs: config.databaseConnectTimeout,
  statementTimeoutMs: config.databaseStatementTimeout,
  queryTimeoutMs: config.databaseQueryTimeout,
  pooler: config.databasePooler as PostgresSettings["pooler"],
  tls: config.databaseTls as PostgresSettings["tls"],
  caFile: config.databaseCaFile,
});

/** Opens them for one piece of work, and closes them after it. */
export async function withAccounts<T>(config: Config, work: (parts: AccountParts) => Promise<T>): Promise<T> {
  const parts = await openAccounts(config);
  try {
    return await work(parts);
  } finally {
    await parts[Symbol.asyncDispose]();
  }
}
