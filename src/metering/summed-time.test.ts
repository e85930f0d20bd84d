import { expect, test } from "vitest";
import { useMetered } from "../../test/support/metering/metered.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import { countHistory } from "./history.ts";
import type { HistoryFilter } from "./history-filter.ts";
import { readLatencies } from "./latency.ts";
import type { Bucket } from "./summed-time.ts";
import { readUsageCells, UTC_DAYS, UTC_HOURS } from "./usage.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const at = (text: string): number => Date.parse(`2027-09-${text}Z`);
const hourOf = (text: string): number => at(text) / HOUR_MS;
const dayOf = (text: string): number => at(`${text}T00:00:00`) / DAY_MS;

/** Mixed requests at odd times; the same in every run. */
function mixedRows(start: number, end: number, count: number) {
  return Array.from({ length: count }, (_, nth) => {
    const started_at = start + Math.floor(((end - start) * (nth + 0.37)) / count);
    const source = ["a", "b", "c"][nth % 3]!;
    const status = [500, 412, 200, 200, 200, 200, 200][nth % 7]!;
    return {
      request_id: `r${nth}`,
      account_id: `mixed-${nth % 2}`,
      key_id: `key-${nth % 4}`,
      endpoint: `/api/${source}`,
      source,
      door: "http",
      plan: "free",
      held: 1,
      timeout: 60,
      params: `word ${nth % 10}`,
      expires_at: started_at,
      started_at,
      ended_at: (started_at + ((nth * 7919) % 150_000)) as number | null,
      status: status as number | null,
      cost: status === 200 ? 10 : 0,
    };
  });
}
type Row = ReturnType<typeof mixedRows>[number];

const passes = (row: Row, filter: HistoryFilter): boolean =>
  row.ended_at !== null &&
  row.started_at >= filter.start! &&
  row.started_at < (filter.end ?? Number.POSITIVE_INFINITY) &&
  (filter.accountId ?? row.account_id) === row.account_id &&
  (filter.endpoint ?? row.endpoint) === row.endpoint &&
  (filter.keyIds ?? [row.key_id]).includes(row.key_id) &&
  (filter.sources ?? [row.source]).includes(row.source) &&
  (filter.statusClass ?? Math.floor(row.status! / 100)) === Math.floor(row.status! / 100) &&
  row.params.includes(filter.text ?? "");

/** The lower bound of a duration's step. */
function stepOf(ms: number): number {
  const sizes: Array<[number, number]> = [
    [100, 1],
    [1_000, 5],
    [10_000, 50],
    [100_000, 500],
  ];
  const [, size] = sizes.find(([below]) => ms < below) ?? [0, 5_000];
  return ms - (ms % size);
}

/** The local day or hour. */
function nameOf({ span, offsets }: Bucket, at: number): string {
  const { ahead } = offsets.find(({ start, end }) => at >= start && at < end)!;
  return new Date(at + ahead).toISOString().slice(0, span === "hour" ? 13 : 10);
}

/** Days of clocks that are ahead by `before` hours, and by `after` from the 12th at 05:20 on. */
const daysOf = (before: number, after: number): Bucket => ({
  span: "day",
  offsets: [
    { start: at("01T00:00:00"), end: at("12T05:20:00"), ahead: before * HOUR_MS },
    { start: at("12T05:20:00"), end: at("20T00:00:00"), ahead: after * HOUR_MS },
  ],
});

/** Computes figures from the rows, without any sums. */
function figuresOf(rows: Row[], bucket: Bucket) {
  const cells = Map.groupBy(rows, (row) =>
    [nameOf(bucket, row.started_at), row.endpoint, row.key_id, Math.floor(row.status! / 100)].join(),
  );
  const latency = (name: (row: Row) => string) =>
    [...Map.groupBy(rows, name)]
      .map(([of, all]) => {
        const sorted = all.map((row) => stepOf(row.ended_at! - row.started_at)).sort((a, b) => a - b);
        const share = (hundredths: number) => sorted[Math.ceil((sorted.length * hundredths) / 100) - 1];
        return [of, all.length, share(50), share(95), share(99)].join();
      })
      .sort();
  return {
    count: rows.length,
    cells: [...cells]
      .map(([of, all]) => {
        const sum = (figure: (row: Row) => number) => all.reduce((total, row) => total + figure(row), 0);
        const errors = sum(({ status }) => Number(status! >= 400));
        return [of, all.length, errors, sum(({ cost }) => cost), sum((row) => row.ended_at! - row.started_at)].join();
      })
      .sort(),
    byTime: latency((row) => nameOf(bucket, row.started_at)),
    byOperation: latency((row) => row.endpoint),
  };
}

