import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { drawnThird } from "../../test/support/drawn.ts";
import { leaves, observing } from "../contract/provenance.ts";
import { type Provenance, provenanceView } from "../contract/provenance-view.ts";
import { savedRecords } from "../extraction/row-accounting.ts";
import { findSources } from "../sources/find-sources.ts";
import { provenanceFault } from "./check-provenance.ts";
import { capturedPages } from "./rename-drill.ts";
import { readingContext } from "./saved-answer.ts";
import { type SavedPage, standInPages } from "./stand-in-pages.ts";

const CAPTURES = fileURLToPath(new URL("../../../shared/captures", import.meta.url));
const sources = await findSources();
const NOT_ON_PAGE = new Set(["city", "currency", "is_discount", "parameter", "value"]);

const read = ({ operation, answer, request }: SavedPage): readonly object[] => {
  try {
    return savedRecords(operation, answer, request, readingContext);
  } catch {
    return [];
  }
};

function check(pages: SavedPage[]) {
  const tally = { places: 0, computed: 0, nowhere: new Set<string>(), faults: [] as string[] };
  for (const page of pages) {
    const about = { number: 1, url: page.answer.url, at: "2027-03-01T12:00:00.000Z" };
    const records = observing(about, () => read(page));
    const text = page.answer.text();
    expect(JSON.stringify(records), `${page.name}: the records are the same as without provenance`).toBe(
      JSON.stringify(read(page)),
    );
    for (const record of records.slice(0, 10)) {
      const { pages: seen, fields }: Provenance = provenanceView(record);
      expect(seen.every((one) => one === about)).toBe(true);
      for (const [path, value] of leaves(record, "")) {
        const from = fields[path]!;
        if ("place" in from) tally.places++;
        else if (from.computed_from.length > 0) tally.computed++;
        else tally.nowhere.add(path.replaceAll(/\[\d+\]/g, "[]"));
        const fault = provenanceFault(text, from, value);
        if (fault) tally.faults.push(`${page.name}: ${path}: ${fault}`);
      }
    }
  }
  return tally;
}

describe.each(sources)("$name", (source) => {
  test("says of each value of its saved pages where it is, and the page has it there", () => {
    expect(check(capturedPages(source, CAPTURES)).faults).toEqual([]);
  });

  test.each(drawnThird(source.operations))("$path: each value says where the page has it", async (operation) => {
    const { faults, places, computed, nowhere } = check(await standInPages(source, operation));
    expect(faults).toEqual([]);
    expect(places).toBeGreaterThan(2 * computed);
    // From the request, or words of Winnow's own.
    expect([...nowhere].filter((path) => !NOT_ON_PAGE.has(path))).toEqual([]);
  });
});
