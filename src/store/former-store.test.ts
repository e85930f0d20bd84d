import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPlan } from "../../test/support/metering/open-plan.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import { createAccounts } from "../accounts/accounts.ts";
import { createMembers } from "../accounts/members.ts";
import type { Caller } from "../accounts/types.ts";
import { systemClock } from "../base/clock.ts";
import { createMetering } from "../metering/metering.ts";
import { copyStore } from "./copy-store.ts";
import { formerColumns } from "./former-store.ts";
import { connectStore, openStore, type Store } from "./open-store.ts";
import { openRootSecret, WrongSecret } from "./root-secret.ts";

const over = (store: Store) => {
  const parts = { store, clock: systemClock, plans: openPlan(1_000) };
  const metering = createMetering(parts);
  return { metering, accounts: createAccounts({ ...parts, metering }) };
};

/** HMAC-SHA256 of the check's sentence under "first", computed outside of this code. */
const CHECK = "Ou31DBPc9igPaTmeqidT_tWV9bfpndD8O3F7BduSrUg";

const TEXTS = ["plan", "worker", "fault", "tags", "result"];

/** Gives a store the tables, columns and marks that cf310d07 had and 1.0.0 has not, and the other way round. */
async function makeFormer({ db, dialect }: Store): Promise<void> {
  for (const [table, columns] of Object.entries(formerColumns)) {
    for (const column of columns) {
      const type = sql.raw(TEXTS.includes(column) ? "text" : "bigint");
      await sql`alter table ${sql.table(table)} add ${sql.ref(column)} ${type}`.execute(db);
    }
  }
  for (const table of ["jobs", "batches", "schedules"])
    await sql`alter table ${sql.table(table)} drop column options`.execute(db);
  for (const table of ["former_members", "sign_on_links"]) await sql`drop table ${sql.table(table)}`.execute(db);
  await sql`create table health_fields (day text)`.execute(db);
  await sql`insert into health_fields values ('2026-11-01')`.execute(db);
  if (dialect === "postgres") await sql`drop function winnow_ledger(json, json)`.execute(db);
}

const mark = (store: Store, name: string) => sql`update kysely_migration set name = ${name}`.execute(store.db);

describeOnBothStores("a store of cf310d07", (fresh) => {
  let dataDir: string;
  let old: Store;
  let to: Store;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "winnow-former-"));
    old = await fresh.open();
    to = await openStore({ dataDir, url: "" });
  });
  afterAll(async () => {
    await to.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  test("a store of cf310d07 is copied with its shared accounts, options and secret, and an earlier one is refused in a sentence", async () => {
    const { accounts, metering } = over(old);
    const members = createMembers({ store: old, clock: systemClock } as never);
    const ada = await accounts.createAccount({ email: "ada@people.example" });
    const bob = await accounts.createAccount({ email: "bob@people.example" });
    const shop = await members.create({ id: ada.id, email_verified: true }, "Shop");
    await old.db
      .insertInto("members")
      .values({ account_id: shop.id, person_id: bob.id, role: "developer", created_at: 1 })
      .execute();
    const { secret } = await accounts.createKey(shop.id, { name: "key", person_id: bob.id }, { person: bob.id });
    accounts.close();
    await metering.close();
    await makeFormer(old);
    await sql`insert into jobs (id, account_id, key_id, source, endpoint, params, timeout, status, priority, run_after,
      created_at, max_cost, keep_partial, tags) values
      ('full', ${shop.id}, 'k', 's', '/api/s/o', '{}', 60, 'queued', 0, 1, 1, 5, 1, 'a,b'),
      ('bare', ${shop.id}, 'k', 's', '/api/s/o', '{}', 60, 'queued', 0, 1, 1, null, 0, null)`.execute(old.db);
    await old.db.deleteFrom("store_facts").execute();
    await old.db.insertInto("store_facts").values({ name: "secret_check", value: CHECK }).execute();

    const from = connectStore(fresh.settings());
    await mark(from, "100-first-schema");
    await expect(copyStore(from, to, () => "first")).rejects.toThrow("nor of commit cf310d07, the only earlier one");
    await mark(from, "116-sums-by-tag");
    await expect(copyStore(from, to, () => "second")).rejects.toThrow("another AUTH_SECRET: set AUTH_SECRET to that");
    await copyStore(from, to, () => "first");
    await from.close();

    const copied = over(to);
    expect(await copied.accounts.findById(ada.id)).toEqual(ada);
    expect(((await copied.accounts.lookUpKey(secret)) as Caller).account.id).toBe(shop.id);
    const listed = await createMembers({ store: to, clock: systemClock } as never).list(shop.id);
    expect(new Map(listed.map(({ id, role }) => [id, role]))).toEqual(
      new Map([
        [ada.id, "owner"],
        [bob.id, "developer"],
      ]),
    );
    // A member of a shared account is not the operator.
    const acts = await to.db.selectFrom("audit_log").where("what", "like", "key%").select(["who", "what"]).execute();
    expect(acts).toEqual([{ who: bob.id, what: "key created" }]);
    const jobs = await to.db.selectFrom("jobs").select(["id", "options"]).orderBy("id").execute();
    expect(jobs.map(({ id, options }) => [id, JSON.parse(options)])).toEqual([
      ["bare", {}],
      ["full", { max_cost: 5, partial: "keep", tag: "a,b" }],
    ]);
    expect(await openRootSecret(to.db, { current: "next", old: "first" })).toBe("first");
    await expect(openRootSecret(to.db, { current: "first", old: "" })).rejects.toThrow(WrongSecret);
    copied.accounts.close();
    await copied.metering.close();
  });
});
