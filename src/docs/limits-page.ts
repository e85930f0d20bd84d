import { defaultPlans, type Plans } from "../accounts/plans.ts";
import { limits } from "../limits/limits.ts";
import { windowNames } from "../metering/types.ts";

const number = (value: number): string => value.toLocaleString("en-US");

function figure({ most, unit }: (typeof limits)[keyof typeof limits]): string {
  if (unit === "share of the whole") return `${most * 100} % of the whole`;
  if (unit !== "bytes") return `${number(most)} ${unit}`;
  return most >= 2 ** 20 ? `${number(most / 2 ** 20)} MB` : `${number(most / 2 ** 10)} kB`;
}

/** Every limit of the service, generated from `limits/limits.ts` and the default plans. */
export function limitsPage(plans: Plans = defaultPlans): string {
  const rows = Object.values(limits).map(
    (limit) => `| ${limit.what} | ${limit.per} | ${figure(limit)} | ${limit.beyond} |`,
  );
  const planRows = Object.entries(plans).map(
    ([name, plan]) => `| ${name} | ${windowNames.map((window) => number(plan[window])).join(" | ")} |`,
  );
  return `# Limits

Every limit is asked before the service reads, stores or runs what it bounds. What is refused costs nothing.

| what | per | limit | beyond it |
| --- | --- | --- | --- |
${rows.join("\n")}

## Calls per plan

A call beyond a window gets 429 with \`retry-after\`. \`PLANS_FILE\` replaces these plans.

| plan | ${windowNames.join(" | ")} |
| --- | ${windowNames.map(() => "---").join(" | ")} |
${planRows.join("\n")}
`;
}
