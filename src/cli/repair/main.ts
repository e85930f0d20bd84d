import { globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { unpackValues } from "../../health/memory.ts";
import { OperationValues } from "../../health/values/operation-values.ts";
import { findOperation, sourceFolder } from "../local-operation.ts";
import type { RepairRun } from "../repair.ts";
import { writeTask } from "./agent-task.ts";
import { proveLive } from "./live-canary.ts";
import { incidentPages, pagesIn, readable, savedPages } from "./page-files.ts";
import { loadPatched, patched } from "./patched-source.ts";
import { reportText } from "./print-report.ts";
import { type RepairReport, repair, withLiveProof } from "./repair.ts";
import { readLoosely } from "./sample.ts";

/**
 * A program of its own: the command starts it from the checkout's files, because the changed source must share the kit's
 * modules with the code that judges it, which a bundle would have twice.
 */
const values: RepairRun = JSON.parse(process.argv[2]!);
const { source, operation } = await findOperation(values.operation);
const manifest = globSync(join(sourceFolder(source.name), "source.[jt]s"))[0]!;
const request = values.request === undefined ? null : JSON.parse(values.request);
const pages = (from: readonly string[]) => Promise.all(from.map((file) => pagesIn(file, operation, request)));

const captures = fileURLToPath(new URL("../../../../shared/captures", import.meta.url));
const known = await pages(values.good!);
const good = readable(source, known.flat());
const bad = (await pages(values.pages)).flatMap((all) => incidentPages(source, all, known, good));
const evidence = { good, bad, others: await savedPages(source, [captures, ...(values.saved ?? [])]) };

async function live(report: RepairReport): Promise<RepairReport> {
  if (!report.patch || values.offline) return report;
  const { edits, fields } = report.patch;
  const past = new OperationValues();
  if (values.past !== undefined) past.merge(unpackValues(await readFile(values.past, "utf8")));
  const records = good.flatMap((sample) => readLoosely(source, sample).records);
  const proposal = { source, patched: await loadPatched(manifest, edits), operation, fields, good: records, past };
  return withLiveProof(report, await proveLive(proposal));
}

const report = await live(await repair(source, manifest, evidence));
process.stdout.write(reportText(report, good.length + bad.length + evidence.others.length));
if (values.agent !== undefined) await writeTask(values.agent, { source, operation, manifest, evidence, report });
const isUnproved = report.live?.outcome === "unproved";
if (values.apply && report.patch && isUnproved) {
  process.stdout.write("\nnot applied: the site could not show that it is right. Try again later, or add --offline.\n");
} else if (values.apply && report.patch) {
  const { edits } = report.patch;
  for (const file of new Set(edits.map((edit) => edit.file))) await writeFile(file, patched(file, edits));
  process.stdout.write("\napplied. Read the change, run the source's tests, and restart the service.\n");
}
process.exitCode = report.patch && !(values.apply && isUnproved) ? 0 : 1;
