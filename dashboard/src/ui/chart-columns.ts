import { dateFormat, formatDay, timeWithZone } from "./format.ts";

/** What a chart has over one place of its axis. */
export interface ChartColumn {
  name: string;
  /** On the axis. */
  label: string;
  /** The same in full, for the tooltip and the table. */
  title: string;
  /** The same time in UTC, where the viewer's clock shows another. */
  utc: string | null;
  /** What it leads to. */
  href: string | null;
}

const HOUR_MS = 3_600_000;
const isHour = (name: string): boolean => name.includes("T");

/** The service names a day of the viewer's clock `2026-11-16`, and an hour of UTC `2026-11-16T13`. */
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

/** The columns of days or hours, each with what it leads to. */
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

/** A column for one moment: a run, a change. */
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

/** The query of the requests that a column counts. */
export const requestsOfColumn = (name: string): { from: string; to: string } => {
  const { start, end } = spanOfColumn(name);
  return { from: new Date(start).toISOString(), to: new Date(end).toISOString() };
};
