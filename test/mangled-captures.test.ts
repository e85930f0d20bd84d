import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { faultsOfReader } from "../src/source-testing/mangled.ts";
import { capturedPages } from "../src/source-testing/rename-drill.ts";
import { findSources } from "../src/sources/find-sources.ts";

const captures = join(import.meta.dirname, "../../shared/captures");
/** Characters parsed again per operation, which bounds the time. */
const MANGLED_TEXT = 3_000_000;
const MAX_RUNS = 150;
const sources = await findSources();

/** Each source's suite mangles pages of its stand-in, as we imagine them; these are real ones. */
describe.skipIf(!existsSync(captures))("a mangled response of the real site", () => {
  // A source without saved pages has none.
  const operations = sources.flatMap((source) =>
    Map.groupBy(capturedPages(source, captures), ({ operation }) => operation)
      .entries()
      .map(([operation, pages]) => ({ operation, pages, path: operation.path }))
      .toArray(),
  );

  test("exists", () => {
    expect(operations.length).toBeGreaterThan(0);
  });

  test.each(operations)(
    "$path gives records that match the schema, or an error of the catalogue",
    ({ operation, pages }) => {
      const texts = pages.map(({ answer }) => answer.text());
      const usual = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
      const runs = Math.round(Math.max(20, Math.min(MAX_RUNS, MANGLED_TEXT / usual)));
      expect(faultsOfReader(operation, pages[0]!.request, texts, runs)).toEqual([]);
    },
  );
});
