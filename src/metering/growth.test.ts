import { expect, test } from "vitest";
import { useMetered } from "../../test/support/metering/metered.ts";
import { openPlan } from "../../test/support/metering/open-plan.ts";
import { requestRow } from "../../test/support/metering/request-row.ts";
import { outcome } from "../../test/support/metering/requests.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import type { Caller } from "../accounts/types.ts";
import { countHistory, readPage } from "./history.ts";
import { readLatencies } from "./latency.ts";
import { readUsageCells, UTC_HOURS } from "./usage.ts";

const DAY_MS = 86_400_000;

describeOnBothStores("a growing store", (fresh) => {
  const metered = useMetered(fresh, openPlan(100_000));
  const call = async (caller: Caller, over = {}, ended = {}) =>
    metered.metering.settle(await metered.hold(caller, over), outcome(ended));

  test("a past day is counted from its sums, and equals its rows", async () => {
    const { clock, store, metering, newCaller } = metered;
    clock.set(Date.parse("2027-06-01T10:00:00Z"));
    const [caller, other] = [await newCaller(), await newCaller()];
    for (const day of [1, 2, 3]) {
      clock.set(Date.parse(`2027-06-0${day}T10:00:00Z`));
      for (let nth = 0; nth < day; nth++) {
        const hold = await metered.hold(caller);
        clock.advance(1_234 * (nth + 1));
        await metering.settle(hold, outcome());
      }
      await call(caller, { endpoint: "/api/stays/hotels/search", source: "stays" }, { status: 500, cost: 0 });
      await call(other);
    }
    const filters = [
      {},
      { start: Date.parse("2027-06-01T11:00:00Z") },
      { start: Date.parse("2027-06-02T00:00:00Z"), end: Date.parse("2027-06-03T10:30:00Z") },
      { sources: ["stays"] },
      { statusClass: 5 },
    ].map((filter) => ({ accountId: caller.account.id, ...filter }));
    const look = async () => [
      ...(await Promise.all(filters.map((filter) => countHistory(store.db, filter)))),
      await readUsageCells(store.db, filters[0]!),
      await readLatencies(store.db, filters[0]!, UTC_HOURS),
      await readLatencies(store.db, filters[0]!),
    ];
    const before = await look();
    expect(before.slice(0, 5)).toEqual([9, 7, 7, 3, 3]);
    expect(before.at(-1)).toMatchObject({
      by_time: expect.arrayContaining([{ day: "2027-06-03", calls: 4, p50_ms: 1_200, p95_ms: 3_700, p99_ms: 3_700 }]),
      by_operation: [{ endpoint: "/api/nlretail/products/search" }, { endpoint: "/api/stays/hotels/search" }],
    });
    // The third is not over yet.
    expect(await metering.maintenance.closeDay()).toBe(Date.parse("2027-06-02") / DAY_MS);
    expect(await look()).toEqual(before);
    clock.set(Date.parse("2027-06-04T02:00:00Z"));
    expect(await metering.maintenance.closeDay()).toBe(Date.parse("2027-06-03") / DAY_MS);
    expect(await metering.maintenance.closeDay()).toBe(Date.parse("2027-06-01") / DAY_MS);
    expect(await look()).toEqual(before);
    // Shows that sums are used: deleted rows are still counted.
    await store.db.deleteFrom("requests").where("account_id", "=", caller.account.id).execute();
    expect(await countHistory(store.db, filters[0]!)).toBe(9);
  });

  test("entries older than 13 months become one, and still sum to the balance", async () => {
    const { clock, store, metering, newCaller, accounts } = metered;
    clock.set(Date.parse("2028-01-01T00:00:00Z"));
    const caller = await newCaller();
    for (let nth = 0; nth < 5; nth++) await call(caller);
    clock.set(Date.parse("2029-02-20T10:00:00Z"));
    await call(caller);
    const before = await accounts.ledgerOf(caller.account.id);
    expect(before).toHaveLength(13);
    // Others' entries are older; these are not 13 months old until the month is over.
    await metering.maintenance.rollUp();
    expect(await accounts.ledgerOf(caller.account.id)).toEqual(before);
    clock.set(Date.parse("2029-03-01T00:00:00Z"));
    expect(await metering.maintenance.rollUp()).toBeGreaterThanOrEqual(10);
    const after = await accounts.ledgerOf(caller.account.id);
    expect(after.map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
      ...before.slice(0, 2).map(({ kind, amount, balance }) => [kind, amount, balance]),
      ["carried", 99_950, 99_950],
    ]);
    expect(await metering.maintenance.rollUp()).toBe(0);
    const { points } = await metering.peek(caller);
    expect(after.reduce((sum, { amount }) => sum + amount, 0)).toBe(points);
    const sums = await store.db
      .selectFrom("ledger")
      .innerJoin("balances", "balances.account_id", "ledger.account_id")
      .groupBy(["ledger.account_id", "balances.points"])
      .select(({ fn }) => ["balances.points", fn.sum<number>("amount").as("entries")])
      .execute();
    for (const { points: balance, entries } of sums) expect(Number(entries)).toBe(Number(balance));
  });

  test("a filter that few rows pass reads a bounded number of them, and its cursor continues after those", async () => {
    const { store } = metered;
    const odd = new Map([
      [5, "needle"],
      [20, "hay pin"],
      [21, "hay pin"],
    ]);
    const rows = Array.from({ length: 5_020 }, (_, nth) =>
      requestRow({
        request_id: `r${nth}`,
        account_id: "busy",
        params: odd.get(nth) ?? "hay",
        started_at: nth,
        ended_at: nth + 1,
      }),
    );
    for (let at = 0; at < rows.length; at += 1_000) {
      await store.db
        .insertInto("requests")
        .values(rows.slice(at, at + 1_000))
        .execute();
    }
    const found = await readPage(store.db, { accountId: "busy", text: "needle", limit: 5, cursor: null });
    expect(found).toMatchObject({ rows: [{ request_id: "r5" }], cursor: null });
    const hay = await readPage(store.db, { accountId: "busy", text: "hay", limit: 5, cursor: null });
    expect(hay.rows.map(({ request_id }) => request_id)).toEqual(["r5019", "r5018", "r5017", "r5016", "r5015"]);
    const one = { ...rows[0]!, request_id: "newest", params: "needle", started_at: 20_000, ended_at: 20_001 };
    await store.db.insertInto("requests").values(one).execute();
    const first = await readPage(store.db, { accountId: "busy", text: "needle", limit: 5, cursor: null });
    expect(first.rows.map(({ request_id }) => request_id)).toEqual(["newest"]);
    const next = await readPage(store.db, { accountId: "busy", text: "needle", limit: 5, cursor: first.cursor });
    expect(next).toMatchObject({ rows: [{ request_id: "r5" }], cursor: null });
    // The last row of one scan and the first of the next: neither is skipped or repeated.
    const last = await readPage(store.db, { accountId: "busy", text: "pin", limit: 5, cursor: null });
    expect(last.rows.map(({ request_id }) => request_id)).toEqual(["r21"]);
    const behind = await readPage(store.db, { accountId: "busy", text: "pin", limit: 5, cursor: last.cursor });
    expect(behind).toMatchObject({ rows: [{ request_id: "r20" }], cursor: null });
  });
});
