import type { UsageAnswer, UsageCell } from "../../../src/endpoints/dashboard/types.ts";
import type { Series } from "../ui/chart.tsx";
import { requestsOfColumn } from "../ui/chart-columns.ts";

export const measures = {
  calls: "Calls",
  points: "Points",
  errors: "Errors",
  latency: "Latency",
} as const;

export type Measure = keyof typeof measures;

export const groupings = { operation: "By operation", key: "By key", status: "By status", all: "All calls" } as const;
export type Grouping = keyof typeof groupings;

/** Gives an operation or key the same colour whatever its rank, on every page and every day. */
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
const statusColors: Record<string, string> = { "2xx": "#128576", "4xx": "#d9860b", "5xx": "#d64545" };
/** The most series that can be told apart. The smallest are merged into one. */
const MAX = palette.length;

type Sum = "calls" | "points" | "errors";

const amount = (cells: UsageCell[], measure: Sum): number => cells.reduce((all, cell) => all + cell[measure], 0);

/** The chart's series: one per group, largest first. */
export function usageSeries(usage: UsageAnswer, measure: Measure, grouping: Grouping): Series[] {
  if (measure === "latency") return grouping === "operation" ? operationLatencies(usage) : latencySeries(usage);
  const groups = grouped(usage, grouping, measures[measure]);
  const ranked = [...groups].sort(([, a], [, b]) => amount(b, measure) - amount(a, measure));
  const shown =
    ranked.length <= MAX
      ? ranked
      : [...ranked.slice(0, MAX - 1), ["Others", ranked.slice(MAX - 1).flatMap(([, cells]) => cells)] as const];
  const color = colorsOf(shown.map(([name]) => name));
  return shown.map(([name, cells]) => {
    const byDay = Map.groupBy(cells, ({ day }) => day);
    return { name, color: color(name), values: usage.columns.map((day) => amount(byDay.get(day) ?? [], measure)) };
  });
}

function colorsOf(names: string[]): (name: string) => string {
  const taken = new Set<string>();
  const colors = new Map(names.toSorted().map((name) => [name, statusColors[name] ?? colorOf(name, taken)]));
  return (name) => colors.get(name) ?? "";
}

/** One line for each of the most called operations. */
function operationLatencies({ latency, columns }: UsageAnswer): Series[] {
  const busiest = latency.by_operation.toSorted((a, b) => b.calls - a.calls).slice(0, MAX);
  const nameOf = (endpoint: string) => endpoint.replace(/^\/api\//, "");
  const color = colorsOf(busiest.map(({ endpoint }) => nameOf(endpoint)));
  return busiest.map(({ endpoint }) => {
    const byDay = new Map(
      latency.by_both.filter((row) => row.endpoint === endpoint).map((row) => [row.day, row.p95_ms]),
    );
    const name = nameOf(endpoint);
    return { name, color: color(name), values: columns.map((day) => byDay.get(day) ?? Number.NaN) };
  });
}

/** Query parameters of all requests in the response. */
export function requestsOfSpan({ columns }: UsageAnswer): { from?: string; to?: string } {
  const [first, last] = [columns[0], columns.at(-1)];
  if (first === undefined || last === undefined) return {};
  return { from: requestsOfColumn(first).from, to: requestsOfColumn(last).to };
}

/** The cells, grouped as the viewer chose. */
export function grouped(usage: UsageAnswer, grouping: Grouping, all: string): Map<string, UsageCell[]> {
  const names = new Map(usage.keys.map(({ id, name }) => [id, name]));
  const nameOf: Record<Exclude<Grouping, "all">, (cell: UsageCell) => string> = {
    operation: ({ endpoint }) => endpoint.replace(/^\/api\//, ""),
    key: ({ key_id }) => names.get(key_id) ?? "Deleted key",
    status: ({ status_class }) => `${status_class}xx`,
  };
  return grouping === "all" ? new Map([[all, usage.cells]]) : Map.groupBy(usage.cells, nameOf[grouping]);
}

/** Percentiles cannot be summed, so they are lines. */
function latencySeries({ latency, columns }: UsageAnswer): Series[] {
  const byDay = new Map(latency.by_time.map((row) => [row.day, row]));
  const lines = [
    ["p50", "p50_ms", "#128576"],
    ["p95", "p95_ms", "#d9860b"],
    ["p99", "p99_ms", "#c2447a"],
  ] as const;
  return lines.map(([name, field, color]) => ({
    name,
    color,
    values: columns.map((day) => byDay.get(day)?.[field] ?? Number.NaN),
  }));
}
