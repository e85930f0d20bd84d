import { defaultPlans, maxQueuedItems, type Plans, watchDays } from "../accounts/plans.ts";
import { type Limit, limits, RETRY_LATER, sizeText } from "../limits/limits.ts";
import { windowNames } from "../metering/types.ts";

const number = (value: number): string => value.toLocaleString("en-US");

function figure({ max, unit }: Limit): string {
  if (unit === "share of the whole") return `${max * 100} % of the whole`;
  if (unit !== "bytes") return `${number(max)} ${unit}`;
  return sizeText(max);
}

/** The page of all limits, generated from `limits/limits.ts` and the default plans. */
export function limitsPage(plans: Plans = defaultPlans): string {
  const rows = Object.values<Limit>(limits).map(
    (limit) => `| ${limit.what} | ${limit.per} | ${figure(limit)} | ${limit.beyond ?? RETRY_LATER} |`,
  );
  const planRows = Object.entries(plans).map(
    ([name, plan]) =>
      `| ${name} | ${windowNames.map((window) => number(plan[window])).join(" | ")} | ${number(maxQueuedItems(plan))} | ${watchDays(plan)} |`,
  );
  return `# Limits

Every limit is asked before the service reads, stores or runs what it bounds. What is refused costs nothing.

| what | per | limit | beyond it |
| --- | --- | --- | --- |
${rows.join("\n")}

## Calls per plan

A call beyond a window gets 429 with \`retry-after\`. \`queued_items\` is how many requests of jobs and batches may wait at once, paused ones included; beyond it a job
or batch gets 429 and nothing is stored. \`PLANS_FILE\` replaces these plans; a plan without \`queued_items\` may queue a day's calls (10,000 to 500,000).
\`watch_days\` is how long schedules keep the values of tracked fields; without it 730 days, or 90 where the points come once.

| plan | ${windowNames.join(" | ")} | queued_items | watch_days |
| --- | ${windowNames.map(() => "---").join(" | ")} | --- | --- |
${planRows.join("\n")}
`;
}
