import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPlan } from "../../test/support/metering/open-plan.ts";
import { outcome, request } from "../../test/support/metering/requests.ts";
import { freshDatabase } from "../../test/support/store/stores.ts";
import { createAccounts } from "../accounts/accounts.ts";
import type { Caller } from "../accounts/types.ts";
import { systemClock } from "../base/clock.ts";
import { createMetering } from "../metering/metering.ts";
import { computeSums, copyStore, type TableCopy } from "./copy-store.ts";
import { CopyFailed } from "./former-store.ts";
import { openStore, type Store } from "./open-store.ts";

const noSecret = () => "";

const over = (store: Store) => {
  const parts = { store, clock: systemClock, plans: openPlan(1_000) };
  const metering = createMetering(parts);
  return { metering, accounts: createAccounts({ ...parts, metering }) };
};

async function charge({ metering, accounts }: ReturnType<typeof over>, secret: string): Promise<number> {
  const caller = (await accounts.lookUpKey(secret, "127.0.0.1")) as Caller;
  const admission = await metering.admit(request(caller));
  if (admission.kind !== "admitted") throw new Error(admission.kind);
  const answer = { status: 200, headers: {}, body: Buffer.from("[]") };
  return (await metering.settle(admission.hold, outcome({ answer }))).points;
}

describe("from SQLite to PostgreSQL", () => {
  let dataDir: string;
  let from: Store;
  let to: Store;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "winnow-copy-"));
    from = await openStore({ dataDir, url: "" });
    to = await openStore({ dataDir: "", url: await freshDatabase() });
  });
  afterAll(async () => {
    for (const store of [from, to]) await store.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  test("everything is copied, the totals are equal, and the new store continues where the old one was", async () => {
    const old = over(from);
    const account = await old.accounts.createAccount({ email: "moved@people.example" });
    const { secret } = await old.accounts.createKey(account.id, { name: "key" });
    for (let call = 0; call < 3; call++) await charge(old, secret);
    old.accounts.close();
    await old.metering.close();

    // More rows than one chunk; and in both, rows that belong to one store only.
    const windows = Array.from({ length: 501 }, (_, nth) => ({ name: `w${nth}`, start: 1, used: nth, ends_at: 2 }));
    await from.db.insertInto("shared_windows").values(windows).execute();
    for (const { db } of [from, to]) {
      await sql`insert into lookup_answers (key, source, headers, body, results, asked_at, expires_at)
        values ('k', 's', '{}', '', 1, 1, 2)`.execute(db);
    }
    const copied: TableCopy[] = [];
    const sums = await copyStore(from, to, noSecret, (copy) => copied.push(copy));
    const rowsOf = (table: string) => copied.find((copy) => copy.table === table)?.rows;
    expect(["people", "api_keys", "requests", "shared_windows", "jobs"].map(rowsOf)).toEqual([1, 1, 3, 501, 0]);
    expect(["lookup_answers", "kysely_migration"].map(rowsOf)).toEqual([undefined, undefined]);
    expect(await to.db.selectFrom("shared_windows").selectAll().orderBy("used").execute()).toEqual(windows);
    expect(sums).toMatchObject({ accounts: 1, keys: 1, points: 970, ledger: 970, charged: 30, held: 0 });

    const moved = over(to);
    expect(await charge(moved, secret)).toBe(960);
    const history = await to.db.selectFrom("requests").select("no").orderBy("no").execute();
    expect(history.map(({ no }) => no)).toEqual([1, 2, 3, 4]);
    moved.accounts.close();
    await moved.metering.close();
  });

  test("a store that is not empty is not overwritten", async () => {
    await expect(copyStore(from, to, noSecret)).rejects.toThrow("The target is not empty");
  });

  test("a target of another version is reported by the table it lacks, and a failure by its name", async () => {
    await sql`create table toys (no integer)`.execute(from.db);
    await expect(copyStore(from, to, noSecret)).rejects.toThrow(/^The target (is not empty|has no table toys)/);
    const other = await openStore({ dataDir: join(dataDir, "other"), url: "" });
    try {
      await expect(copyStore(from, other, noSecret)).rejects.toThrow(
        new CopyFailed("The target has no table toys: it is of another version."),
      );
      expect(new CopyFailed("x").name).toBe("CopyFailed");
      expect(await computeSums(other.db)).toEqual({ accounts: 0, keys: 0, points: 0, ledger: 0, charged: 0, held: 0 });
      await sql`drop table toys`.execute(from.db);
      // Also between two stores of the same kind.
      expect(await copyStore(from, other, noSecret)).toEqual(await computeSums(from.db));
      await expect(copyStore(from, other, noSecret)).rejects.toThrow(
        /^The target is not empty: \w+ has rows\. Name a new one\.$/,
      );
    } finally {
      await other.close();
    }
  });

  test("a copy that fails or does not add up leaves the target empty", async () => {
    const target = await openStore({ dataDir: join(dataDir, "failing"), url: "" });
    try {
      // One of the last tables takes no rows, or silently fewer.
      for (const then of ["raise(abort, 'no more')", "raise(ignore)"]) {
        await sql
          .raw(`create trigger broken before insert on shared_windows begin select ${then}; end`)
          .execute(target.db);
        await expect(copyStore(from, target, noSecret)).rejects.toThrow(
          /no more|has not taken all rows of shared_windows/,
        );
        expect(await computeSums(target.db)).toEqual({
          accounts: 0,
          keys: 0,
          points: 0,
          ledger: 0,
          charged: 0,
          held: 0,
        });
        await sql`drop trigger broken`.execute(target.db);
      }
      expect(await copyStore(from, target, noSecret)).toEqual(await computeSums(from.db));
    } finally {
      await target.close();
    }
  });
});
