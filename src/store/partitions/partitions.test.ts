import { type Kysely, sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { openPlan } from "../../../test/support/metering/open-plan.ts";
import { outcome, request } from "../../../test/support/metering/requests.ts";
import { freshDatabase } from "../../../test/support/store/stores.ts";
import { createAccounts } from "../../accounts/accounts.ts";
import type { Caller } from "../../accounts/types.ts";
import { SimulatedClock } from "../../base/clock.ts";
import { createMetering, type MeteringService } from "../../metering/metering.ts";
import { openStore, type PostgresStore } from "../open-store.ts";
import { createPartitions, dropPartition, listPartitions } from "./partitions.ts";

const DAY_MS = 86_400_000;
const plans = openPlan(1_000);

/** The first partition ends after today. */
function clockOfNow(): SimulatedClock {
  const clock = new SimulatedClock();
  clock.set(Date.now());
  return clock;
}

/** A database with an account that has made three calls, one of them in flight. */
async function databaseWithCalls(): Promise<{ url: string; secret: string }> {
  const url = await freshDatabase();
  const store = await openStore({ dataDir: "", url });
  const metering = createMetering({ store, clock: clockOfNow(), plans });
  const accounts = createAccounts({ store, clock: clockOfNow(), plans, metering });
  const account = await accounts.createAccount({ email: "before@people.example" });
  const { secret } = await accounts.createKey(account.id, { name: "key" });
  const caller = (await accounts.lookUpKey(secret)) as Caller;
  for (const isOver of [true, true, false]) {
    const admission = await metering.admit(request(caller));
    const kept = { status: 200, headers: {}, body: Buffer.from("[]") };
    if (admission.kind === "admitted" && isOver) await metering.settle(admission.hold, outcome({ answer: kept }));
  }
  await metering.close();
  accounts.close();
  await store.close();
  return { url, secret };
}

describe("expired partitions", () => {
  const clock = clockOfNow();
  let store: PostgresStore;
  let metering: MeteringService;
  let caller: Caller;
  beforeAll(async () => {
    const { url, secret } = await databaseWithCalls();
    store = (await openStore({ dataDir: "", url: url })) as PostgresStore;
    metering = createMetering({ store, clock, plans });
    const accounts = createAccounts({ store, clock, plans, metering });
    caller = (await accounts.lookUpKey(secret)) as Caller;
    return async () => {
      accounts.close();
      await metering.close();
      await store.close();
    };
  });
  const names = async (table: string) => (await listPartitions(store.db, table)).map(({ name }) => name);

  test("expired partitions are created ahead, once, without a gap", async () => {
    clock.set(Date.now());
    const { made, dropped } = await metering.maintenance.rotatePartitions();
    expect(made.length).toBeGreaterThanOrEqual(3);
    expect(dropped).toEqual([]);
    expect((await metering.maintenance.rotatePartitions()).made).toEqual([]);
    for (const table of ["requests", "ledger", "answers"]) {
      const parts = await listPartitions(store.db, table);
      for (const [at, { from }] of parts.slice(1).entries()) expect(from).toBe(parts[at]!.to);
    }
  });

  test("expired partitions are dropped with their rows; history with a hold waits; the ledger's totals stay", async () => {
    const to = (await listPartitions(store.db, "requests"))[0]!.to;
    clock.set(to + 91 * DAY_MS);
    // The third call never ended: its month waits for the hold to end.
    const first = await metering.maintenance.rotatePartitions();
    expect(first.dropped).toEqual(["answers_before", ...first.dropped.slice(1)]);
    expect(await names("requests")).toContain("requests_before");
    expect(await metering.maintenance.expireHolds()).toBe(1);
    expect((await metering.maintenance.rotatePartitions()).dropped).toContain("requests_before");
    expect(await sql`select 1 from requests`.execute(store.db).then(({ rows }) => rows)).toEqual([]);
    const sum = async () => {
      const { rows } = await sql<{ sum: number; entries: number }>`
        select sum(amount) as sum, count(*) as entries from ledger where account_id = ${caller.account.id}`.execute(
        store.db,
      );
      return rows[0]!;
    };
    const before = await sum();
    expect(before.sum).toBe(980);
    clock.set(to + 420 * DAY_MS);
    expect((await metering.maintenance.rotatePartitions()).dropped).toContain("ledger_before");
    const after = await sum();
    expect(after).toEqual({ sum: 980, entries: 2 });
    expect(after.entries).toBeLessThan(before.entries);
    const { rows } = await sql`select kind, amount, balance, note from ledger order by no`.execute(store.db);
    expect(rows[0]).toEqual({ kind: "carried", amount: 960, balance: 960, note: "6 earlier entries" });
  });
});

describe("creating or dropping a partition", () => {
  let store: PostgresStore;
  beforeAll(async () => {
    store = (await openStore({ dataDir: "", url: await freshDatabase() })) as PostgresStore;
    return () => store.close();
  });
  const failing = (code?: string) => async () => {
    throw Object.assign(new Error(`refused with ${code}`), { code });
  };

  test.each(["55P03", "42P07", "42P01", "23514", "42P17", "40P01"])(
    "creating or dropping a partition is postponed after %s",
    async (code) => {
      expect(await dropPartition(store.db, "requests", failing(code))).toBe(false);
    },
  );
  test.each(["23505", "", undefined])("fails after %s", async (code) => {
    await expect(dropPartition(store.db, "requests", failing(code))).rejects.toThrow(`refused with ${code}`);
  });
  test("saves what must stay before dropping, waits half a second for the lock, and tolerates a missing partition", async () => {
    await sql`create table toys (no integer)`.execute(store.db);
    expect(await dropPartition(store.db, "toys", async () => false)).toBe(false);
    let waits = "";
    const look = async (trx: Kysely<any>) => {
      const { rows } = await sql<{ lock_timeout: string }>`show lock_timeout`.execute(trx);
      waits = rows[0]!.lock_timeout;
      return true;
    };
    expect([await dropPartition(store.db, "toys", look), waits]).toEqual([true, "500ms"]);
    expect(await dropPartition(store.db, "toys")).toBe(false);
  });

  test("names the partition after its start and follows on the last one; the first has no start", async () => {
    const [before] = await listPartitions(store.db, "requests");
    expect(before).toEqual({ name: "requests_before", from: null, to: expect.any(Number) });
    const far = Date.parse("2031-05-14T10:00:00Z");
    const made = await createPartitions(store.db, far);
    expect(made).toEqual([
      "answers_20310512",
      "answers_20310519",
      "answers_20310526",
      "ledger_20310501",
      "ledger_20310601",
      "requests_20310501",
      "requests_20310601",
    ]);
    expect(await createPartitions(store.db, far)).toEqual([]);
    expect((await listPartitions(store.db, "answers")).slice(-2)).toEqual([
      { name: "answers_20310519", from: Date.parse("2031-05-19"), to: Date.parse("2031-05-26") },
      { name: "answers_20310526", from: Date.parse("2031-05-26"), to: Date.parse("2031-06-02") },
    ]);
    // Two days later the weekly partitions reach another week; the monthly ones do not.
    expect(await createPartitions(store.db, far + 5 * DAY_MS)).toEqual(["answers_20310602"]);
    expect(await listPartitions(store.db, "nowhere")).toEqual([]);
  });
});
