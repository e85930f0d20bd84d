import { sql } from "kysely";
import { expect, test } from "vitest";
import { openPlan } from "../../test/support/metering/open-plan.ts";
import { outcome, request } from "../../test/support/metering/requests.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import { createAccounts } from "../accounts/accounts.ts";
import type { Caller } from "../accounts/types.ts";
import { systemClock } from "../base/clock.ts";
import { createMetering } from "../metering/metering.ts";
import { SchemaMismatch } from "./check-schema.ts";
import { EarlierStore } from "./migrate.ts";
import { openStore, type Store } from "./open-store.ts";

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

  test("a store from before 1.0 is left as it is, and the error names the command that copies it", async () => {
    const store = await fresh.open();
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(store.db);
    await sql`delete from kysely_migration`.execute(store.db);
    await sql`insert into kysely_migration values ('001-people', '2026-11-15T03:14:25Z')`.execute(store.db);
    const start = openStore(fresh.settings());
    await expect(start).rejects.toThrow(EarlierStore);
    await expect(start).rejects.toThrow("copy it into a new one with `npx winnow migrate-store --from");
    for (const { name } of rows) await sql`insert into kysely_migration values (${name}, '')`.execute(store.db);
    await (await openStore(fresh.settings())).close();
  });
});
