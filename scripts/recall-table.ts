import { parseArgs } from "node:util";
import { findSources } from "../src/sources/find-sources.ts";
import { openStore, whileOpen } from "../src/store/open-store.ts";
import { tryRecalls } from "../test/simulation/health/recall-table.ts";
import { inFolder } from "./support/on-stores.ts";

/**
 * Changes every source's site in each of the ways that health knows, and compares the calls that would be recalled with
 * those that carried wrong records. Prints Markdown; exits with 1 if one is missed or falsely recalled.
 */
const { values } = parseArgs({
  options: {
    source: { type: "string" },
    change: { type: "string", multiple: true },
    seed: { type: "string", default: "1" },
    partly: { type: "boolean", default: false },
    reasons: { type: "boolean", default: false },
  },
});
const sources = (await findSources()).filter(({ name }) => !values.source || name === values.source);
const options = { seed: Number(values.seed), partly: values.partly, ...(values.change && { only: values.change }) };

console.log(`Seed ${values.seed}.\n`);
console.log("| source | change | answered | wrong | recalled | missed | falsely | undecided |");
console.log("|---|---|--:|--:|--:|--:|--:|--:|");
for (const source of sources) {
  const rows = await inFolder(async (dataDir) =>
    whileOpen(await openStore({ dataDir, url: "" }), (store) => tryRecalls(store, source, options)),
  );
  for (const { change, answered, wrong, recalled, missed, falsely, undecided, reasons } of rows) {
    const figures = [answered, wrong, recalled, missed, falsely, undecided].join(" | ");
    console.log(`| ${source.name} | ${change} | ${figures} |`);
    if (values.reasons) for (const reason of reasons) console.log(`  ${reason}`);
    if (missed + falsely > 0) process.exitCode = 1;
  }
}
