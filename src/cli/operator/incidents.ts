import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { iso } from "../../base/iso.ts";
import type { SeenPage } from "../../contract/errors.ts";
import { pagesIn } from "../../extraction/recording/pages-in.ts";
import type { Recording } from "../../extraction/recording/recording.ts";
import { writeWarc } from "../../extraction/recording/warc.ts";
import { acceptIncident, noteOnIncident } from "../../health/decide.ts";
import { evidenceFile, parseCommand, replayCommand } from "../../health/incident-evidence.ts";
import type { Incident } from "../../health/types.ts";
import { CommandFailed } from "../command-failed.ts";
import { printTable, type TableOrJson, tableOrJson } from "../output/text-or-json.ts";
import { write } from "../output/write.ts";
import { keptCalls } from "../repair/kept-calls.ts";
import { type RepairOptions, runRepair, withRepairOptions } from "../repair.ts";
import { registerRecalls } from "./recall-commands.ts";
import { findIncident, withHealth } from "./with-health.ts";

const SHOWN = 50;

export function register(program: Command): void {
  const incidents = program.command("incidents").description("List incidents of the sources and save their evidence.");
  incidents
    .command("list", { isDefault: true })
    .description("List the newest incidents.")
    .option("--open", "only incidents that are still open")
    .option("--source <source>", "only those of one source")
    .addOption(tableOrJson())
    .action(list);
  incidents
    .command("show")
    .description(
      "Show one incident: reason, example request, changes in the page's structure, and commands to reproduce it.",
    )
    .argument("<no>", "its number")
    .addOption(tableOrJson())
    .action(show);
  incidents
    .command("save")
    .description("Save the stored response and recording in this folder.")
    .argument("<no>", "its number")
    .action(save);
  withRepairOptions(
    incidents
      .command("repair")
      .description(
        "Propose a change of the source that reads the incident's pages as before, proved on saved pages and by the canary.",
      )
      .argument("<no>", "its number"),
  ).action(repairIncident);
  incidents
    .command("accept")
    .description("Accept the new values that an incident names: close it and learn them.")
    .argument("<no>", "its number")
    .action(accept);
  incidents
    .command("note")
    .description("Set the note on the public status page; without words, remove it.")
    .argument("<no>", "its number")
    .argument("[words...]", "what to say")
    .action(note);
  registerRecalls(incidents);
}

async function list({ open, source, output }: TableOrJson & { open?: boolean; source?: string }): Promise<void> {
  const page = { open: open ?? false, source: source ?? null, cursor: null, limit: SHOWN };
  const { rows: found } = await withHealth(({ store }) => store.listIncidents(page));
  if (found.length === 0 && output === "table") return write("No incidents.\n");
  const rows = found.map((incident) => ({
    no: incident.no,
    state: stateOf(incident),
    since: iso(incident.opened_at),
    operation: incident.operation.slice("/api/".length),
    field: incident.field,
    "new name": incident.details.likely_new_name,
    reason: incident.reason,
  }));
  return printTable(output, found, rows);
}

async function show(no: string, { output }: TableOrJson): Promise<void> {
  const { incident, evidence } = await withHealth(async (health) => ({
    incident: await findIncident(health, no),
    evidence: await health.evidence.find(Number(no)),
  }));
  const pages = evidence?.warc ? await pagesIn(evidence.warc) : [];
  const commands = [
    ...(evidence?.body ? [parseCommand(incident.no, evidence.about)] : []),
    ...(evidence?.warc ? [replayCommand(incident.no)] : []),
  ];
  if (output === "json") {
    return write(`${JSON.stringify({ ...incident, response: evidence?.about ?? null, pages, commands }, null, 2)}\n`);
  }
  const { details } = incident;
  const lines = [
    `Incident ${incident.no}: ${incident.operation}`,
    `${iso(incident.opened_at)} to ${incident.closed_at === null ? "now" : iso(incident.closed_at)}`,
    incident.reason,
    ...(incident.note === null ? [] : [`Note: ${incident.note}`]),
    ...(details.example_request ? [`Request: ${JSON.stringify(details.example_request)}`] : []),
    ...(pages.length > 0 ? ["\nThe pages of the recorded call:", ...pages.map(pageLine)] : []),
    ...(details.structure ? structureLines(details.structure) : []),
    ...(commands.length === 0
      ? ["No response was kept."]
      : [`\nnpx winnow incidents save ${incident.no}`, ...commands]),
  ];
  return write(`${lines.join("\n")}\n`);
}

