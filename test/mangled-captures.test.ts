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
  const operations = sources.flatMap((source) =>
    source.operations.map((operation) => ({ source, operation, path: operation.path })),
  );

  test.each(operations)("$path gives records of the schema, or an error of the catalogue", ({ source, operation }) => {
    const pages = capturedPages(source, captures).filter((page) => page.operation === operation);
    expect(pages.length).toBeGreaterThan(0);
    const texts = pages.map(({ answer }) => answer.text());
    const usual = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
    const runs = Math.round(Math.max(20, Math.min(MOST_RUNS, MANGLED_TEXT / usual)));
    expect(faultsOfReader(operation, pages[0]!.request, texts, runs)).toEqual([]);
  });
});
