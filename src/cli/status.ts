import type { Command } from "commander";
import { CommandFailed } from "./command-failed.ts";
import { exitCodes } from "./exit-codes.ts";
import { printRecords } from "./output/records.ts";
import { type CallOptions, calling, withCallOptions } from "./service/calling.ts";
import type { Connected } from "./service/connect.ts";
import { listOperations } from "./service/operations.ts";

export function register(program: Command): void {
  const command = program
    .command("status")
    .description("Check whether a Winnow service answers, what it offers, and whether the key works.");
  withCallOptions(command).action(calling(status, "no key"));
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
