import { Cron } from "croner";
import { WinnowError } from "../../contract/errors.ts";

const MONTH_MS = 30 * 86_400_000;

/** The times of a cron expression in a time zone; throws a 422 that names what is wrong. */
export function timesOf(
  cron: string,
  timeZone: string,
): { next(after: number): number | null; inMonth(after: number): number } {
  const parsed = parse(cron, timeZone);
  return {
    next: (after) => parsed.nextRun(new Date(after))?.getTime() ?? null,
    inMonth(after) {
      let runs = 0;
      for (let at = parsed.nextRun(new Date(after)); at && at.getTime() < after + MONTH_MS; at = parsed.nextRun(at)) {
        runs += 1;
      }
      return runs;
    },
  };
}

function parse(cron: string, timeZone: string): Cron {
  const fault = (name: string, msg: string, input: string) =>
    new WinnowError("validation", [{ type: "value_error", loc: ["body", name], msg: `Value error, ${msg}`, input }]);
  try {
    new Intl.DateTimeFormat("en", { timeZone });
  } catch {
    throw fault("time_zone", "must be an IANA time zone such as Europe/Amsterdam", timeZone);
  }
  try {
    return new Cron(cron, { timezone: timeZone, paused: true, mode: "5-part" });
  } catch (error) {
    throw fault(
      "cron",
      `must be a cron expression of five fields such as "0 7 * * 1-5": ${(error as Error).message}`,
      cron,
    );
  }
}
