import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAccounts } from "../accounts/accounts.ts";
import type { KeyHolder } from "../accounts/types.ts";
import { systemClock } from "../clock.ts";
import { createMetering } from "../metering/metering.ts";
import { openPlan } from "../metering/testing/open-plan.ts";
import { outcome, request } from "../metering/testing/requests.ts";
import { copyStore } from "./copy-store.ts";
import { openStore, type Store } from "./open-store.ts";
import { freshDatabase } from "./testing/stores.ts";

const over = (store: Store) => {
  const parts = { store, clock: systemClock, plans: openPlan(1_000) };
  const metering = createMetering(parts);
  return { metering, accounts: createAccounts({ ...parts, metering }) };
};

async function charge({ metering, accounts }: ReturnType<typeof over>, secret: string): Promise<number> {
  const holder = (await accounts.lookUpKey(secret, "127.0.0.1")) as KeyHolder;
  const admission = await metering.admit(request(holder));
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
    from = await openStore({ dataDir, databaseUrl: "" });
    to = await openStore({ dataDir: "", databaseUrl: await freshDatabase() });
  });
  afterAll(async () => {
    for (const store of [from, to]) await store.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  test("everything is carried, the sums are equal, and the new store goes on where the old one was", async () => {
    const old = over(from);
    const person = await old.accounts.createAccount({ email: "moved@people.example" });
    const { secret } = await old.accounts.createKey(person.id, { name: "key" });
    for (let call = 0; call < 3; call++) await charge(old, secret);
    old.accounts.close();
    await old.metering.close();

    const sums = await copyStore(from, to, () => {});
    expect(sums).toMatchObject({ accounts: 1, keys: 1, points: 970, ledger: 970, charged: 30, held: 0 });

    const moved = over(to);
    expect(await charge(moved, secret)).toBe(960);
    const history = await to.db.selectFrom("requests").select("no").orderBy("no").execute();
    expect(history.map(({ no }) => no)).toEqual([1, 2, 3, 4]);
    moved.accounts.close();
    await moved.metering.close();
  });

  test("a store that is not empty is not written over", async () => {
    await expect(copyStore(from, to, () => {})).rejects.toThrow("The target is not empty");
  });
});
