import { access, constants, mkdir } from "node:fs/promises";
import type { Command } from "commander";
import { type BadSetting, type Config, localAddress, readConfig } from "../../app/config.ts";
import { installedSources } from "../../app/installed-sources.ts";
import { type OpenedEngine, withEngine } from "../../app/open-engine.ts";
import { readStart, refuseOtherStore } from "../../app/read-start.ts";
import { operatorToken } from "../../app/service-secrets.ts";
import { unknownSettings } from "../../app/source-settings.ts";
import { systemClock } from "../../base/clock.ts";
import { descriptorLimit } from "../../base/descriptor-limit.ts";
import { isLoopbackHost } from "../../base/network/addresses.ts";
import { lacksTrustedProxy, NAME_THE_PROXY } from "../../base/network/trusted-proxies.ts";
import { errorMessage } from "../../base/thrown.ts";
import { type Source, settingEnv } from "../../contract/source.ts";
import { robotsStatements } from "../../extraction/robots-statement.ts";
import { diskSpace } from "../../health/operator-checks.ts";
import { createSourcePauses } from "../../health/source-pauses.ts";
import type { HealthDetails } from "../../health/status-types.ts";
import { clockSkew } from "../../store/database-clock.ts";
import { openStore, type Store, whileOpen } from "../../store/open-store.ts";
import { CommandFailed } from "../command-failed.ts";
import { formatTable } from "../output/table.ts";
import { type TableOrJson, tableOrJson } from "../output/text-or-json.ts";
import { type Finding, failed, ok, warning } from "./finding.ts";
import { alertWebhook, connections, jobs, mail, traces } from "./reachable.ts";
import { refuseFewDescriptors } from "./serve.ts";

const MIN_FREE_BYTES = 2 ** 30;
const MAX_SKEW_MS = 5_000;

export function register(program: Command): void {
  program
    .command("doctor")
    .description("Check Node, the settings, the store, the clock, the disk, mail and every source, and suggest fixes.")
    .addOption(tableOrJson())
    .addHelpText("after", "\nExit codes: 0 no failures (there may be warnings), 1 at least one failure.")
    .action(doctor);
}

async function doctor({ output }: TableOrJson): Promise<void> {
  const config = readConfig(process.env);
  const sources = await installedSources(config);
  const unknown = unknownSettings(sources, config.sources);
  // The other checks still run.
  for (const { env } of unknown) delete config.sources.prefixed[env];
  const start = await Promise.try(() => {
    refuseFewDescriptors(descriptorLimit());
    return readStart(config, sources);
  }).catch((error: unknown) => errorMessage(error));
  const findings = [
    node(),
    ...settings(unknown, start),
    ...(await Promise.all([store(config, start), disk(config.database), mail(config.mail)])).flat(),
    ...(await Promise.all([alertWebhook(config), traces(config.health)])).flat(),
    exposure(config.server),
    ...(await running(config)),
    // Nothing can be asked of sites with settings that cannot be used.
    ...(typeof start === "string" ? [] : await robots(sources, config)),
  ];
  if (output === "json") process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`);
  else {
    const rows = findings.map(({ cure: _, ...row }) => ({ ...row }));
    process.stdout.write(formatTable(rows, ["check", "result", "what"]));
    for (const { check, cure } of findings) if (cure) process.stdout.write(`\n${check}: ${cure}\n`);
  }
  const broken = findings.filter(({ result }) => result === "failed");
  if (broken.length > 0) throw new CommandFailed(`${broken.length} of ${findings.length} checks failed.`);
}

function node(): Finding {
  const major = Number(process.versions.node.split(".")[0]);
  if (major >= 24) return ok("node", `version ${process.versions.node}`);
  return failed("node", `version ${process.versions.node}`, "Run `npm install` again: it brings Node 24 as a package.");
}

/** What a start reads from the settings, or why it refuses them. */
type Start = ReturnType<typeof readStart> | string;

/** Everything that would stop a start, together. */
function settings(unknown: BadSetting[], start: Start): Finding[] {
  const refused = typeof start === "string" ? [failed("settings", start, "The service does not start with this.")] : [];
  if (unknown.length + refused.length === 0) return [ok("settings", "all settings are valid")];
  return [
    ...unknown.map(({ message }) =>
      failed("settings", message, "Correct the name or unset it: the service does not start with it."),
    ),
    ...refused,
  ];
}

async function store(config: Config, start: Start): Promise<Finding[]> {
  const { database } = config;
  const kind = database.url === "" ? "SQLite" : "PostgreSQL";
  try {
    return await whileOpen(await openStore(database), async (opened) => {
      if (typeof start !== "string") await refuseOtherStore(opened.db, start);
      const pauses = await pausesOf(opened);
      const waiting = await jobs(opened, config.jobs);
      const skew = await clockSkew(opened);
      if (skew === null) return [ok("store", `${kind} in DATA_DIR answers`), ...waiting, ...pauses];
      const clock =
        skew < MAX_SKEW_MS
          ? ok("clock", "matches the database's clock")
          : warning(
              "clock",
              `${Math.round(skew / 1000)} s off the database's clock`,
              "Set up time synchronisation (NTP) on both machines.",
            );
      return [
        ok("store", `${kind} answers`),
        clock,
        ...(await connections(opened.db, database)),
        ...waiting,
        ...pauses,
      ];
    });
  } catch (error) {
    return [failed("store", `${kind} cannot be used`, errorMessage(error))];
  }
}

