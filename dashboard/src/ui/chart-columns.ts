import { dateFormat, formatDay, timeWithZone } from "./format.ts";

/** One position on a chart's axis. */
export interface ChartColumn {
  name: string;
  /** Text on the axis. */
  label: string;
  /** Full text, for the tooltip and the table. */
  title: string;
  /** The time in UTC, if the viewer's time zone differs. */
  utc: string | null;
  /** The page it opens. */
  href: string | null;
  /** What is special about it, shown with a mark. */
  mark?: string;
}

const HOUR_MS = 3_600_000;
const isHour = (name: string): boolean => name.includes("T");

/** The range of a column. The service names days in the viewer's time zone `2026-11-16` and hours in UTC `2026-11-16T13`. */
export function spanOfColumn(name: string): { start: number; end: number } {
  if (isHour(name)) {
    const start = Date.parse(`${name}:00Z`);
    return { start, end: start + HOUR_MS };
  }
  const end = new Date(`${name}T00:00`);
  end.setDate(end.getDate() + 1);
  return { start: Date.parse(`${name}T00:00`), end: end.getTime() };
}

const clock = { hour: "2-digit", minute: "2-digit" } as const;
const hour = dateFormat(clock);
const utcSpan = dateFormat({ day: "numeric", month: "short", ...clock, timeZone: "UTC" });

/** Columns for days or hours, each with a link. */
export const timeColumns = (names: string[], hrefOf: (time: { from: string; to: string }) => string): ChartColumn[] =>
  names.map((name) => {
    const { start, end } = spanOfColumn(name);
    const isUtc = new Date(start).getTimezoneOffset() === 0;
    return {
      name,
      label: isHour(name) ? hour().format(start) : formatDay(name).replace(/ \d{4}$/, ""),
      title: isHour(name) ? `${formatDay(localDay(start))}, ${hour().format(start)}` : formatDay(name),
      utc: isUtc ? null : `${utcSpan().formatRange(start, end)} UTC`,
      href: hrefOf(requestsOfColumn(name)),
    };
  });

/** A column for one moment, such as a run or a change. */
export const momentColumn = (at: number, href: string | null = null): ChartColumn => ({
  name: String(at),
  label: formatDay(localDay(at)).replace(/ \d{4}$/, ""),
  title: timeWithZone(at),
  utc: null,
  href,
});

const localDay = (at: number): string => {
  const date = new Date(at);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
};

/** Query parameters of the requests that a column counts. */
export const requestsOfColumn = (name: string): { from: string; to: string } => {
  const { start, end } = spanOfColumn(name);
  return { from: new Date(start).toISOString(), to: new Date(end).toISOString() };
};
