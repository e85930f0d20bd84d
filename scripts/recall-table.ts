import { findSources } from "../src/sources/find-sources.ts";
import { openStore, whileOpen } from "../src/store/open-store.ts";
import { tryRecalls } from "../test/simulation/health/recall-table.ts";
import { inFolder } from "./support/on-stores.ts";
import { options } from "./support/options.ts";

/**
 * Changes every source's site in each of the ways that health knows, and compares the calls that would be recalled with
 * those that carried wrong records. Prints Markdown; exits with 1 if one is missed or falsely recalled.
 */
const values = options({ source: "", change: [], seed: 1, partly: false, reasons: false });
const sources = (await findSources()).filter(({ name }) => values.source === "" || name === values.source);
const { seed, partly, change: only } = values;
const wanted = { seed, partly, ...(only.length > 0 && { only }) };

console.log(`Seed ${seed}.\n`);
console.log("| source | change | answered | wrong | recalled | missed | falsely | undecided |");
console.log("|---|---|--:|--:|--:|--:|--:|--:|");
for (const source of sources) {
  const rows = await inFolder(async (dataDir) =>
    whileOpen(await openStore({ dataDir, url: "" }), (store) => tryRecalls(store, source, wanted)),
  );
  for (const { change, answered, wrong, recalled, missed, falsely, undecided, reasons } of rows) {
    const figures = [answered, wrong, recalled, missed, falsely, undecided].join(" | ");
    console.log(`| ${source.name} | ${change} | ${figures} |`);
    if (values.reasons) for (const reason of reasons) console.log(`  ${reason}`);
    if (missed + falsely > 0) process.exitCode = 1;
  }
}
