import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { findOperation } from "../local-operation.ts";
import { writeTask } from "./agent-task.ts";
import { pagesIn, readable, savedPages } from "./page-files.ts";
import { patched } from "./patched-source.ts";
import { reportText } from "./print-report.ts";
import { repair } from "./repair.ts";
import { sourceManifest } from "./source-manifest.ts";

/**
 * A program of its own: the command starts it from the checkout's files, because the changed source must share the kit's
 * modules with the code that judges it, which a bundle would have twice.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    good: { type: "string", multiple: true, default: [] },
    request: { type: "string" },
    saved: { type: "string", multiple: true, default: [] },
    apply: { type: "boolean", default: false },
    agent: { type: "string" },
  },
});
const [name = "", ...files] = positionals;
const { source, operation } = await findOperation(name);
const manifest = sourceManifest(source.name);
const request = values.request === undefined ? null : JSON.parse(values.request);
const pages = async (from: string[]) =>
  (await Promise.all(from.map((file) => pagesIn(file, operation, request)))).flat();

const captures = fileURLToPath(new URL("../../../../shared/captures", import.meta.url));
const good = readable(source, await pages(values.good));
const incident = await pages(files);
// A recording also has responses on the way to the records: the last one is the page.
const bad = incident.length > 1 && files.some((file) => file.endsWith(".warc.gz")) ? incident.slice(-1) : incident;
const evidence = { good, bad, others: await savedPages(source, [captures, ...values.saved]) };
const report = await repair(source, manifest, evidence);
process.stdout.write(reportText(report, good.length + bad.length + evidence.others.length));
if (values.agent !== undefined) await writeTask(values.agent, { source, operation, manifest, evidence, report });
if (values.apply && report.patch) {
  const { edits } = report.patch;
  for (const file of new Set(edits.map((edit) => edit.file))) await writeFile(file, patched(file, edits));
  process.stdout.write("\napplied. Run the source's tests, and read the change before you commit it.\n");
}
process.exitCode = report.patch ? 0 : 1;
