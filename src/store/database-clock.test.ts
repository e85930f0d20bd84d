import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createAccounts } from "../accounts/accounts.ts";
import type { KeyHolder } from "../accounts/types.ts";
import { systemClock } from "../clock.ts";
import { createMetering } from "../metering/metering.ts";
import { request } from "../metering/testing/requests.ts";
import { type DatabaseClock, openDatabaseClock } from "./database-clock.ts";
import { openStore, type PostgresStore } from "./open-store.ts";
import { freshDatabase } from "./testing/stores.ts";

const HOUR_MS = 3_600_000;

describe("the database's clock (postgres)", () => {
  let store: PostgresStore;
  const clocks: DatabaseClock[] = [];
  beforeAll(async () => {
    store = (await openStore({ dataDir: "", databaseUrl: await freshDatabase() })) as PostgresStore;
  });
  afterAll(async () => {
    for (const clock of clocks) clock.close();
    vi.useRealTimers();
    await store.close();
  });

  /** As on a machine whose clock is so far off. */
  async function clockOnMachine(offMs: number): Promise<DatabaseClock> {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + offMs });
    const clock = await openDatabaseClock(store.pool, systemClock);
    clocks.push(clock);
    return clock;
  }

  test("machines whose clocks are hours apart have one time, and one window", async () => {
    const right = await openDatabaseClock(store.pool, systemClock);
    clocks.push(right);
    const wrong = [await clockOnMachine(HOUR_MS), await clockOnMachine(-3 * HOUR_MS)];
    for (const clock of wrong) expect(Math.abs(clock.now() - right.now())).toBeLessThan(HOUR_MS / 2);

    const plan = { points: 1_000, once: true, ten_second: 1e6, minutely: 1e6, hourly: 1e6, daily: 5, monthly: 1e6 };
    const plans = { free: plan };
    let admitted = 0;
    let holder: KeyHolder | null = null;
    for (const clock of [right, ...wrong]) {
      const metering = createMetering({ store, clock, plans });
      const accounts = createAccounts({ store, clock, plans, metering });
      if (!holder) {
        const person = await accounts.createAccount({ email: "clock@people.example" });
        const { secret } = await accounts.createKey(person.id, { name: "key" });
        holder = (await accounts.lookUpKey(secret)) as KeyHolder;
      }
      for (let call = 0; call < 4; call++) {
        const { kind } = await metering.admit(request(holder, { maxCost: 1 }));
        if (kind === "admitted") admitted++;
      }
      // Nobody's hold ends early because a machine is ahead.
      expect(await metering.maintenance.expireHolds()).toBe(0);
      accounts.close();
      await metering.close();
    }
    expect(admitted).toBe(5);
  });
});
