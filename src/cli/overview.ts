import type { Command } from "commander";
import type { RequestRow, TokenStatistic } from "../../client/src/index.ts";
import { wholeNumber } from "./arguments.ts";
import { CommandFailed } from "./command-failed.ts";
import { exitCodes } from "./exit-codes.ts";
import { firstOf } from "./output/first-of.ts";
import { outputFormat, printRecords, withOutputOptions } from "./output/records.ts";
import { write } from "./output/write.ts";
import { type CallOptions, calling, withCallOptions } from "./service/calling.ts";
import { type Connected, withServiceOptions } from "./service/connect.ts";
import { findOperation, listOperations } from "./service/operations.ts";

/** What a service offers, whether it answers, and what the account has used. */
export function register(program: Command): void {
  const describing = program
    .command("describe")
    .description("List the operations of a Winnow service with their prices, or describe one.")
    .argument("[operation]", "its name, or a unique start of it");
  withServiceOptions(withOutputOptions(describing)).action(calling(describe, "no key"));
  withCallOptions(program.command("status"))
    .description("Check whether a Winnow service answers, what it offers, and whether the key works.")
    .action(calling(status, "no key"));
  const counting = program
    .command("usage")
    .description("Show the account's points, rate windows, and requests by operation.")
    .option("--days <n>", "number of days to include", wholeNumber, 7);
  withCallOptions(counting).action(calling(usage));
}

async function describe(service: Connected, name: string | undefined, options: CallOptions): Promise<void> {
  const operations = await listOperations(service);
  if (name === undefined) {
    const rows = operations.map(({ name: operation, price, summary }) => ({ operation, price, summary }));
    return printRecords(rows, ["operation", "price", "summary"], options);
  }
  const { name: operation, schemas, example, price, summary } = findOperation(operations, name);
  if (options.output !== undefined && outputFormat(options) !== "table") {
    return write(`${JSON.stringify({ operation, summary, price, ...schemas, example }, null, 2)}\n`);
  }
  await write(await page(service.url, operation));
}

/** The page that the service generates from the operation's schemas. */
async function page(url: string, name: string): Promise<string> {
  const address = `${url.replace(/\/+$/, "")}/docs/${name.replaceAll("/", "-")}.md`;
  const response = await fetch(address);
  if (!response.ok) throw new CommandFailed(`${address} answers ${response.status}`, exitCodes.service[0]);
  return response.text();
}

async function status(service: Connected, options: CallOptions): Promise<void> {
  const began = performance.now();
  const operations = await listOperations(service);
  const health = await fetch(`${service.url.replace(/\/+$/, "")}/health`);
  const milliseconds = Math.round(performance.now() - began);
  const [token] = service.hasKey ? await service.winnow.token.statistic() : [];
  const row = {
    service: service.url,
    status: health.ok ? "ok" : "unavailable",
    milliseconds,
    operations: operations.length,
    key: service.hasKey ? "works" : "none given",
    plan: token?.plan ?? null,
    points: token?.points ?? null,
  };
  await printRecords([row], Object.keys(row), options);
  if (!health.ok) throw new CommandFailed(`${service.url} is not ready`, exitCodes.service[0]);
}

const windows = ["ten_second", "minutely", "hourly", "daily", "monthly"] as const;

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
