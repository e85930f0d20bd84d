import type { Command } from "commander";
import type { Schedule } from "../../client/src/index.ts";
import { commaList, wholeNumber } from "./arguments.ts";
import { exitCodesHelp } from "./exit-codes.ts";
import { firstOf } from "./output/first-of.ts";
import { type OutputOptions, printRecords, withOutputOptions } from "./output/records.ts";
import { calling } from "./service/calling.ts";
import { type Connected, type ServiceOptions, withServiceOptions } from "./service/connect.ts";
import { findOperation, operationsOf } from "./service/operations.ts";
import { requestOf } from "./service/request-words.ts";

type Options = ServiceOptions & OutputOptions;

interface CreateOptions extends Options {
  name?: string;
  cron: string;
  timeZone: string;
  ignore?: string[];
  budget?: number;
  webhook?: string;
  preview?: boolean;
}

const columns = ["id", "name", "operation", "status", "cron", "time_zone", "next_at", "spent_this_month"];

const print = (schedules: Schedule[], options: OutputOptions) =>
  printRecords(
    schedules.map((schedule) => ({ ...schedule })),
    columns,
    options,
  );

/** Calls that repeat by the clock, from the shell. */
export function registerSchedules(program: Command): void {
  const schedules = program
    .command("schedules")
    .description("Schedules of a Winnow service: calls that repeat, and what changed.");
  const command = (name: string, description: string) =>
    withServiceOptions(withOutputOptions(schedules.command(name).description(description))).addHelpText(
      "after",
      exitCodesHelp,
    );
  command("list", "The account's schedules, newest first.")
    .option("--limit <n>", "how many", wholeNumber, 25)
    .action(
      calling(async ({ winnow }, options: Options & { limit: number }) =>
        print(await firstOf(winnow.schedules.list(), options.limit), options),
      ),
    );
  command("create", "Repeat a call by cron. Prints the schedule with the secret of its feed, which is shown only once.")
    .argument("<operation>", "the operation, such as nlretail/products/search")
    .argument("[fields...]", "key=value for simple values, key:=json for raw JSON")
    .requiredOption("--cron <expression>", "minute, hour, day, month, weekday, such as '0 7 * * *'")
    .option("--time-zone <zone>", "such as Europe/Amsterdam", "UTC")
    .option("--name <words>", "name of the schedule (default: the operation)")
    .option("--ignore <a,b>", "fields whose changes are ignored", commaList)
    .option("--budget <points>", "the most points it may spend per month", wholeNumber)
    .option("--webhook <address>", "URL that gets a webhook when something changed")
    .option("--preview", "show what one run and 30 days can cost without saving it")
    .action(calling(create));
  const acts = {
    show: ["Show a schedule with its next and last run.", "get"],
    pause: ["Pause a schedule.", "pause"],
    resume: ["Resume a schedule.", "resume"],
    run: ["Run a schedule now.", "run"],
    delete: ["Delete a schedule and its changes.", "remove"],
  } as const;
  for (const [name, [description, act]] of Object.entries(acts)) {
    command(name, description)
      .argument("<id>", "the schedule's id")
      .action(
        calling(async ({ winnow }, id: string, options: Options) => print([await winnow.schedules[act](id)], options)),
      );
  }
  command("changes", "List what changed between runs, newest first.")
    .argument("<id>", "the schedule's id")
    .option("--limit <n>", "how many", wholeNumber, 100)
    .action(
      calling(async ({ winnow }, id: string, options: Options & { limit: number }) =>
        printRecords(
          (await firstOf(winnow.schedules.changes(id), options.limit)).map((change) => ({ ...change })),
          ["at", "kind", "record_id", "fields", "record"],
          options,
        ),
      ),
    );
}

async function create(service: Connected, name: string, words: string[], options: CreateOptions): Promise<void> {
  const operation = findOperation(await operationsOf(service), name);
  const { cron, timeZone, ignore, budget, webhook } = options;
  const schedule = {
    ...{ name: options.name ?? operation.summary, operation: operation.name },
    ...{ request: requestOf(operation, words), cron, timeZone },
    ...(ignore && { ignoreFields: ignore }),
    ...(budget !== undefined && { monthlyBudget: budget }),
    ...(webhook !== undefined && { webhookUrl: webhook }),
  };
  const { schedules } = service.winnow;
  if (options.preview) {
    const preview = await schedules.preview(schedule);
    await printRecords([{ ...preview }], Object.keys(preview), options);
    return;
  }
  const { feed_secret, ...made } = await schedules.create(schedule);
  const feed = `${service.url.replace(/\/+$/, "")}/schedules/${made.id}/feed/${feed_secret}`;
  await printRecords([{ ...made, feed }], ["id", "feed", ...columns.slice(1)], options);
}
