import { beforeAll, expect, test } from "vitest";
import { useMetered } from "../../test/support/metering/metered.ts";
import { requestRow } from "../../test/support/metering/request-row.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import { countHistory, newestCalls, readPage } from "./history.ts";
import { readJobAdmission } from "./metering.ts";
import { findRequest, listRequests } from "./request-list.ts";

const uuid = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, "0")}`;

describeOnBothStores("a cursor of the history", (fresh) => {
  const metered = useMetered(fresh);
  const db = () => metered.store.db;
  const row = (nth: number, over: object = {}) =>
    requestRow({
      request_id: uuid(nth),
      params: '{"a":1}',
      started_at: nth * 1_000,
      ended_at: nth * 1_000 + 7,
      ...over,
    });
  beforeAll(async () => {
    const rows = [
      row(1),
      row(2, { key_id: "k2", source: "y", endpoint: "/api/y" }),
      row(3, { status: 404, cost: 0, error_text: "needle" }),
      row(4, { account_id: "other" }),
      row(5, { ended_at: null, status: null }),
      // The same id again, from a caller who reuses request ids.
      row(6, { request_id: uuid(1), key_id: "k2" }),
    ];
    for (const one of rows) await db().insertInto("requests").values(one).execute();
  });
  const page = async (over: object) => {
    const { rows, cursor } = await readPage(db(), { accountId: "mine", limit: 10, cursor: null, ...over });
    return { starts: rows.map(({ started_at }) => started_at / 1_000), cursor };
  };

  test("may be the id of a row: the next page begins after the first row with that id", async () => {
    expect(await page({})).toEqual({ starts: [6, 3, 2, 1], cursor: null });
    expect((await page({ cursor: uuid(3) })).starts).toEqual([2, 1]);
    expect((await page({ cursor: uuid(3).toUpperCase() })).starts).toEqual([2, 1]);
    expect((await page({ cursor: uuid(1) })).starts).toEqual([]);
    const { cursor } = await page({ limit: 2 });
    expect((await page({ cursor })).starts).toEqual([2, 1]);
  });

  test.each([
    ["another account's row", uuid(4)],
    ["no row's id", uuid(9)],
    ["a request in flight", uuid(5)],
  ])("cannot be %s", async (_, cursor) => {
    await expect(page({ cursor })).rejects.toMatchObject({ name: "BadCursor" });
  });

  test("may be any account's for an administrator", async () => {
    const all = await readPage(db(), { limit: 10, cursor: uuid(4) });
    expect(all.rows.map(({ started_at }) => started_at / 1_000)).toEqual([3, 2, 1]);
  });

  test("continues under every filter as it began, one row at a time", async () => {
    const filters: Array<[object, number[]]> = [
      [{ keyIds: ["k2"] }, [6, 2]],
      [{ endpoint: "/api/x" }, [6, 3, 1]],
      [{ statusClass: 2 }, [6, 2, 1]],
      [{ statusClass: 4 }, [3]],
      [{ text: "needle" }, [3]],
      [{ sources: ["y"] }, [2]],
      [{ sources: [] }, []],
      [{ start: 2_000, end: 6_000, keyIds: ["k", "k2"] }, [3, 2]],
      [{ start: 2_000, end: 6_000 }, [3, 2]],
    ];
    for (const [filter, starts] of filters) {
      expect([filter, (await page(filter)).starts]).toEqual([filter, starts]);
      const seen: number[] = [];
      for (let cursor: string | null = null; ; ) {
        const one: Awaited<ReturnType<typeof page>> = await page({ ...filter, limit: 1, cursor });
        seen.push(...one.starts);
        cursor = one.cursor;
        if (cursor === null) break;
      }
      expect([filter, seen]).toEqual([filter, starts]);
    }
  });

  test("by its id it is the newest, of these sources and this account", async () => {
    const numbers = await db().selectFrom("requests").orderBy("no").select("no").execute();
    const [first, second, , , , last] = numbers.map(({ no }) => no);
    expect(await newestCalls(db(), "mine", uuid(1))).toMatchObject({ no: last });
    expect(await newestCalls(db(), "mine", uuid(2), ["y"])).toMatchObject({ no: second });
    expect(await newestCalls(db(), "mine", uuid(2), ["x"])).toBeNull();
    expect(await newestCalls(db(), "mine", uuid(2), [])).toBeNull();
    expect(await newestCalls(db(), "other", uuid(2))).toBeNull();
    expect(first).toBeLessThan(last!);
  });

  test("a request is shown with the names of its key and account, or none if they are gone", async () => {
    const caller = await metered.newCaller();
    const named = { key_id: caller.key.id, account_id: caller.account.id };
    await db()
      .insertInto("requests")
      .values(row(20, { ...named, results: 4, upstream_pages: 2, points_left: 9 }))
      .execute();
    const shown = {
      id: uuid(20),
      ...named,
      account_email: (await metered.accounts.findById(caller.account.id))!.email,
      key_name: "key",
      endpoint: "/api/x",
      source: "x",
      entry_point: "http",
      plan: "free",
      status: 200,
      cost: 2,
      points_left: 9,
      results: 4,
      upstream_pages: 2,
      timeout: 60,
      started_at: 20_000,
      duration_ms: 7,
      error_text: null,
      results_end: null,
      results_total: null,
      resolved: null,
      warnings: [],
      age: null,
      stand_in: null,
      recalled: null,
      tags: [],
    };
    const { no, params, ...found } = (await findRequest(db(), caller.account.id, uuid(20)))!;
    expect([found, params, typeof no]).toEqual([shown, { a: 1 }, "number"]);
    expect((await listRequests(db(), { accountId: caller.account.id, limit: 1, cursor: null })).requests).toEqual([
      { ...shown, no },
    ]);
    expect(await findRequest(db(), "mine", uuid(5))).toMatchObject({
      key_name: "",
      account_email: "",
      duration_ms: null,
      status: null,
    });
    expect(await findRequest(db(), "mine", uuid(9))).toBeNull();
    expect((await listRequests(db(), { accountId: "nobody", limit: 1, cursor: null })).requests).toEqual([]);
  });

  test("a request that ended before it began, by another clock, took no time", async () => {
    await db()
      .insertInto("requests")
      .values(row(30, { account_id: "skewed", ended_at: 29_000 }))
      .execute();
    expect(await findRequest(db(), "skewed", uuid(30))).toMatchObject({ duration_ms: 0 });
  });

  test("a job's end without a status was a failure; the newest of its admissions counts", async () => {
    const job = { account_id: "jobs", door: "jobs", request_id: uuid(40) };
    await db()
      .insertInto("requests")
      .values(row(40, { ...job, status: null }))
      .execute();
    expect(await readJobAdmission(db(), "jobs", uuid(40))).toMatchObject({ kind: "ended", status: 500, cost: 2 });
    await db()
      .insertInto("requests")
      .values(row(41, { ...job, status: null, ended_at: null }))
      .execute();
    expect(await readJobAdmission(db(), "jobs", uuid(40))).toMatchObject({
      kind: "open",
      hold: { amount: 3, startedAt: 41_000 },
    });
  });

  test("counting uses the same filters", async () => {
    const count = (filter: object) => countHistory(db(), { accountId: "mine", ...filter });
    expect(
      await Promise.all([{}, { keyIds: ["k2"] }, { keyIds: [] }, { text: "needle" }, { statusClass: 4 }].map(count)),
    ).toEqual([4, 2, 0, 1, 1]);
  });
});
