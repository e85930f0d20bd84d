import type { UsageAnswer } from "../../../src/endpoints/dashboard/types.ts";
import { formatAgo, formatDate, formatNumber } from "../ui/format.ts";

const YEAR_MS = 365 * 86_400_000;

/** How long the points will last at last week's pace. */
export function runsOutNote(
  { points, points_per_day, runs_out_at }: UsageAnswer,
  waiting = 0,
  now = Date.now(),
): string {
  if (waiting > 0) return `${formatNumber(waiting)} come with your confirmed address`;
  if (points <= 0) return "None left";
  if (points_per_day === 0) return "Nothing spent in the last week";
  if (runs_out_at === null) return "";
  const pace = `at ${formatNumber(Math.max(1, Math.round(points_per_day)))} a day`;
  if (runs_out_at - now > YEAR_MS) return `Enough for more than a year ${pace}`;
  return `Enough until ${formatDate(runs_out_at)} (${formatAgo(runs_out_at, now)}) ${pace}`;
}
