import type { UsageAnswer, UsageCell } from "../../src/dashboard-api/api-types.ts";
import type { Series } from "./parts/bar-chart.tsx";

export const measures = {
  calls: "Calls",
  points: "Points",
  errors: "Errors",
  latency: "Mean latency",
} as const;

export type Measure = keyof typeof measures;

export const groupings = { operation: "operation", key: "key", all: "nothing" } as const;
export type Grouping = keyof typeof groupings;

/** The same operation or key has the same colour whatever its rank, on every page and every day. */
function colorOf(name: string, taken: Set<string>): string {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + character.codePointAt(0)!) >>> 0;
  for (let step = 0; step < palette.length; step++) {
    const color = palette[(hash + step) % palette.length]!;
    if (taken.has(color)) continue;
    taken.add(color);
    return color;
  }
  return palette[hash % palette.length]!;
}

const palette = ["#128576", "#d9860b", "#5b6ee1", "#c2447a", "#5a8f29", "#8b5cd6", "#2f8fc4", "#7d7a70"];
/** More series than this cannot be told apart; the smallest are drawn as one. */
const MOST = palette.length;

const DAY = 86_400_000;

/** Every day of the span, oldest first, also those without a call. */
export const daysOf = ({ today, days }: Pick<UsageAnswer, "today" | "days">): string[] =>
  Array.from({ length: days }, (_, index) =>
    new Date(Date.parse(today) - (days - 1 - index) * DAY).toISOString().slice(0, 10),
  );

const amountOf = (cells: UsageCell[], measure: Measure): number => {
  const sum = (field: "calls" | "points" | "errors" | "duration_ms") =>
    cells.reduce((all, cell) => all + cell[field], 0);
  if (measure !== "latency") return sum(measure);
  const calls = sum("calls");
  return calls === 0 ? 0 : sum("duration_ms") / calls;
};

/** The chart's series: one a group, largest first. A mean cannot be stacked, so latency is one series. */
export function seriesOf(usage: UsageAnswer, measure: Measure, grouping: Grouping): Series[] {
  const days = daysOf(usage);
  const names = new Map(usage.keys.map(({ id, name }) => [id, name]));
  const nameOf = (cell: UsageCell) =>
    grouping === "operation" ? cell.endpoint.replace(/^\/api\//, "") : (names.get(cell.key_id) ?? "Deleted key");
  const groups =
    measure === "latency" || grouping === "all"
      ? new Map([[measures[measure], usage.cells]])
      : Map.groupBy(usage.cells, nameOf);
  const ranked = [...groups].sort(([, a], [, b]) => amountOf(b, measure) - amountOf(a, measure));
  const shown =
    ranked.length <= MOST
      ? ranked
      : [...ranked.slice(0, MOST - 1), ["Others", ranked.slice(MOST - 1).flatMap(([, cells]) => cells)] as const];
  const taken = new Set<string>();
  const colors = new Map(
    shown
      .map(([name]) => name)
      .sort()
      .map((name) => [name, colorOf(name, taken)]),
  );
  return shown.map(([name, cells]) => {
    const byDay = Map.groupBy(cells, ({ day }) => day);
    return { name, color: colors.get(name)!, values: days.map((day) => amountOf(byDay.get(day) ?? [], measure)) };
  });
}
