import { formatDay, timeWithZone } from "./format.ts";

/** The service names a column by its UTC day, `2026-11-16`, or its hour, `2026-11-16T13`. */
const HOUR_MS = 3_600_000;
const isHour = (column: string): boolean => column.includes("T");

/** The time that a column stands for. */
export function spanOfColumn(column: string): { start: number; end: number } {
  const start = Date.parse(isHour(column) ? `${column}:00Z` : `${column}T00:00Z`);
  return { start, end: start + (isHour(column) ? HOUR_MS : 24 * HOUR_MS) };
}

const hour = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** An hour on the viewer's clock, or the day: for the axis. */
export const shortColumn = (column: string): string =>
  isHour(column) ? hour.format(spanOfColumn(column).start) : formatDay(column).replace(/ \d{4}$/, "");

/** The same in full: for the tooltip. */
export const longColumn = (column: string): string =>
  isHour(column) ? timeWithZone(spanOfColumn(column).start) : `${formatDay(column)} (UTC)`;

/** What clock the columns have, for the line below a chart. */
export function clockNote(columns: string[]): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const last = columns.at(-1);
  if (last === undefined || isHour(last) || zone === "UTC") return `Time zone: ${zone}.`;
  return `Days begin at 00:00 UTC, as rate limits do: at ${hour.format(spanOfColumn(last).start)} in ${zone}.`;
}

/** The query of the requests that a column counts. */
export const requestsOfColumn = (column: string): { from: string; to: string } => {
  const { start, end } = spanOfColumn(column);
  return { from: new Date(start).toISOString(), to: new Date(end).toISOString() };
};
