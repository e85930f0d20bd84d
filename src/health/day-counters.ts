import type { RunReport } from "../extraction/types.ts";
import type { Row } from "../store/schema.ts";
import { failureKind } from "./failures.ts";

const BOUNDS_MS = [250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000] as const;
export type DayCounts = Omit<Row<"health_days">, "day" | "operation">;

/** Upper bounds in milliseconds with their columns, lowest first. */
export const latencyColumns = BOUNDS_MS.map((ms) => [ms, `under_${ms}`] as const);

export const countNames: ReadonlyArray<keyof DayCounts> = [
  "calls",
  "failures",
  "blocked",
  "unreadable",
  "not_responding",
  "timeouts",
  "records",
  "pages",
  "ms",
  ...latencyColumns.map(([, column]) => column),
];

export interface DayRow {
  day: string;
  operation: string;
  counts: DayCounts;
}

export const noCounts = (): DayCounts =>
  Object.fromEntries(countNames.map((name) => [name, 0])) as unknown as DayCounts;

export const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Counts runs by day and operation until they are written. */
export class DayCounters {
  #waiting = new Map<string, DayRow>();

  add({ operation, ms, stats, error }: RunReport, now: number): void {
    const { counts } = this.#rowOf(operation.path, now);
    const kind = error ? failureKind(error.code) : null;
    counts.calls++;
    counts.records += stats.records;
    counts.pages += stats.pages;
    counts.ms += Math.round(ms);
    for (const [bound, column] of latencyColumns) if (ms < bound) counts[column]++;
    if (kind) {
      counts.failures++;
      counts[kind === "timeout" ? "timeouts" : kind]++;
    }
  }

  #rowOf(operation: string, now: number): DayRow {
    const day = utcDay(now);
    const key = `${day} ${operation}`;
    const row = this.#waiting.get(key) ?? { day, operation, counts: noCounts() };
    this.#waiting.set(key, row);
    return row;
  }

  take(): DayRow[] {
    const rows = [...this.#waiting.values()];
    this.#waiting = new Map();
    return rows;
  }

  /** Returns counts that could not be written, to be added to the next. */
  putBack(rows: DayRow[]): void {
    for (const row of rows) {
      const key = `${row.day} ${row.operation}`;
      const newer = this.#waiting.get(key);
      if (!newer) this.#waiting.set(key, row);
      else for (const name of countNames) newer.counts[name] += row.counts[name];
    }
  }
}
