import { expect, test } from "vitest";
import { useMetered } from "../../test/support/metering/metered.ts";
import { requestRow } from "../../test/support/metering/request-row.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import { choosePointsLevels, readPointsLevels } from "./alert-settings.ts";
import { closeNextDay } from "./closed-spans.ts";
import { countHistory } from "./history.ts";
import { readLatencies } from "./latency.ts";
import { readUsageCells, UTC_HOURS } from "./usage.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const FIRST = Date.parse("2027-06-01") / DAY_MS;
const at = (day: number, hours = 0) => (FIRST + day) * DAY_MS + hours * HOUR_MS;

describeOnBothStores("past days", (fresh) => {
  const metered = useMetered(fresh);

  /** Inserts rows into the history; `took` in milliseconds. */
  async function rows(account_id: string, list: Array<{ at: number; took?: number; over?: object }>) {
    const values = list.map(({ at: started_at, took = 100, over }) =>
      requestRow({ request_id: crypto.randomUUID(), account_id, started_at, ended_at: started_at + took, ...over }),
    );
    await metered.store.db.insertInto("requests").values(values).execute();
  }
  const close = (now: number, kept = 90 * DAY_MS) => closeNextDay(metered.store.db, now, kept);
  const closed = async () =>
    (await metered.store.db.selectFrom("closed_days").orderBy("day").select("day").execute()).map(
      ({ day }) => Number(day) - FIRST,
    );

  test("past days are closed an hour after their end, the newest first, as far back as rows are kept", async () => {
    const kept = 2 * DAY_MS + HOUR_MS;
    expect(await close(at(10, 1) - 1, kept)).toBe(FIRST + 8);
    expect(await close(at(10, 1), kept)).toBe(FIRST + 9);
    expect(await close(at(10, 1), kept)).toBeNull();
    expect(await closed()).toEqual([8, 9]);
    // A day whose first rows have expired is no longer summed up.
    expect(await close(at(10, 1), 3 * DAY_MS)).toBeNull();
    expect(await close(at(10, 1), 3 * DAY_MS + HOUR_MS)).toBe(FIRST + 7);
  });

  test("stay open while one of their requests has not ended", async () => {
    await rows("open", [{ at: at(20, 23), over: { ended_at: null, status: null } }]);
    expect(await close(at(22, 1), 2 * DAY_MS + HOUR_MS)).toBe(FIRST + 21);
    expect(await close(at(22, 1), 2 * DAY_MS + HOUR_MS)).toBeNull();
    await metered.store.db
      .updateTable("requests")
      .set({ ended_at: at(22), status: 200 })
      .where("account_id", "=", "open")
      .execute();
    expect(await close(at(22, 1), 2 * DAY_MS + HOUR_MS)).toBe(FIRST + 20);
  });

  test("past days are counted by account, key, source, operation and status class, like their rows", async () => {
    const { db } = metered.store;
    await db.deleteFrom("closed_days").execute();
    await rows("counted", [
      { at: at(40, 1), took: 100 },
      { at: at(40, 2), took: 300, over: { key_id: "k2" } },
      { at: at(40, 3), took: 50, over: { status: 404, cost: 0 } },
      { at: at(40, 4), took: 70, over: { status: 399, endpoint: "/api/y", source: "y" } },
      { at: at(41) - 1, over: { status: 500, cost: 0 } },
      { at: at(41), over: { status: 200 } },
    ]);
    await rows("another", [{ at: at(40, 1) }]);
    const mine = { accountId: "counted" };
    const filters = [
      {},
      { keyIds: ["k2"] },
      { keyIds: [] },
      { sources: ["y"] },
      { sources: [] },
      { endpoint: "/api/y" },
      { statusClass: 4 },
      { start: at(40), end: at(41) },
    ];
    const counts = () => Promise.all(filters.map((filter) => countHistory(db, { ...mine, ...filter })));
    const cells = () => readUsageCells(db, mine);
    const before = [await counts(), await cells()];
    expect(before[0]).toEqual([6, 1, 0, 1, 0, 1, 1, 5]);
    const cell = (over: object) => ({
      day: "2027-07-11",
      endpoint: "/api/x",
      key_id: "k",
      status_class: 2,
      calls: 1,
      errors: 0,
      points: 2,
      duration_ms: 100,
      ...over,
    });
    expect(before[1]).toEqual([
      cell({}),
      cell({ status_class: 4, errors: 1, points: 0, duration_ms: 50 }),
      cell({ status_class: 5, errors: 1, points: 0 }),
      cell({ key_id: "k2", duration_ms: 300 }),
      cell({ endpoint: "/api/y", status_class: 3, duration_ms: 70 }),
      cell({ day: "2027-07-12" }),
    ]);
    expect(await close(at(41, 2), DAY_MS)).toBeNull();
    expect(await close(at(41, 2), 2 * DAY_MS)).toBe(FIRST + 40);
    expect([await counts(), await cells()]).toEqual(before);
    expect((await readUsageCells(db, mine, UTC_HOURS)).map(({ day }) => day)).toEqual([
      "2027-07-11T01",
      "2027-07-11T02",
      "2027-07-11T03",
      "2027-07-11T04",
      "2027-07-11T23",
      "2027-07-12T00",
    ]);
    const { by_time: hours } = await readLatencies(db, { ...mine, end: at(40, 4) }, UTC_HOURS);
    expect(hours.map(({ day, calls }) => [day, calls])).toEqual([
      ["2027-07-11T01", 1],
      ["2027-07-11T02", 1],
      ["2027-07-11T03", 1],
    ]);
    expect(
      (await readLatencies(db, mine, UTC_HOURS)).by_operation.map(({ endpoint, calls }) => [endpoint, calls]),
    ).toEqual([
      ["/api/x", 5],
      ["/api/y", 1],
    ]);
  });

  test("give latency percentiles (50, 95, 99) from sums and rows together", async () => {
    const { db } = metered.store;
    const mine = { accountId: "timed" };
    const calls = (day: number, tooks: number[]) =>
      rows(
        "timed",
        tooks.map((took, nth) => ({ at: at(day, 1) + nth, took })),
      );
    await calls(50, [...Array(95).fill(10), ...Array(4).fill(20), 30]);
    const [only] = (await readLatencies(db, mine)).by_time;
    expect(only).toMatchObject({ calls: 100, p50_ms: 10, p95_ms: 10, p99_ms: 20 });
    await calls(51, [...Array(49).fill(10), ...Array(51).fill(40)]);
    const look = async () => {
      const { by_time, by_operation } = await readLatencies(db, mine);
      return [by_time, by_operation];
    };
    const before = await look();
    expect(before[0]![1]).toMatchObject({ calls: 100, p50_ms: 40, p95_ms: 40 });
    expect(before[1]).toMatchObject([{ endpoint: "/api/x", calls: 200, p50_ms: 10, p95_ms: 40, p99_ms: 40 }]);
    expect(await close(at(51, 2), 2 * DAY_MS)).toBe(FIRST + 50);
    expect(await look()).toEqual(before);
  });

  test("an owner gets a mail at every level, or at the chosen ones", async () => {
    const { db } = metered.store;
    const { id } = (await metered.newCaller()).account;
    expect(await readPointsLevels(db, id)).toEqual([80, 95, 100]);
    await choosePointsLevels(db, id, [100, 80, 7]);
    expect(await readPointsLevels(db, id)).toEqual([80, 100]);
    await choosePointsLevels(db, id, []);
    expect(await readPointsLevels(db, id)).toEqual([]);
    expect(await readPointsLevels(db, "another")).toEqual([80, 95, 100]);
  });
});
