import { createAccounts } from "../accounts/accounts.ts";
import { defaultPlans, type Plans } from "../accounts/plans.ts";
import { readPlansFile } from "../accounts/plans-file.ts";
import { type Clock, systemClock } from "../base/clock.ts";
import { createMetering } from "../metering/metering.ts";
import { openDatabaseClock } from "../store/database-clock.ts";
import { openStore, type StoreSettings } from "../store/open-store.ts";
import { createSharedWindows } from "../store/shared-windows.ts";
import { type Config, readAs } from "./config.ts";

export type OpenedAccounts = Awaited<ReturnType<typeof openAccounts>>;

export interface AccountSettings {
  accounts: Pick<Config["accounts"], "plansFile">;
  database: StoreSettings;
}

export const readPlans = ({ plansFile }: AccountSettings["accounts"]): Plans =>
  plansFile === "" ? defaultPlans : readAs("PLANS_FILE", () => readPlansFile(plansFile));

/** The store with accounts and metering, as both the service and the command line need them. */
export async function openAccounts(
  { accounts: named, database }: AccountSettings,
  given: Clock = systemClock,
  open = openStore,
) {
  const plans = readPlans(named);
  const store = await open(database);
  // A simulated clock is never replaced.
  const shared =
    store.dialect === "postgres" && given === systemClock ? await openDatabaseClock(store.pool, given) : null;
  const clock = shared ?? given;
  const metering = createMetering({ store, clock, plans });
  const windows = createSharedWindows(store, clock);
  const accounts = createAccounts({ store, clock, plans, metering, windows });
  return {
    store,
    accounts,
    metering,
    plans,
    /** The database's clock if processes share one; otherwise the given clock. */
    clock,
    /** Limits shared by all processes. */
    windows,
    async [Symbol.asyncDispose](): Promise<void> {
      shared?.close();
      accounts.close();
      await windows.close();
      await metering.close();
      await store.close();
    },
  };
}

/** Opens them for one task, and closes them afterwards. */
export async function withAccounts<T>(
  config: AccountSettings,
  work: (parts: OpenedAccounts) => Promise<T>,
): Promise<T> {
  const parts = await openAccounts(config);
  try {
    return await work(parts);
  } finally {
    await parts[Symbol.asyncDispose]();
  }
}
