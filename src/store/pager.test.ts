import { beforeAll, expect, test } from "vitest";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import type { Store } from "./open-store.ts";
import { pager } from "./pager.ts";

const newest = pager("entries", { at: "number", who: "text" });
const oldest = pager("entries", { at: "number", who: "text" }, "asc");

describeOnBothStores("a list in pages", (fresh) => {
  let store: Store;
  beforeAll(async () => {
    store = await fresh.open();
  });

  const entries = (list: string) => store.db.selectFrom("audit_log").where("subject", "=", list).selectAll();
  const add = (subject: string, ...whose: Array<readonly [at: number, who: string]>) =>
    store.db
      .insertInto("audit_log")
      .values(whose.map(([at, who]) => ({ at, who, subject, what: "x", before: "null", after: "null" })))
      .execute();
  const page = (list: string, cursor: string | null, limit = 2, order = newest) =>
    order.page(entries(list), { limit, cursor }, async ({ at, who }) => `${at}${who}`);
  async function pages(list: string, limit: number, order = newest, between = async () => {}) {
    const seen: string[][] = [];
    let cursor: string | null = null;
    do {
      const one: Awaited<ReturnType<typeof page>> = await page(list, cursor, limit, order);
      seen.push(one.rows);
      cursor = one.next_cursor;
      await between();
    } while (cursor !== null);
    return seen;
  }

  test("has each row once, though several have the same time and a page ends between them", async () => {
    await add("ties", [2, "b"], [1, "z"], [2, "c"], [2, "a"], [3, "a"]);
    const order = ["3a", "2c", "2b", "2a", "1z"];
    for (const limit of [1, 2, 3, 4, 5]) {
      const seen = await pages("ties", limit);
      expect(seen.flat()).toEqual(order);
      expect(seen.map(({ length }) => length)).toEqual(
        Array.from({ length: Math.ceil(5 / limit) }, (_, nth) => Math.min(limit, 5 - nth * limit)),
      );
      expect((await pages("ties", limit, oldest)).flat()).toEqual(order.toReversed());
    }
    expect(await page("none", null)).toEqual({ rows: [], next_cursor: null });
  });

  test("neither repeats nor hides a row while others arrive and go, the last one seen among them", async () => {
    await add("moving", [1, "a"], [2, "a"], [3, "a"], [4, "a"], [5, "a"], [6, "a"]);
    const first = await page("moving", null);
    expect(first.rows).toEqual(["6a", "5a"]);
    await store.db.deleteFrom("audit_log").where("subject", "=", "moving").where("at", "in", [5, 3]).execute();
    await add("moving", [7, "a"], [5, "b"]);
    const second = await page("moving", first.next_cursor);
    expect(second).toEqual({ rows: ["4a", "2a"], next_cursor: expect.any(String) });
    expect(await page("moving", second.next_cursor)).toEqual({ rows: ["1a"], next_cursor: null });
  });

  test("survives any text in its order, and a time beyond what 32 bits hold", async () => {
    const late = Number.MAX_SAFE_INTEGER;
    const names = ["ä.'\"\\;--", "日本", "", `${late}`, "[1]"];
    await add("odd", ...names.map((name) => [late, name] as const));
    const seen = (await pages("odd", 1)).flat();
    expect(seen.toSorted()).toEqual(names.map((name) => `${late}${name}`).toSorted());
  });

  test("refuses a cursor that another list wrote, that is broken or that no column could hold", async () => {
    await add("refusing", [1, "a"], [2, "a"], [3, "a"]);
    const own = (await page("refusing", null)).next_cursor!;
    expect((await page("refusing", own)).rows).toEqual(["1a"]);
    const written = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const broken = ["", "7", "x", "!!", `${own}=`, `${own} `, own.slice(0, -1), own.slice(2), `${own}${own}`];
    const misshapen = [
      ["entries", "2", "a"],
      ["entries", 2, 3],
      ["entries", 2.5, "a"],
      ["entries", 1e300, "a"],
      ["entries", null, "a"],
      ["entries", 2, "\0"],
      ["entries", 2, "a", 1],
      [],
      {},
      7,
      null,
    ];
    const foreign = [
      pager("others", { at: "number", who: "text" }).write({ at: 2, who: "a" }),
      pager("entries", { no: "number" }).write({ no: 2 }),
    ];
    for (const cursor of broken.concat(misshapen.map(written), foreign)) {
      await expect(page("refusing", cursor), cursor).rejects.toMatchObject({ name: "BadCursor", cursor });
    }
  });
});
