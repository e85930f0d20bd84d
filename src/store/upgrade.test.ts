import { Kysely, PostgresDialect, sql } from "kysely";
import { describe, expect, test } from "vitest";
import { openPlan } from "../../test/support/metering/open-plan.ts";
import { outcome, request } from "../../test/support/metering/requests.ts";
import { describeOnBothStores, freshDatabase } from "../../test/support/store/stores.ts";
import { createAccounts } from "../accounts/accounts.ts";
import type { Caller } from "../accounts/types.ts";
import { systemClock } from "../base/clock.ts";
import { createMetering } from "../metering/metering.ts";
import { SchemaMismatch } from "./check-schema.ts";
import { people } from "./migrations/001-people.ts";
import { metering as meteringTables } from "./migrations/002-metering.ts";
import { signIn } from "./migrations/003-sign-in.ts";
import { governor } from "./migrations/005-governor.ts";
import { openStore, type Store } from "./open-store.ts";
import { openPool } from "./postgres-pool.ts";

/** Accounts and metering over a store, for one task. */
async function withMetering<T>(
  store: Store,
  work: (parts: Awaited<ReturnType<typeof open>>) => Promise<T>,
): Promise<T> {
  const parts = await open(store);
  try {
    return await work(parts);
  } finally {
    parts.accounts.close();
    await parts.metering.close();
  }
}

async function open(store: Store) {
  const shared = { store, clock: systemClock, plans: openPlan(1_000) };
  const metering = createMetering(shared);
  return { metering, accounts: createAccounts({ ...shared, metering }) };
}

async function charge({ metering, accounts }: Awaited<ReturnType<typeof open>>, secret: string): Promise<number> {
  const caller = (await accounts.lookUpKey(secret)) as Caller;
  const admission = await metering.admit(request(caller));
  if (admission.kind !== "admitted") throw new Error(admission.kind);
  return (await metering.settle(admission.hold, outcome())).points;
}

describe("a database of an earlier commit (postgres)", () => {
  test("whose ledger function had other arguments is fixed at the next start, with its data", async () => {
    const databaseUrl = await freshDatabase();
    const pool = openPool(databaseUrl, 1);
    const db = new Kysely<any>({ dialect: new PostgresDialect({ pool }) });
    for (const { up } of [people, meteringTables, signIn, governor]) await up(db);
    // As 9089614 created it, with arguments that the current service does not find.
    await sql`create function winnow_ledger(commands jsonb, plans jsonb) returns jsonb language sql as 'select commands'`.execute(
      db,
    );
    await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
      db,
    );
    await sql`create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0)`.execute(
      db,
    );
    await sql`insert into kysely_migration_lock values ('migration_lock', 0)`.execute(db);
    for (const name of ["001-people", "002-metering", "003-sign-in", "004-postgres-ledger", "005-governor"]) {
      await sql`insert into kysely_migration values (${name}, '2026-11-15T03:14:25Z')`.execute(db);
    }
    await sql`insert into people (id, name, email, email_verified, login, front_id, created_at, modified_at)
      values ('p', 'Old', 'old@people.example', true, 'old', 'f', now(), now())`.execute(db);
    await sql`insert into balances (account_id, points, granted_once) values ('p', 700, 1)`.execute(db);
    await sql`insert into ledger (account_id, kind, amount, balance, at) values ('p', 'grant', 700, 700, 1)`.execute(
      db,
    );
    await db.destroy();

    const store = await openStore({ dataDir: "", url: databaseUrl });
    await withMetering(store, async (parts) => {
      const { secret } = await parts.accounts.createKey("p", { name: "key" });
      expect(await charge(parts, secret)).toBe(690);
    });
    await store.close();
  });
});

describeOnBothStores("versions of the store", (fresh) => {
  test("the previous version still runs after a newer one has added a table and a column", async () => {
    const first = await fresh.open();
    const secret = await withMetering(first, async ({ accounts }) => {
      const account = await accounts.createAccount({ email: "back@people.example" });
      return (await accounts.createKey(account.id, { name: "key" })).secret;
    });
    await sql`create table of_tomorrow (id text primary key)`.execute(first.db);
    await sql`alter table requests add column of_tomorrow text`.execute(first.db);
    await sql`insert into kysely_migration values ('999-tomorrow', '2027-01-01T00:00:00Z')`.execute(first.db);
    const back = await fresh.open();
    expect(await withMetering(back, (parts) => charge(parts, secret))).toBe(990);
  });

  test("a schema that does not fit stops the start, and the error says what is missing", async () => {
    const store = await fresh.open();
    await sql`alter table requests rename column held to was_held`.execute(store.db);
    const start = openStore(fresh.settings());
    await expect(start).rejects.toThrow(SchemaMismatch);
    await expect(start).rejects.toThrow("it lacks requests.held. Start the version that wrote it");
    await sql`alter table requests rename column was_held to held`.execute(store.db);
    await (await openStore(fresh.settings())).close();
  });
});
