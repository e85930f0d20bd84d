import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { faultsOfReader } from "../src/source-kit/testing/mangled.ts";
import { capturedPages } from "../src/source-kit/testing/rename-drill.ts";
import { findSources } from "../src/sources/find-sources.ts";

const captures = join(import.meta.dirname, "../../shared/captures");
/** Text that is read again for one operation, in letters: what bounds the time. */
const MANGLED_TEXT = 3_000_000;
const MOST_RUNS = 150;
const sources = await findSources();

/** The suite of each source mangles pages of its stand-in, which are as we think they are; these are as they were. */
describe.skipIf(!existsSync(captures))("a mangled answer of the real site", () => {
  // A source of which nothing was saved yet has none.
  const operations = sources.flatMap((source) =>
    Map.groupBy(capturedPages(source, captures), ({ operation }) => operation)
      .entries()
      .map(([operation, pages]) => ({ operation, pages, path: operation.path }))
      .toArray(),
  );

  test("there are some", () => {
    expect(operations.length).toBeGreaterThan(0);
  });

  test.each(operations)("$path gives records of the schema, or an error of the catalogue", ({ operation, pages }) => {
    const texts = pages.map(({ answer }) => answer.text());
    const usual = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
    const runs = Math.round(Math.max(20, Math.min(MOST_RUNS, MANGLED_TEXT / usual)));
    expect(faultsOfReader(operation, pages[0]!.request, texts, runs)).toEqual([]);
  });
});
