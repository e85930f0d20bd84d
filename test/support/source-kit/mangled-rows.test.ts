import { expect, test } from "vitest";
import { mangle, rowsPages } from "./mangled-rows.ts";

/** Few here; `node scripts/mangle-captures.ts` makes a thousand of each page. */
const RUNS = 12;

test("a page whose rows were dropped, renamed and emptied is refused, or gives a record for each row that is left", async () => {
  const pages = await rowsPages();
  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) {
    expect(page.rows.length, page.name).toBeGreaterThan(2);
    for (let run = 0; run < RUNS; run++) {
      const seed = `short ${page.name} ${run}`;
      const { records, explained } = mangle(page, seed);
      expect(records ?? explained, seed).toBeGreaterThanOrEqual(explained);
    }
  }
});
