/** Creates a value on first use. A formatter takes the browser milliseconds, and no page needs all of them. */
export function whenUsed<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

const longTime = {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
} as const;
const number = whenUsed(() => new Intl.NumberFormat("en-US"));
const relative = whenUsed(() => new Intl.RelativeTimeFormat("en", { numeric: "auto" }));

export const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  whenUsed(() => new Intl.DateTimeFormat("en-GB", options));
export const viewerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const time = dateFormat({ dateStyle: "medium", timeStyle: "medium" });
const moment = dateFormat({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", second: "2-digit" });
const zoned = dateFormat({ ...longTime, timeZoneName: "short" });
const utc = dateFormat({ ...longTime, timeZone: "UTC", timeZoneName: "short" });
const date = dateFormat({ dateStyle: "medium" });
const utcDate = dateFormat({ dateStyle: "medium", timeZone: "UTC" });

export const formatNumber = (value: number) => number().format(value);
export const formatTime = (at: number) => time().format(at);
/** "16 Nov, 10:04:11", for lists that do not go back a year. */
export const formatMoment = (at: number) => moment().format(at);
/** "16 Nov 2026, 10:04:11 GMT-5 · 15:04:11 UTC", for the title of any time. */
export const timeWithZone = (at: number) => `${zoned().format(at)} · ${utc().format(at)}`;
export const formatDate = (at: number) => date().format(at);

/** Formats a day such as `2026-11-16`, independent of the time zone. */
export const formatDay = (day: string) => utcDate().format(Date.parse(`${day}T00:00Z`));

export const plural = (count: number, one: string, many = `${one}s`) =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

const steps = [
  ["second", 60],
  ["minute", 60],
  ["hour", 24],
  ["day", 30],
  ["month", 12],
  ["year", Number.POSITIVE_INFINITY],
] as const;

/** For example "3 minutes ago" or "in 2 days". */
export function formatAgo(at: number, now = Date.now()): string {
  let amount = (at - now) / 1000;
  for (const [unit, size] of steps) {
    if (Math.abs(Math.round(amount)) < size) return relative().format(Math.round(amount), unit);
    amount /= size;
  }
  return formatDate(at);
}

export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

const spelled: Record<string, string> = {
  id: "ID",
  ids: "IDs",
  url: "URL",
  checkin: "check-in",
  checkout: "check-out",
};

/** Turns `min_review_score` into "Min review score". */
export function humanise(name: string): string {
  const words = name
    .replace(/^@/, "")
    .replaceAll("_", " ")
    .replaceAll(/\w+/g, (word) => spelled[word] ?? word);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const windowLabels = {
  ten_second: "10 seconds",
  minutely: "minute",
  hourly: "hour",
  daily: "day",
  monthly: "month",
} as const;
