import { Kysely, PostgresDialect, sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { openPlan } from "../../../test/support/metering/open-plan.ts";
import { outcome, request } from "../../../test/support/metering/requests.ts";
import { databaseBefore } from "../../../test/support/store/older-database.ts";
import { freshDatabase } from "../../../test/support/store/stores.ts";
import { createAccounts } from "../../accounts/accounts.ts";
import type { Caller } from "../../accounts/types.ts";
import { SimulatedClock } from "../../base/clock.ts";
import { createMetering, type MeteringService } from "../../metering/metering.ts";
import { connectStore, openStore, type PostgresStore } from "../open-store.ts";
import { openPool } from "../postgres-pool.ts";
import { createPartitions, dropPartition, partitionsOf } from "./partitions.ts";
import { preparePartitions, takeBackPreparation } from "./prepare.ts";

const DAY_MS = 86_400_000;
const plans = openPlan(1_000);

/** The migration uses the database's own clock. */
function clockOfNow(): SimulatedClock {
  const clock = new SimulatedClock();
  clock.set(Date.now());
  return clock;
}

/** A database from before partitions, with an account that has made three calls, one of them in flight. */
async function databaseOfBefore({ prepared = false } = {}): Promise<{ url: string; secret: string }> {
  const url = await databaseBefore("020");
  const store = connectStore({ dataDir: "", url });
  const db: Kysely<any> = store.db;
  // Creating an account and its key now writes to these, which that version did not have.
  await sql`create table welcomed_accounts (account_id text primary key, at bigint not null)`.execute(db);
  await sql`alter table api_keys add column manages_delivery integer`.execute(db);
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
  await sql`drop table welcomed_accounts`.execute(db);
  await sql`alter table api_keys drop column manages_delivery`.execute(db);
  if (prepared) expect(await preparePartitions(db, -1)).toEqual(["requests", "ledger", "answers"]);
  await store.close();
  return { url, secret };
}

async function contents(db: Kysely<any>) {
  const rows = async (query: string) => (await sql.raw(query).execute(db)).rows;
  return {
    requests: await rows("select * from requests order by no"),
    ledger: await rows("select * from ledger order by no"),
    answers: await rows("select request_no, request_id, status, expires_at from answers order by request_no"),
  };
}

describe("a database from before partitions", () => {
  for (const prepared of [false, true]) {
    test(`keeps all its rows and continues its numbering${prepared ? ", also if it was prepared while others worked" : ""}`, async () => {
      const { url, secret } = await databaseOfBefore({ prepared });
      const db = new Kysely<any>({ dialect: new PostgresDialect({ pool: openPool(url, 1) }) });
      const before = await contents(db);
      expect(before.requests).toHaveLength(3);
      expect(before.answers).toHaveLength(2);
      const store = (await openStore({ dataDir: "", url: url })) as PostgresStore;
      expect(await contents(db)).toEqual(before);
      expect((await partitionsOf(db, "requests")).map(({ name }) => name)).toEqual(["requests_before"]);
      const { rows: left } = await sql`select 1 from pg_constraint where conname like '%before_end'`.execute(db);
      expect(left).toEqual([]);
      const metering = createMetering({ store, clock: clockOfNow(), plans });
      const accounts = createAccounts({ store, clock: clockOfNow(), plans, metering });
      const caller = (await accounts.lookUpKey(secret)) as Caller;
      const admission = await metering.admit(request(caller));
      expect(admission).toMatchObject({ kind: "admitted", hold: { id: "4" }, points: 940 });
      await metering.close();
      accounts.close();
      await store.close();
      await db.destroy();
    });
  }

  test("serves the previous version, whose statements delete in steps and carry the ledger row by row", async () => {
    const { url } = await databaseOfBefore();
    const store = await openStore({ dataDir: "", url: url });
    const { rows } = await sql`
      delete from requests where no in (select no from requests where started_at < 9e12 and ended_at is not null
        and no < (select max(no) from requests) order by started_at limit 5 for update skip locked) returning no`.execute(
      store.db,
    );
    expect(rows).toHaveLength(2);
    await sql`insert into answers (request_no, account_id, request_id, status, headers, body, expires_at)
      values (1, 'a', 'r', 200, '{}', '', 1), (1, 'a', 'r', 200, '{}', '', 1) on conflict do nothing`.execute(store.db);
    await sql`update ledger set kind = 'carried' where no = 1`.execute(store.db);
    await store.close();
  });
});

describe("expired partitions", () => {
  const clock = clockOfNow();
  let store: PostgresStore;
  let metering: MeteringService;
  let caller: Caller;
  beforeAll(async () => {
    const { url, secret } = await databaseOfBefore();
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
  const names = async (table: string) => (await partitionsOf(store.db, table)).map(({ name }) => name);

  test("are created ahead, once, without a gap", async () => {
    clock.set(Date.now());
    const { made, dropped } = await metering.maintenance.rotatePartitions();
    expect(made.length).toBeGreaterThanOrEqual(3);
    expect(dropped).toEqual([]);
    expect((await metering.maintenance.rotatePartitions()).made).toEqual([]);
    for (const table of ["requests", "ledger", "answers"]) {
      const parts = await partitionsOf(store.db, table);
      for (const [at, { from }] of parts.slice(1).entries()) expect(from).toBe(parts[at]!.to);
    }
  });

  test("are dropped with their rows; history with a hold waits; the ledger's totals stay", async () => {
    const to = (await partitionsOf(store.db, "requests"))[0]!.to;
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

  test.each(["55P03", "42P07", "42P01", "23514", "42P17", "40P01"])("is postponed after %s", async (code) => {
    expect(await dropPartition(store.db, "requests", failing(code))).toBe(false);
  });
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
    const [before] = await partitionsOf(store.db, "requests");
    expect(before).toEqual({ name: "requests_before", from: null, to: expect.any(Number) });
    const far = Date.parse("2031-05-14T10:00:00Z");
    const made = await createPartitions(store.db, far);
    expect(made).toEqual([
      "requests_20310501",
      "requests_20310601",
      "ledger_20310501",
      "ledger_20310601",
      "answers_20310512",
      "answers_20310519",
      "answers_20310526",
    ]);
    expect(await createPartitions(store.db, far)).toEqual([]);
    expect((await partitionsOf(store.db, "answers")).slice(-2)).toEqual([
      { name: "answers_20310519", from: Date.parse("2031-05-19"), to: Date.parse("2031-05-26") },
      { name: "answers_20310526", from: Date.parse("2031-05-26"), to: Date.parse("2031-06-02") },
    ]);
    // Two days later the weekly partitions reach another week; the monthly ones do not.
    expect(await createPartitions(store.db, far + 5 * DAY_MS)).toEqual(["answers_20310602"]);
    expect(await partitionsOf(store.db, "nowhere")).toEqual([]);
  });
});

describe("tables being prepared", () => {
  const promises = async (db: Kysely<any>) =>
    (
      await sql<{ name: string }>`select conname as name from pg_constraint where conname like '%before_end'`.execute(
        db,
      )
    ).rows
      .map(({ name }) => name)
      .sort();

  test("are only large ones from before; it can run repeatedly, and the constraint is removed if the migration fails", async () => {
    const { url } = await databaseOfBefore();
    const db = new Kysely<any>({ dialect: new PostgresDialect({ pool: openPool(url, 2) }) });
    try {
      await sql`analyze`.execute(db);
      expect(await preparePartitions(db)).toEqual([]);
      expect(await preparePartitions(db, 4)).toEqual(["ledger"]);
      expect(await promises(db)).toEqual(["ledger_before_end"]);
      expect(await preparePartitions(db, 3)).toEqual(["requests", "ledger"]);
      expect(await preparePartitions(db, 3)).toEqual(["requests", "ledger"]);
      expect(await promises(db)).toEqual(["ledger_before_end", "requests_before_end"]);
      // Other databases of the cluster have locks of their own.
      const { rows: locks } = await sql`
        select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
        where locktype = 'advisory' and datname = current_database()`.execute(db);
      expect(locks).toEqual([]);
      await takeBackPreparation(db);
      expect(await promises(db)).toEqual([]);
    } finally {
      await db.destroy();
    }
  });
});
