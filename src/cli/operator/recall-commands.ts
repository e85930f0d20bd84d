import type { Command } from "commander";
import { readConfig } from "../../app/config.ts";
import { readSourceSettings } from "../../app/source-settings.ts";
import { systemClock } from "../../base/clock.ts";
import { iso } from "../../base/iso.ts";
import type { Health } from "../../health/health.ts";
import { createRecalls, type RecallPlan, RecallRefused, type Recalls } from "../../recalls/recalls.ts";
import { createReread, type RereadCall } from "../../recalls/reread.ts";
import { CommandFailed } from "../command-failed.ts";
import { textOrJson } from "../output/text-or-json.ts";
import { write } from "../output/write.ts";
import { COMMAND_LINE } from "./command-context.ts";
import { findIncident, withHealth } from "./with-health.ts";

/** Adds what can be done about records that an incident has spoilt. */
export function registerRecalls(incidents: Command): void {
  incidents
    .command("recall")
    .description("Recall the calls that returned wrong records: refund their points and notify their owners.")
    .argument("<no>", "the incident's number")
    .option("--dry-run", "only show the calls, accounts and points that it would affect")
    .option("--undecided", "also recall the calls whose records cannot be compared")
    .addOption(textOrJson())
    .addHelpText(
      "after",
      `
The running service returns the points and sends the messages within seconds; if none runs, the next one does.
Run again, it adds the calls that were found since. It can be withdrawn for an hour.`,
    )
    .action(recall);
  incidents
    .command("reread")
    .description("Read the kept pages of the recalled calls again, after the repair, and offer the corrected records.")
    .argument("<no>", "the incident's number")
    .addOption(textOrJson())
    .action(reread);
  incidents
    .command("withdraw-recall")
    .description("Withdraw the recall of an incident, within an hour. Points that were returned stay returned.")
    .argument("<no>", "the incident's number")
    .action(withdraw);
}

async function reread(no: string, { output }: { output: "text" | "json" }): Promise<void> {
  const { sources: origins } = readConfig(process.env);
  const read = await refusing(
    withHealth(async (health, { db }) => {
      const settings = readSourceSettings(health.sources, origins);
      const again = createReread({
        db,
        clock: systemClock,
        source: (name) => health.sources.find((one) => one.name === name),
        settings: (name) => settings[name] ?? {},
      });
      return again((await findIncident(health, no)).no);
    }),
  );
  if (output === "json") return write(`${JSON.stringify(read, null, 2)}\n`);
  const count = (outcome: RereadCall["outcome"]) => read.filter((one) => one.outcome === outcome).length;
  const failed = read.flatMap(({ requestId, error }) => (error ? [`  ${requestId}: ${error}`] : []));
  return write(
    [
      count("corrected") === 0
        ? `None of ${read.length} calls has other records than before: nobody is told.`
        : `${count("corrected")} of ${read.length} calls have corrected records; their owners are told.`,
      `${count("same")} read as they were delivered, ${count("no pages")} have no pages any more, ${count("unreadable")} cannot be read.`,
      ...failed.slice(0, SHOWN),
      "",
    ].join("\n"),
  );
}

type RecallOptions = { output: "text" | "json"; dryRun?: boolean; undecided?: boolean };

async function recall(no: string, { dryRun, undecided, output }: RecallOptions): Promise<void> {
  const { plan, made } = await withRecalls(async (recalls, health) => {
    const planned = await recalls.plan(await findIncident(health, no));
    if (dryRun) return { plan: planned, made: null };
    const options = { by: COMMAND_LINE, includeUndecided: undecided ?? false };
    return { plan: planned, made: await recalls.create(planned, options) };
  });
  const { affected } = plan;
  const summary = {
    incident: plan.incident.no,
    recall: made?.recall.no ?? null,
    field: plan.span.field,
    from: iso(plan.span.from),
    to: iso(plan.span.to),
    calls: affected.length,
    accounts: new Set(affected.map(({ account_id }) => account_id)).size,
    points: affected.reduce((sum, { cost }) => sum + cost, 0),
    undecided: plan.undecided.length,
    well: plan.well,
  };
  if (output === "json") {
    const requests = affected.map(({ request_id, account_id, records, cost }) => ({
      request_id,
      account_id,
      records,
      points: cost,
    }));
    return write(`${JSON.stringify({ ...summary, added: made?.added ?? 0, requests }, null, 2)}\n`);
  }
  return write(`${summaryLines(plan, summary, made).join("\n")}\n`);
}

function summaryLines(
  { incident, affected }: RecallPlan,
  { calls, accounts, points, undecided, well }: Record<"calls" | "accounts" | "points" | "undecided" | "well", number>,
  made: Awaited<ReturnType<Recalls["create"]>> | null,
): string[] {
  const oldestFirst = affected.toSorted((one, other) => one.started_at - other.started_at);
  const shown = oldestFirst.slice(0, SHOWN).map((call) => {
    const { request_id, account_id, records, results, cost, started_at } = call;
    return `  ${iso(started_at)}  ${request_id}  ${account_id}  ${records} of ${results} records  ${plural(cost, "point")}`;
  });
  return [
    `Incident ${incident.no}: ${incident.reason}`,
    `${plural(calls, "call")} of ${plural(accounts, "account")} carried wrong records, at a cost of ${plural(points, "point")}.`,
    ...shown,
    ...(calls > SHOWN ? [`  and ${calls - SHOWN} more (--output json has all)`] : []),
    `${plural(well, "call")} in that time had right records.`,
    ...(undecided > 0
      ? [`${plural(undecided, "call")} can be compared with nothing; --undecided recalls them too.`]
      : []),
    made ? madeLine(made) : "Nothing was changed.",
  ];
}

const madeLine = ({ recall: { no }, added }: Awaited<ReturnType<Recalls["create"]>>): string =>
  added === 0
    ? `Recall ${no} has all of them already.`
    : `Recall ${no}: ${plural(added, "call")} added. The service returns their points and tells their owners.`;

const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

const SHOWN = 50;

async function withdraw(no: string): Promise<void> {
  const withdrawn = await withRecalls(async (recalls, health) =>
    recalls.withdraw((await findIncident(health, no)).no, COMMAND_LINE),
  );
  await write(`Recall ${withdrawn.no} is withdrawn. Points that were returned stay with their owners.\n`);
}

const withRecalls = <T>(work: (recalls: Recalls, health: Health) => Promise<T>): Promise<T> =>
  refusing(
    withHealth((health, { db }) => {
      const operations = health.sources.flatMap((source) => source.operations);
      const operation = (wanted: string) => operations.find(({ path }) => path === wanted);
      return work(createRecalls({ db, clock: systemClock, operation }), health);
    }),
  );

const refusing = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof RecallRefused ? new CommandFailed(error.message) : error;
  });
