import { relative } from "node:path";
import { type DrillCase, drill } from "../test/support/repair/drill.ts";
import { options } from "./support/options.ts";

/**
 * Renames, moves, wraps and rewrites values in the pages of the stand-ins at random, and has each change repaired. Prints the
 * share that is repaired by a proved patch; exits with 1 if a patch is shown that reads other values than before.
 */
const values = options({ count: 100, traps: 20, seed: "repair", only: "", verbose: false });

function show({ where, outcome, words, report }: DrillCase): void {
  console.log(`${outcome.padEnd(8)} ${where} ${words}${outcome === "repaired" ? "" : `: ${report.verdict}`}`);
  for (const { file, line, after } of report.patch?.edits ?? [])
    console.log(`           ${relative(".", file)}:${line} ${after.trim()}`);
  if (values.verbose && !report.patch)
    for (const { what, failure, edits } of report.trials)
      console.log(`           tried ${what} (${edits.length} lines): ${failure}`);
}

const shared = { onCase: show, ...(values.only !== "" && { only: values.only }) };
const cases = await drill({ seed: values.seed, count: values.count, ...shared });
const traps = await drill({ seed: `${values.seed} traps`, count: values.traps, traps: true, ...shared });
for (const [kind, own] of Object.entries(Object.groupBy(cases, ({ kind }) => kind))) {
  console.log(`${kind}: ${own.filter(({ outcome }) => outcome === "repaired").length} of ${own.length} repaired`);
}
const wrong = [...cases, ...traps].filter(({ outcome }) => outcome === "WRONG");
console.log(
  `seed ${values.seed}: ${cases.filter(({ outcome }) => outcome === "repaired").length} of ${cases.length} repaired, ` +
    `${traps.length} traps, ${wrong.length} wrong patches`,
);
process.exitCode = wrong.length > 0 ? 1 : 0;
