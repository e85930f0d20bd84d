import { expect, test } from "vitest";
import { useMetered } from "../../test/support/metering/metered.ts";
import { openPlan } from "../../test/support/metering/open-plan.ts";
import { outcome } from "../../test/support/metering/requests.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import type { Caller } from "../accounts/types.ts";
import { readHistory } from "./history.ts";
import { readLatencies } from "./latency.ts";
import { findRequest, listRequests } from "./request-list.ts";
import type { AdmissionRequest, Outcome } from "./types.ts";
import { readUsageCells, UTC_HOURS } from "./usage.ts";

const all = { start: null, end: null, limit: 100, cursor: null };
const DAY_MS = 86_400_000;

describeOnBothStores("history", (fresh) => {
  const metered = useMetered(fresh, openPlan(100_000));

  async function call(
    caller: Caller,
    { took = 1_500, ...over }: Partial<AdmissionRequest> & { took?: number } = {},
    result: Partial<Outcome> = {},
  ): Promise<string> {
    const hold = await metered.hold(caller, over);
    metered.clock.advance(took);
    await metered.metering.settle(hold, outcome(result));
    return hold.requestId;
  }

  test("a row has every field of the contract", async () => {
    const { metering, newCaller, clock } = metered;
    const caller = await newCaller();
    const started_at = new Date(clock.now()).toISOString();
    const id = await call(
      caller,
      { timeoutSeconds: 120 },
      {
        facts: {
          resultsEnd: "exhausted",
          resultsTotal: 20,
          resolved: { place: "Línea" },
          warnings: ["stream_left"],
          age: 12,
          standIn: null,
          recalled: null,
        },
      },
    );
    const { rows } = await metering.requests(caller, all);
    expect(rows).toEqual([
      {
        id,
        endpoint: "/api/nlretail/products/search",
        cost: 10,
        is_paid: true,
        plan: "free",
        points_left: 99_990,
        started_at,
        duration: 1.5,
        response_status_code: 200,
        response_error_text: null,
        response_count: 20,
        timeout: 120,
        tags: [],
        results_end: "exhausted",
        results_total: 20,
        resolved: { place: "Línea" },
        age: 12,
        stand_in: null,
        recalled: null,
        warnings: ["stream_left"],
      },
    ]);
  });

  test("a failure is a row that cost nothing; a request in flight is not a row yet", async () => {
    const { metering, newCaller, hold } = metered;
    const caller = await newCaller();
    await call(caller, {}, { status: 412, cost: 10, results: 0, errorText: "gone \0 \ud800" });
    await hold(caller);
    const { rows } = await metering.requests(caller, all);
    expect(rows).toMatchObject([{ cost: 0, is_paid: false, response_status_code: 412 }]);
    expect(rows).toMatchObject([{ warnings: [], resolved: null, results_end: null, results_total: null, age: null }]);
    expect(rows[0]!.response_error_text).toMatch(/^gone {2}/);
  });

  test("the cursor neither skips nor repeats while rows arrive, even within one millisecond", async () => {
    const { metering, newCaller } = metered;
    const caller = await newCaller();
    const made: string[] = [];
    for (let row = 0; row < 25; row++) made.push(await call(caller, { took: row % 5 === 0 ? 1 : 0 }));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await metering.requests(caller, { ...all, limit: 4, cursor });
      seen.push(...page.rows.map(({ id }) => id));
      cursor = page.next_cursor;
      await call(caller, { took: 0 });
    } while (cursor !== null);
    expect(seen).toEqual(made.toReversed());
    await expect(metering.requests(caller, { ...all, cursor: "no cursor" })).rejects.toMatchObject({
      cursor: "no cursor",
    });
  });

  test("a page has as many rows as requested, and a cursor only if more follow", async () => {
    const { metering, newCaller } = metered;
    const caller = await newCaller();
    for (let row = 0; row < 5; row++) await call(caller);
    const sizes: Array<[number, boolean]> = [];
    for (const limit of [1, 4, 5, 6]) {
      const { rows, next_cursor } = await metering.requests(caller, { ...all, limit });
      sizes.push([rows.length, next_cursor !== null]);
    }
    expect(sizes).toEqual([
      [1, true],
      [4, true],
      [5, false],
      [5, false],
    ]);
  });

  test("start is inclusive and end exclusive; the count agrees with the list", async () => {
    const { metering, newCaller, clock } = metered;
    const caller = await newCaller();
    const start = clock.now();
    for (let row = 0; row < 3; row++) await call(caller, { took: 1_000 });
    const span = { start: start + 1_000, end: start + 2_000 };
    expect((await metering.requests(caller, { ...all, ...span })).rows).toHaveLength(1);
    expect(await metering.countRequests(caller, span)).toBe(1);
    expect(await metering.countRequests(caller, { start: null, end: null })).toBe(3);
    expect(await metering.countRequests(await newCaller(), { start: null, end: null })).toBe(0);
  });

  test("rows are kept for 90 days and then deleted", async () => {
    const { metering, newCaller, hold, clock } = metered;
    const caller = await newCaller();
    await call(caller);
    clock.advance(89 * DAY_MS);
    await call(caller);
    clock.advance(DAY_MS);
    while ((await metering.maintenance.deleteOld()) > 0);
    expect(await metering.countRequests(caller, { start: null, end: null })).toBe(1);
    // A number is never reused, even when all other rows are deleted.
    const newest = async () => Number((await hold(caller)).id);
    const last = await newest();
    clock.advance(200 * DAY_MS);
    await metering.maintenance.expireHolds();
    while ((await metering.maintenance.deleteOld()) > 0);
    expect(await newest()).toBe(last + 1);
  });

  test("the dashboard's list is filtered by key, operation, status and text, and finds one request", async () => {
    const { newCaller, accounts, store } = metered;
    const caller = await newCaller();
    const second = { ...caller, key: (await accounts.createKey(caller.account.id, { name: "second" })).key };
    await call(caller, { params: { keyword: "100%_Fiets" } });
    await call(second, { endpoint: "/api/stays/hotels/search" }, { status: 500, errorText: "Broken pipe" });
    const id = await call(second, { params: { keyword: "lamp" } });
    const find = async (over: object) => {
      const filter = { accountId: caller.account.id, limit: 10, cursor: null, ...over };
      return (await listRequests(store.db, filter)).requests.length;
    };
    expect(await find({})).toBe(3);
    expect(await find({ keyIds: [second.key.id] })).toBe(2);
    expect(await find({ keyIds: [] })).toBe(0);
    expect(await find({ endpoint: "/api/stays/hotels/search" })).toBe(1);
    expect(await find({ statusClass: 5 })).toBe(1);
    expect(await find({ text: "100%_fiets" })).toBe(1);
    expect(await find({ text: "%" })).toBe(1);
    expect(await find({ text: "broken PIPE" })).toBe(1);
    const details = await findRequest(store.db, caller.account.id, id);
    expect(details).toMatchObject({ id, key_name: "second", params: { keyword: "lamp" }, upstream_pages: 1 });
    expect(await findRequest(store.db, "somebody else", id)).toBeNull();
    const everyone = await readHistory(store.db, { limit: 1, cursor: null });
    expect(everyone.rows[0]!.id).toBe(id);
  });

  test("usage by day, operation and key, and the days' latencies", async () => {
    const { newCaller, store, clock } = metered;
    clock.set(Date.parse("2028-05-01T00:00:00Z"));
    const caller = await newCaller();
    for (let took = 1; took <= 20; took++) {
      await call(caller, { took: took * 100 }, { status: took === 20 ? 408 : 200 });
    }
    clock.set(Date.parse("2028-05-02T10:00:00Z"));
    await call(caller, { took: 70 });
    const filter = { accountId: caller.account.id };
    const { by_time, by_operation } = await readLatencies(store.db, filter);
    expect(by_time).toEqual([
      { day: "2028-05-01", calls: 20, p50_ms: 1_000, p95_ms: 1_900, p99_ms: 2_000 },
      { day: "2028-05-02", calls: 1, p50_ms: 70, p95_ms: 70, p99_ms: 70 },
    ]);
    expect((await readLatencies(store.db, filter, UTC_HOURS)).by_time.at(-1)).toMatchObject({ day: "2028-05-02T10" });
    expect(by_operation).toEqual([
      { endpoint: "/api/nlretail/products/search", calls: 21, p50_ms: 1_000, p95_ms: 1_900, p99_ms: 2_000 },
    ]);
    const first = await readUsageCells(store.db, { ...filter, end: Date.parse("2028-05-02T00:00:00Z") });
    expect(first.map(({ status_class, calls, errors, points }) => [status_class, calls, errors, points])).toEqual([
      [2, 19, 0, 190],
      [4, 1, 1, 0],
    ]);
    expect(await readUsageCells(store.db, { ...filter, start: Date.parse("2028-05-02T00:00:00Z") })).toEqual([
      {
        day: "2028-05-02",
        endpoint: "/api/nlretail/products/search",
        key_id: caller.key.id,
        status_class: 2,
        calls: 1,
        errors: 0,
        points: 10,
        duration_ms: 70,
      },
    ]);
  });
});