/** Sources that asked to wait. */
async function pausesOf({ db }: Store): Promise<Finding[]> {
  const paused = await createSourcePauses(db, systemClock).current(Date.now());
  return [...paused].map(([source, until]) =>
    warning(
      `${source} pause`,
      `the source asks to wait until ${new Date(until).toISOString()}`,
      `It is tried again then. To try it now: \`npx winnow sources resume ${source}\`.`,
    ),
  );
}

async function disk({ dataDir }: Config["database"]): Promise<Finding> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.W_OK);
    const { free } = await diskSpace(dataDir);
    const words = `${(free / 2 ** 30).toFixed(1)} GB free in DATA_DIR`;
    if (free >= MIN_FREE_BYTES) return ok("disk", words);
    return warning("disk", words, "Free some space, or move DATA_DIR: the store needs room to write.");
  } catch (error) {
    return failed("disk", errorMessage(error), "Make DATA_DIR a folder that this user can write.");
  }
}

function exposure({ host, publicUrl }: Config["server"]): Finding {
  const local = isLoopbackHost(host);
  if (local || publicUrl.startsWith("https:")) return ok("address", local ? "local only" : "behind HTTPS");
  return warning(
    "address",
    `listens on ${host} without HTTPS`,
    "Put a proxy with TLS in front, and set PUBLIC_URL and TRUST_PROXY.",
  );
}

/** A running service knows whether an unnamed proxy is in front of it, and which sites it asks slowly. */
async function running(config: Config): Promise<Finding[]> {
  const details = await detailsOf(config).catch(() => null);
  return [proxy(config, details), ...(details?.sources ?? []).flatMap(slowPace)];
}

function proxy({ server }: Config, details: HealthDetails | null): Finding {
  if (lacksTrustedProxy(server))
    return warning("proxy", "PUBLIC_URL is a proxy's, TRUST_PROXY is empty", NAME_THE_PROXY);
  if (!details) return ok("proxy", "no running service to ask");
  const seen = details.untrusted_proxy;
  if (!seen) return ok("proxy", "no proxy that TRUST_PROXY does not name");
  return warning("proxy", `${seen.peer} sends ${seen.header}, and TRUST_PROXY does not name it`, NAME_THE_PROXY);
}

function slowPace({ name, pace, politeness }: HealthDetails["sources"][number]): Finding[] {
  if (pace.share === 1) return [];
  const words = `asked ${pace.per_second.toFixed(2)} times a second instead of ${politeness.per_second}: the site complained, failed or slowed down`;
  const cure = `It is back at its rate two minutes after the last complaint. To go back at once: \`npx winnow sources resume ${name}\`.`;
  return [warning(`${name} pace`, words, cure)];
}

async function detailsOf(config: Config): Promise<HealthDetails | null> {
  const answer = await fetch(`${localAddress(config.server)}/health/details`, {
    headers: { authorization: `Bearer ${operatorToken(config)}` },
    signal: AbortSignal.timeout(2_000),
  });
  return answer.ok ? ((await answer.json()) as HealthDetails) : null;
}

/** What each live site's robots.txt says about the first page that each operation requests. */
function robots(sources: Source[], config: Config): Promise<Finding[]> {
  return withEngine(sources, config, (opened) => robotsFindings(sources, opened));
}

async function robotsFindings(sources: Source[], opened: OpenedEngine): Promise<Finding[]> {
  const standIns = sources.filter(({ name }) => opened.isStandIn(name));
  const live = sources.filter(({ name }) => !opened.isStandIn(name));
  const findings = standIns.map(({ name }) =>
    opened.isSetUp(name)
      ? ok(name, "uses its stand-in: its records are made up")
      : warning(
          name,
          "is not set up: its operations answer 503 not_set_up",
          `Set ${settingEnv(name, "origin")} to its address, or to stand-in for made-up records.`,
        ),
  );
  for await (const statement of robotsStatements(live, opened.engine, opened.originOf)) {
    const check = statement.operation.path.slice("/api/".length);
    const { kind, words, cure } = statement;
    if (kind === "allowed") findings.push(ok(check, words));
    else findings.push((kind === "forbidden" ? warning : failed)(check, words, cure!));
  }
  return findings;
}