const pageLine = ({ status, url, title }: SeenPage): string =>
  `  ${status} ${url}${title === null ? "" : `, titled ${JSON.stringify(title)}`}`;

function structureLines({ renamed, vanished, appeared }: NonNullable<Incident["details"]["structure"]>): string[] {
  return [
    "\nThe page then and now:",
    ...renamed.map(({ from, to }) => `  ${from} -> ${to}`),
    ...vanished.filter((name) => !renamed.some(({ from }) => from === name)).map((name) => `  - ${name}`),
    ...appeared.filter((name) => !renamed.some(({ to }) => to === name)).map((name) => `  + ${name}`),
  ];
}

async function save(no: string): Promise<void> {
  const evidence = await withHealth(async (health) => health.evidence.find((await findIncident(health, no)).no));
  if (!evidence?.body && !evidence?.warc) throw new CommandFailed(`There is no saved evidence for incident ${no}.`);
  for (const [bytes, what] of [
    [evidence.body, "response"],
    [evidence.warc, "recording"],
  ] as const) {
    if (!bytes) continue;
    const file = evidenceFile(Number(no), what);
    await writeFile(file, bytes, { mode: 0o600 });
    process.stderr.write(`${file}: ${bytes.byteLength} bytes\n`);
  }
}

/** The pages of the incident and of calls that were warned of it, against `--good` or calls answered before it began. */
async function repairIncident(no: string, options: RepairOptions): Promise<void> {
  const { incident, page, kept, past } = await withHealth(async (health, { db }) => {
    const found = await findIncident(health, no);
    const evidence = await health.evidence.find(found.no);
    const before = found.details.first_seen ?? found.opened_at;
    const request = evidence?.about.request ?? found.details.example_request ?? {};
    return {
      incident: found,
      page: evidence,
      kept: await keptCalls(db, found, { request, before }),
      past: await health.store.baselineOf(found.operation),
    };
  });
  const bad = page?.warc ?? page?.body;
  if (!page || !bad) throw new CommandFailed(`No page of incident ${no} was kept.`);
  if (!options.good && kept.good.length === 0) {
    throw new CommandFailed(`No page from before incident ${no} was kept: give one with --good <file>.`);
  }
  const folder = await mkdtemp(join(tmpdir(), "winnow-repair-"));
  const saved = async (name: string, bytes: string | Uint8Array): Promise<string> => {
    await writeFile(join(folder, name), bytes, { mode: 0o600 });
    return join(folder, name);
  };
  const recordings = (name: string, some: readonly Recording[]): Promise<string[]> =>
    Promise.all(some.map(async (one, nth) => saved(`${name}-${nth}.warc.gz`, await writeWarc(one))));
  try {
    const own = await saved(page.warc ? "page.warc.gz" : "page", bad);
    await runRepair({
      ...options,
      operation: incident.operation.slice("/api/".length),
      pages: [own, ...(await recordings("bad", kept.bad))],
      good: options.good ?? (await recordings("good", kept.good)),
      request: JSON.stringify(page.about.request),
      ...(past && { past: await saved("past", past.state) }),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function accept(no: string): Promise<void> {
  await withHealth(async (health, { db }) => {
    const incident = await findIncident(health, no);
    if (incident.kind !== "drift" || incident.closed_at !== null) {
      throw new CommandFailed(`Incident ${no} is over, or is not about values.`);
    }
    await acceptIncident(db, health, { no: incident.no, by: "command line", at: Date.now() });
  });
  await write(`Incident ${no} is closed. Its values are learned again.\n`);
}

async function note(no: string, words: string[]): Promise<void> {
  await withHealth(async (health, { db }) => {
    const incident = await findIncident(health, no);
    const decision = { no: incident.no, note: words.join(" "), by: "command line", at: Date.now() };
    await noteOnIncident(db, health, decision);
  });
  await write(words.length > 0 ? "Noted.\n" : "The note is gone.\n");
}

function stateOf({ closed_at, blocking }: Pick<Incident, "closed_at" | "blocking">): "over" | "down" | "degraded" {
  if (closed_at !== null) return "over";
  return blocking ? "down" : "degraded";
}
