import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { fakeTimers } from "../../test/support/fake-timers.ts";
import { request } from "../../test/support/metering/requests.ts";
import { freshDatabase } from "../../test/support/store/stores.ts";
import { createAccounts } from "../accounts/accounts.ts";
import type { Caller } from "../accounts/types.ts";
import { SimulatedClock, systemClock } from "../base/clock.ts";
import { createMetering } from "../metering/metering.ts";
import { type DatabaseClock, openDatabaseClock } from "./database-clock.ts";
import { openStore, type PostgresStore } from "./open-store.ts";

const HOUR_MS = 3_600_000;

describe("the database's clock (postgres)", () => {
  let store: PostgresStore;
  const clocks: DatabaseClock[] = [];
  beforeAll(async () => {
    store = (await openStore({ dataDir: "", url: await freshDatabase() })) as PostgresStore;
  });
  afterAll(async () => {
    for (const clock of clocks) clock.close();
    vi.useRealTimers();
    await store.close();
  });

  /** A clock that is this far off. */
  async function clockOnMachine(offMs: number): Promise<DatabaseClock> {
    await fakeTimers({ toFake: ["Date"], now: Date.now() + offMs });
    const clock = await openDatabaseClock(store.pool, systemClock);
    clocks.push(clock);
    return clock;
  }

  test("machines whose clocks are hours apart share one time and one window", async () => {
    const right = await openDatabaseClock(store.pool, systemClock);
    clocks.push(right);
    const wrong = [await clockOnMachine(HOUR_MS), await clockOnMachine(-3 * HOUR_MS)];
    for (const clock of wrong) expect(Math.abs(clock.now() - right.now())).toBeLessThan(HOUR_MS / 2);

    const plan = { points: 1_000, once: true, ten_second: 1e6, minutely: 1e6, hourly: 1e6, daily: 5, monthly: 1e6 };
    const plans = { free: plan };
    let admitted = 0;
    let caller: Caller | null = null;
    for (const clock of [right, ...wrong]) {
      const metering = createMetering({ store, clock, plans });
      const accounts = createAccounts({ store, clock, plans, metering });
      if (!caller) {
        const account = await accounts.createAccount({ email: "clock@people.example" });
        const { secret } = await accounts.createKey(account.id, { name: "key" });
        caller = (await accounts.lookUpKey(secret)) as Caller;
      }
      for (let call = 0; call < 4; call++) {
        const { kind } = await metering.admit(request(caller, { maxCost: 1 }));
        if (kind === "admitted") admitted++;
      }
      // No hold ends early because one machine's clock is ahead.
      expect(await metering.maintenance.expireHolds()).toBe(0);
      accounts.close();
      await metering.close();
    }
    expect(admitted).toBe(5);
  });
});

describe("the database's clock between readings", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });
  /** A database whose responses the test controls. */
  function databaseThatSays(...answers: Array<number | Error>) {
    let asked = 0;
    const query = async () => {
      asked++;
      const answer = answers.shift()!;
      if (answer instanceof Error) throw answer;
      return { rows: [{ now: answer }] };
    };
    return { pool: { query } as never, asked: () => asked };
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  test("was read half-way between query and response, and advances by whole milliseconds", async () => {
    const now = vi.spyOn(performance, "now").mockReturnValueOnce(1_000).mockReturnValueOnce(3_000);
    const timers = new SimulatedClock();
    const clock = await openDatabaseClock(databaseThatSays(500_000).pool, timers);
    now.mockReturnValue(5_000.7);
    expect(clock.now()).toBe(503_000);
    const called: string[] = [];
    clock.after(10, () => called.push("called"));
    timers.advance(10);
    expect(called).toEqual(["called"]);
    clock.close();
  });

  test("the database's clock between readings is read every minute, also after a minute without the database, and never after it is closed", async () => {
    vi.spyOn(performance, "now").mockReturnValue(0);
    const timers = new SimulatedClock();
    const { pool, asked } = databaseThatSays(1_000, new Error("away"), 9_000, 10_000);
    const clock = await openDatabaseClock(pool, timers);
    const readAfter = async (ms: number) => {
      timers.advance(ms);
      await settle();
      return [asked(), clock.now()];
    };
    expect(await readAfter(59_999)).toEqual([1, 1_000]);
    expect(await readAfter(1)).toEqual([2, 1_000]);
    expect(await readAfter(60_000)).toEqual([3, 9_000]);
    timers.advance(60_000);
    // Closed while it is being read.
    clock.close();
    expect(await readAfter(600_000)).toEqual([4, 10_000]);
  });

  test("does not open while the database is down, and closes without another query", async () => {
    const timers = new SimulatedClock();
    await expect(openDatabaseClock(databaseThatSays(new Error("away")).pool, timers)).rejects.toThrow("away");
    const { pool, asked } = databaseThatSays(1, 2);
    (await openDatabaseClock(pool, timers)).close();
    timers.advance(600_000);
    expect(asked()).toBe(1);
  });
});
