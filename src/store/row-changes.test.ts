import { afterAll, beforeAll, expect, test } from "vitest";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import type { Store } from "./open-store.ts";
import { changesRow, putRow } from "./row-changes.ts";

describeOnBothStores("rows that several processes claim", (fresh) => {
  let store: Store;
  beforeAll(async () => {
    store = await fresh.open();
  });
  afterAll(() => store.close());

  const facts = () => store.db.selectFrom("store_facts").where("name", "like", "test%").orderBy("name");

  test("Of several processes that claim a row, exactly one changes it", async () => {
    const insert = () =>
      changesRow(
        store.db
          .insertInto("store_facts")
          .values({ name: "test claim", value: "free" })
          .onConflict((conflict) => conflict.column("name").doNothing()),
      );
    expect([await insert(), await insert()]).toEqual([true, false]);
    const claim = () =>
      changesRow(
        store.db
          .updateTable("store_facts")
          .set({ value: "taken" })
          .where("name", "=", "test claim")
          .where("value", "=", "free"),
      );
    expect((await Promise.all([claim(), claim(), claim()])).filter(Boolean)).toHaveLength(1);
    const end = () => changesRow(store.db.deleteFrom("store_facts").where("name", "=", "test claim"));
    expect([await end(), await end()]).toEqual([true, false]);
  });

  test("An insert that may only change a free row says whether it did", async () => {
    const claim = (from: string, value: string) =>
      changesRow(
        store.db
          .insertInto("store_facts")
          .values({ name: "test lease", value })
          .onConflict((conflict) =>
            conflict.column("name").doUpdateSet({ value }).where("store_facts.value", "=", from),
          ),
      );
    expect(await claim("free", "one")).toBe(true);
    expect(await claim("free", "two")).toBe(false);
    expect(await claim("one", "two")).toBe(true);
  });

  test("A row that is put takes the place of the one with its key, and of no other", async () => {
    await putRow(store.db, "store_facts", { name: "test put" }, { value: "first" });
    await putRow(store.db, "store_facts", { name: "test put other" }, { value: "other" });
    await putRow(store.db, "store_facts", { name: "test put" }, { value: "second" });
    expect(await facts().where("name", "like", "test put%").selectAll().execute()).toEqual([
      { name: "test put", value: "second" },
      { name: "test put other", value: "other" },
    ]);
  });
});
