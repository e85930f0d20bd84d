import { Cron } from "croner";
import { errorMessage } from "../../base/thrown.ts";
import { isTimeZone } from "../../base/time-zone.ts";
import { invalidValue } from "../../contract/errors.ts";

const DAY_MS = 86_400_000;
const MONTH_MS = 30 * DAY_MS;
/** Runs counted one by one. Each takes the cron library a fraction of a millisecond, and a month has 43,200 minutes. */
const MAX_COUNTED = 40;

/** The times of a cron expression in a time zone. Throws a 422 that names the invalid part. */
export function nextTimes(
  cron: string,
  timeZone: string,
): { next(after: number): number | null; inMonth(after: number): number } {
  const parsed = parse(cron, timeZone);
  if (comesNever(cron)) return { next: () => null, inMonth: () => 0 };
  return {
    next: (after) => parsed.nextRun(new Date(after))?.getTime() ?? null,
    inMonth(after) {
      const runs = runsBetween(parsed, after, after + MONTH_MS, MAX_COUNTED);
      return runs < MAX_COUNTED ? runs : runsOfDay(cron) * daysOfMonth(cron, timeZone, after);
    },
  };
}

const NEW_LEAP_YEAR = Date.UTC(2028, 0, 1);

/** Whether none of its months has one of its days, such as 31 February. The library would search 8,000 years for it. */
function comesNever(cron: string): boolean {
  const [, , day = "", month, weekday] = fieldsOf(cron);
  if (weekday !== "*" || !/^[\d,/-]+$/.test(day)) return false;
  const from = new Date(NEW_LEAP_YEAR - 1);
  const firstDay = parse(`0 0 ${day} 1 *`, "UTC").nextRun(from)?.getUTCDate() ?? 32;
  const months = parse(`0 0 1 ${month} *`, "UTC").nextRuns(12, from);
  return months.every((first) => firstDay > daysIn(first));
}

const daysIn = (month: Date): number => new Date(Date.UTC(2028, month.getUTCMonth() + 1, 0)).getUTCDate();

function runsBetween(cron: Cron, after: number, end: number, max: number): number {
  let runs = 0;
  for (let at = cron.nextRun(new Date(after)); at && at.getTime() < end && runs < max; at = cron.nextRun(at)) runs += 1;
  return runs;
}

/** The five fields: the first two give the time of day, the others the days. */
const fieldsOf = (cron: string): string[] =>
  (cron.trim().toLowerCase() === "@hourly" ? "0 * * * *" : cron).trim().split(/\s+/);

function runsOfDay(cron: string): number {
  const [minute, hour] = fieldsOf(cron);
  const newYear = Date.UTC(2027, 0, 1);
  const on = (expression: string) => runsBetween(parse(expression, "UTC"), newYear - 1, newYear + DAY_MS, 60);
  return on(`${minute} 0 * * *`) * on(`0 ${hour} * * *`);
}

/** Counts noons, which no clock change skips. If it is noon now, this noon counts and the one in thirty days does not. */
const daysOfMonth = (cron: string, timeZone: string, after: number): number =>
  runsBetween(parse(["0 12", ...fieldsOf(cron).slice(2)].join(" "), timeZone), after - 1, after + MONTH_MS, 31);

function parse(cron: string, timeZone: string): Cron {
  if (!isTimeZone(timeZone)) {
    throw invalidValue(["body", "time_zone"], "must be an IANA time zone such as Europe/Amsterdam", timeZone);
  }
  try {
    return new Cron(cron, { timezone: timeZone, paused: true, mode: "5-part" });
  } catch (error) {
    const msg = `must be a cron expression of five fields such as "0 7 * * 1-5": ${errorMessage(error)}`;
    throw invalidValue(["body", "cron"], msg, cron);
  }
}
