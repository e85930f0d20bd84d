import type { Command } from "commander";
import type { RequestRow, TokenStatistic } from "../../client/src/index.ts";
import { wholeNumber } from "./arguments.ts";
import { firstOf } from "./output/first-of.ts";
import { outputFormat, printRecords } from "./output/records.ts";
import { write } from "./output/write.ts";
import { type CallOptions, calling, withCallOptions } from "./service/calling.ts";
import type { Connected } from "./service/connect.ts";

const windows = ["ten_second", "minutely", "hourly", "daily", "monthly"] as const;

export function register(program: Command): void {
  const command = program
    .command("usage")
    .description("Show the account's points, rate windows, and requests by operation.")
    .option("--days <n>", "number of days to include", wholeNumber, 7);
  withCallOptions(command).action(calling(usage));
}

async function usage({ winnow }: Connected, options: CallOptions & { days: number }): Promise<void> {
  const keys = (await winnow.token.statistic()).map(figures);
  const since = new Date(Date.now() - options.days * 86_400_000);
  const rows = byOperation(await firstOf(winnow.token.requests({ start: since }), Number.POSITIVE_INFINITY));
  const format = outputFormat(options);
  if (format === "json" && options.fields === undefined) {
    return write(`${JSON.stringify({ keys, days: options.days, operations: rows }, null, 2)}\n`);
  }
  if (format === "table") {
    await printRecords(keys, Object.keys(keys[0] ?? {}), { output: "table" });
    await write(`\nRequests of the last ${options.days} days:\n`);
  }
  await printRecords(rows, ["operation", "requests", "succeeded", "records", "points"], options);
}

const figures = (token: TokenStatistic) => ({
  key: token.id,
  plan: token.plan,
  points: token.points,
  ...Object.fromEntries(windows.map((name) => [name, `${token[`${name}_usage`]}/${token[`${name}_limit`]}`])),
});

interface Sum extends Record<string, unknown> {
  operation: string;
  requests: number;
  succeeded: number;
  records: number;
  points: number;
}

function byOperation(requests: RequestRow[]): Sum[] {
  const sums = new Map<string, Sum>();
  for (const { endpoint, response_status_code, response_count, cost } of requests) {
    const operation = endpoint.replace(/^\/api\//, "");
    const sum = sums.get(operation) ?? { operation, requests: 0, succeeded: 0, records: 0, points: 0 };
    sums.set(operation, {
      operation,
      requests: sum.requests + 1,
      succeeded: sum.succeeded + (response_status_code === 200 ? 1 : 0),
      records: sum.records + (response_count ?? 0),
      points: sum.points + cost,
    });
  }
  return [...sums.values()].sort((a, b) => b.points - a.points);
}