describeOnBothStores("figures of a time range", (fresh) => {
  const metered = useMetered(fresh);

  async function readFigures(filter: HistoryFilter, bucket: Bucket) {
    const { db } = metered.store;
    const join = (row: object) => Object.values(row).join();
    const cells = await readUsageCells(db, filter, bucket);
    const { by_time: byTime, by_operation: byOperation } = await readLatencies(db, filter, bucket);
    return {
      count: await countHistory(db, filter),
      cells: cells.map((c) =>
        join([c.day, c.endpoint, c.key_id, c.status_class, c.calls, c.errors, c.points, c.duration_ms]),
      ),
      byTime: byTime.map((l) => join([l.day, l.calls, l.p50_ms, l.p95_ms, l.p99_ms])).sort(),
      byOperation: byOperation.map((l) => join([l.endpoint, l.calls, l.p50_ms, l.p95_ms, l.p99_ms])).sort(),
    };
  }

  test("equal those of the rows, in order, whatever is already summed up, from and to any minute", async () => {
    const { clock, store, metering } = metered;
    const { closeDay, closeHour, deleteOld } = metering.maintenance;
    const rows = mixedRows(at("10T00:00:00"), at("14T00:40:00"), 400);
    // One request of the 13th and one of a minute ago have not ended.
    const late = rows.findIndex(({ started_at }) => started_at > at("13T15:00:00"));
    const running = new Set([late, rows.length - 1]);
    const now = rows.map((row, nth) => (running.has(nth) ? { ...row, ended_at: null, status: null, cost: 0 } : row));
    await store.db.insertInto("requests").values(now).execute();
    const mine = { accountId: "mixed-1" };
    const looks: Array<[Bucket, HistoryFilter]> = [
      [UTC_DAYS, { ...mine, start: at("10T00:00:00") }],
      [UTC_DAYS, { start: at("10T05:17:23"), endpoint: "/api/a", statusClass: 2 }],
      [UTC_DAYS, { ...mine, start: at("10T17:05:01"), end: at("12T06:59:59") }],
      [UTC_DAYS, { ...mine, start: at("11T03:03:03"), end: at("11T22:22:22"), sources: ["b"] }],
      [UTC_DAYS, { ...mine, start: at("11T13:00:00"), end: at("11T14:30:00") }],
      [UTC_HOURS, { ...mine, start: at("12T23:40:00"), end: at("14T00:20:00") }],
      [UTC_HOURS, { start: at("13T00:40:00"), keyIds: ["key-1", "key-2"] }],
      [daysOf(-5, -5), { ...mine, start: at("10T04:00:00") }],
      [daysOf(5.5, 5.5), { ...mine, start: at("10T18:30:00"), endpoint: "/api/b" }],
      [daysOf(2, 1), { start: at("10T12:00:00"), keyIds: ["key-3"] }],
      [UTC_DAYS, { start: at("12T00:00:00"), keyIds: [] }],
      [UTC_DAYS, { start: at("12T09:30:00"), text: "word 7" }],
    ];
    const agree = async (kept: Row[], some = looks) => {
      for (const [bucket, filter] of some) {
        const wanted = figuresOf(
          kept.filter((row) => passes(row, filter)),
          bucket,
        );
        expect({ filter, bucket, ...(await readFigures(filter, bucket)) }).toEqual({ filter, bucket, ...wanted });
      }
    };
    const closeAll = async (close: () => Promise<number | null>) => {
      const closed: number[] = [];
      for (let next = await close(); next !== null; next = await close()) closed.push(next);
      return closed;
    };

    // Half an hour after its end, newest first, as far back as rows are kept; not the hour with a running request.
    clock.set(at("14T00:40:00"));
    const hours = await closeAll(closeHour);
    expect(hours[0]).toBe(hourOf("13T23:00:00"));
    expect(hours.at(-1)).toBe(hourOf("10T00:00:00"));
    expect(hours).toHaveLength(95);
    expect(hours).not.toContain(hourOf("13T15:00:00"));
    await agree(now);
    // An hour has to pass before a day is over; the 13th has a running request.
    clock.set(at("14T01:10:00"));
    expect([await closeDay(), await closeDay(), await closeDay()]).toEqual([dayOf("12"), dayOf("11"), dayOf("10")]);
    await agree(now);
    // It ends late, but is not lost.
    const { ended_at, status, cost } = rows[late]!;
    await store.db
      .updateTable("requests")
      .where("request_id", "=", `r${late}`)
      .set({ ended_at, status, cost })
      .execute();
    const settled = now.with(late, rows[late]!);
    const all: typeof looks = [
      [UTC_DAYS, { start: at("10T00:00:00") }],
      [UTC_DAYS, { ...mine, start: at("10T00:00:00") }],
    ];
    await agree(settled, all);
    expect(await closeAll(closeHour)).toEqual([hourOf("13T15:00:00")]);
    // Shows that sums are used: deleted rows are still counted, for days and hours.
    await store.db.deleteFrom("requests").where("started_at", "<", at("14T00:00:00")).execute();
    await agree(settled, all);
    // Sums expire with their rows.
    clock.set(at("13T12:30:00") + 90 * DAY_MS);
    await deleteOld();
    const [oldest] = await store.db.selectFrom("closed_hours").orderBy("hour").select("hour").execute();
    expect(Number(oldest!.hour)).toBe(hourOf("13T13:00:00"));
  });
});
