import { mangle, rowsPages } from "../test/support/source-kit/mangled-rows.ts";
import { options } from "./support/options.ts";

/**
 * Drops, renames and empties rows of saved pages at random. A page must be rejected, or give a record for every remaining
 * row. Prints what each page did; exits with 1 if one gave fewer.
 */
const { runs, seed: first } = options({ runs: 1_000, seed: "rows" });
let lost = 0;
console.log(`seed ${first}, ${runs} runs a page`);
for (const page of await rowsPages()) {
  let refused = 0;
  let whole = 0;
  for (let run = 0; run < runs; run++) {
    const seed = `${first} ${page.name} ${run}`;
    const { records, explained, changes } = mangle(page, seed);
    if (records === null) refused++;
    else if (records >= explained) whole++;
    else {
      lost++;
      console.log(
        `LOST ${page.name}, seed "${seed}": ${records} records of ${explained} rows (${changes.filter((one) => one !== "kept").join(", ")})`,
      );
    }
  }
  console.log(`${page.name}: ${page.rows.length} rows; ${refused} refused, ${whole} whole`);
}
process.exitCode = lost > 0 ? 1 : 0;
