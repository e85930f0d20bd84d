import { beforeAll, describe, expect, test } from "vitest";
import { cellsWith, fillStore, sampleRow } from "../../test/support/store/filled-store.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import { forgetAccount, forgetAgain } from "./forget-account.ts";
import type { Store } from "./open-store.ts";
import { type OwnedTable, ownedTables } from "./ownership.ts";
import { practiceId } from "./practice-id.ts";
import type { AnyDb } from "./schema.ts";
import { columns } from "./tables/index.ts";

const declared = new Map<string, OwnedTable>(ownedTables.map((table) => [table.name, table]));
const HOUR = 3_600_000;
const NOW = Date.UTC(2027, 0, 1);

/** The texts that stay in rows of a deleted account: ids, and words that Winnow or its operator chose. */
const idsAndWordsOfOurs = Object.entries({
  api_keys: ["account_id", "hash", "id", "mode", "person_id", "prefix", "retain", "sources", "usage_context"],
  audit_log: ["subject", "who"],
  balances: ["account_id", "granted_month"],
  ledger: ["account_id", "key_id", "kind", "note"],
  request_days: ["account_id", "endpoint", "key_id", "latencies", "source"],
  request_hours: ["account_id", "endpoint", "key_id", "latencies", "source"],
  requests: ["account_id", "door", "endpoint", "key_id", "plan", "request_id", "results_end", "source"],
  returned_charges: ["account_id"],
}).flatMap(([table, kept]) => kept.map((column) => `${table}.${column}`));

const forget = (store: Store, accountId: string, at = NOW) =>
  store.db.transaction().execute((trx) => forgetAccount(trx, { accountId, at }));

describeOnBothStores("a store with a row of two accounts in every table", (fresh) => {
  let store: Store;
  beforeAll(async () => {
    store = await fresh.open();
    await fillStore(store, "ada", 11);
    // What test keys did is the practice account's.
    const practice = { account_id: practiceId("ada"), points_levels: "ada's" };
    await store.db.insertInto("alert_settings").values(practice).execute();
    await fillStore(store, "eve", 22);
    await store.db.deleteFrom("forgotten_accounts").execute();
  });

  test("forgets one account in every column, but for what is kept with a reason, and nothing of the other", async () => {
    const before = await cellsWith(store.db, "eve");
    await forget(store, "ada");
    const left = (await cellsWith(store.db, "ada")).filter((cell) => declared.has(cell.split(".")[0]!));
    expect(left).toEqual(idsAndWordsOfOurs);
    expect(await cellsWith(store.db, "eve")).toEqual(before);
    const { revoked_at } = await store.db
      .selectFrom("api_keys")
      .where("account_id", "=", "ada")
      .select("revoked_at")
      .executeTakeFirstOrThrow();
    expect(revoked_at).toBe(11);
  });

  test("forgets what calls and jobs in flight write after the deletion, and then the deletion itself", async () => {
    const db: AnyDb = store.db;
    const late = async () => {
      await db
        .insertInto("answers")
        .values(sampleRow("answers", "ada", 33))
        .execute();
      await db.updateTable("requests").set({ resolved: "ada looked" }).where("account_id", "=", "ada").execute();
    };
    const traces = async () => (await cellsWith(db, "ada")).filter((cell) => /^answers|resolved/.test(cell));
    await late();
    expect(await traces()).not.toEqual([]);
    expect(await forgetAgain(store, NOW + HOUR / 2 - 1)).toBe(0);
    expect(await forgetAgain(store, NOW + HOUR / 2)).toBe(1);
    expect(await traces()).toEqual([]);
    await late();
    expect(await forgetAgain(store, NOW + 24 * HOUR - 1)).toBe(0);
    expect(await forgetAgain(store, NOW + 24 * HOUR)).toBe(1);
    expect(await traces()).toEqual([]);
    expect(await forgetAgain(store, NOW + 48 * HOUR)).toBe(0);
    expect(await db.selectFrom("forgotten_accounts").where("account_id", "=", "ada").selectAll().execute()).toEqual([]);
  });

  test("forgets all of an account or nothing", async () => {
    const before = await cellsWith(store.db, "eve");
    const failing = store.db.transaction().execute(async (trx) => {
      await forgetAccount(trx, { accountId: "eve", at: NOW });
      throw new Error("the process dies");
    });
    await expect(failing).rejects.toThrow("the process dies");
    expect(await cellsWith(store.db, "eve")).toEqual(before);
  });

  test("keeps what admins changed in an account, and of what its owner did only that it happened", async () => {
    const db: AnyDb = store.db;
    const entry = { at: 1, who: "eve", subject: "bob", before: '{"points":1}', after: '{"points":5}' };
    await db
      .insertInto("audit_log")
      .values([
        { ...entry, what: "grant" },
        { ...entry, what: "key created" },
      ])
      .execute();
    await forget(store, "bob");
    const log = db
      .selectFrom("audit_log")
      .where("subject", "=", "bob")
      .orderBy("what")
      .select(["what", "before", "after"]);
    expect(await log.execute()).toEqual([
      { what: "grant", before: entry.before, after: entry.after },
      { what: "key created", before: null, after: null },
    ]);
  });
});

describe("the declaration", () => {
  test("names every column that looks like a credential as one, so that no export has it", () => {
    const looksSecret = ownedTables.flatMap(({ name, secrets = [] }) =>
      Object.keys(columns[name])
        .filter((column) => /hash|secret|token|password|codes|challenge/.test(column) && !secrets.includes(column))
        .map((column) => `${name}.${column}`),
    );
    // Counters.
    expect(looksSecret).toEqual(["accounts.webhook_secret_no"]);
  });

  test("finds every table that names an account by the name of a column", () => {
    const naming = Object.entries(columns).filter(([, kinds]) =>
      ["account_id", "user_id", "person_id"].some((name) => name in kinds),
    );
    const missed = naming.map(([name]) => name).filter((name) => !declared.has(name));
    expect(missed).toEqual(["forgotten_accounts"]);
  });
});
