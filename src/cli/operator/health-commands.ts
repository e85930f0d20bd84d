import { join } from "node:path";
import { type Command, Option } from "commander";
import { readConfig } from "../../app/config.ts";
import { installedSources } from "../../app/installed-sources.ts";
import { type OpenedEngine, onlyFor, withEngine } from "../../app/open-engine.ts";
import { withOwnCanaries } from "../../app/own-canaries.ts";
import { listCanaries } from "../../contract/canary.ts";
import type { Source } from "../../contract/source.ts";
import { postgresSites } from "../../extraction/governor/postgres-sites.ts";
import { type CanaryResult, runCanaries } from "../../health/canary-run.ts";
import { holdSource, resumeSource } from "../../health/decide.ts";
import { readStatus } from "../../health/status.ts";
import { CommandFailed } from "../command-failed.ts";
import { printTable, type TableOrJson, tableOrJson } from "../output/text-or-json.ts";
import { withHealth } from "./with-health.ts";

const CANARY_FAILED = 2;

export function register(program: Command): void {
  program
    .command("canary")
    .description("Run the calls that must always work, within each source's rate limits. Nobody is charged.")
    .argument("[source]", "one source (default: all with a live address)")
    .option("--stand-ins", "also run sources that use their stand-in")
    .addOption(tableOrJson())
    .addHelpText("after", `\nExit codes: 0 all succeeded, ${CANARY_FAILED} at least one failed.`)
    .action(canary);
  const sources = program.command("sources").description("Show the state of each source; close or open one by hand.");
  sources
    .command("list", { isDefault: true })
    .description("State of each source.")
    .addOption(tableOrJson())
    .action(list);
  sources
    .command("hold")
    .description("Override a source's state: closed refuses all calls, open accepts all, auto follows its health.")
    .argument("<source>", "name of the source")
    .addOption(new Option("--state <state>", "the state").choices(["closed", "open", "auto"]).makeOptionMandatory())
    .option("--note <words>", "reason, shown to callers", "")
    .action(hold);
  sources
    .command("resume")
    .description("End the pause that a source asked for with Retry-After; the next calls try it again.")
    .argument("<source>", "name of the source")
    .action(resume);
}

async function canary(name: string | undefined, options: TableOrJson & { standIns?: boolean }): Promise<void> {
  const config = readConfig(process.env);
  const all = withOwnCanaries(await installedSources(config), config.database.dataDir);
  const named = name === undefined ? all : all.filter((source) => source.name === name);
  if (named.length === 0) throw unknownSource(name ?? "", all);
  const isLive = (source: string) => config.sources.origins[source] !== undefined;
  const wanted = named.filter((source) => name !== undefined || options.standIns || isLive(source.name));
  if (wanted.length === 0) {
    throw new CommandFailed(
      "No source has a live address. Name one, or add --stand-ins, to run against the stand-ins.",
    );
  }
  const results = await withEngine(all, config, (opened) => runAll(opened, wanted), {
    unreadableDir: join(config.database.dataDir, "unreadable"),
  });
  const rows = results.map(({ operation, ok, records, ms, problem }) => ({
    operation: operation.slice("/api/".length),
    result: ok ? "ok" : "FAILED",
    records,
    ms,
    problem,
  }));
  await printTable(options.output, results, rows);
  const failed = results.filter(({ ok }) => !ok);
  if (failed.length > 0)
    throw new CommandFailed(`${failed.length} of ${results.length} canaries failed.`, CANARY_FAILED);
}

async function runAll({ engine, isStandIn }: OpenedEngine, sources: Source[]): Promise<CanaryResult[]> {
  const results: CanaryResult[] = [];
  for (const source of sources) {
    for (const operation of source.operations) {
      const canaries = listCanaries(source, operation, isStandIn(source.name));
      results.push(...(await runCanaries(engine, source, operation, canaries)));
    }
  }
  return results;
}

async function list({ output }: TableOrJson): Promise<void> {
  const status = await withHealth((health) => readStatus(health, Date.now()));
  const rows = status.sources.map(({ name, state, since, reason, uptime }) => ({
    source: name,
    state,
    since: since === null ? "" : new Date(since).toISOString(),
    uptime: `${(uptime * 100).toFixed(2)} %`,
    reason,
  }));
  await printTable(output, status, rows);
}

async function hold(
  source: string,
  { state, note }: { state: "closed" | "open" | "auto"; note: string },
): Promise<void> {
  await knownSource(source);
  await withHealth((health, { db }) =>
    holdSource(db, health, { source, state, note, by: "command line", at: Date.now() }),
  );
  process.stdout.write(
    `${source} is ${state === "auto" ? "left to its health" : `held ${state}`}; processes follow within 5 s.\n`,
  );
}

async function resume(name: string): Promise<void> {
  const { source, config } = await knownSource(name);
  const at = Date.now();
  const until = await withHealth(async (health, store) => {
    if (store.dialect === "postgres") {
      const siteStore = postgresSites({ pool: store.pool, holder: "command line" });
      await withEngine([source], onlyFor(config, name), ({ engine }) => engine.resume(name), { siteStore });
    }
    const paused = (await health.pauses.current(at)).get(name);
    await resumeSource(store.db, health, { source: name, by: "command line", at });
    return paused;
  });
  const before = until === undefined ? "was not paused" : `was paused until ${new Date(until).toISOString()}`;
  process.stdout.write(`${name} ${before}; processes resume within 5 s.\n`);
}

async function knownSource(name: string) {
  const config = readConfig(process.env);
  const all = await installedSources(config);
  const source = all.find((one) => one.name === name);
  if (!source) throw unknownSource(name, all);
  return { source, config };
}

const unknownSource = (name: string, known: Array<{ name: string }>) =>
  new CommandFailed(`no source "${name}"; there are ${known.map((one) => one.name).join(", ")}`);
