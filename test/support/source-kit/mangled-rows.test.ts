import { expect, test } from "vitest";
import { mangle, rowsPages } from "./mangled-rows.ts";

/** Few here; `node scripts/mangle-captures.ts` runs a thousand per page. */
const RUNS = 12;

test("a page with dropped, renamed and emptied rows is rejected, or gives a record for each remaining row", async () => {
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
