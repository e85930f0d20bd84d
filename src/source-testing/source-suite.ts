import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, test } from "vitest";
import { checkSource } from "../contract/check-source.ts";
import type { Operation } from "../contract/operation.ts";
import { filledFields } from "../contract/record.ts";
import type { Source } from "../contract/source.ts";
import { withUpcomingExamples } from "../contract/upcoming-examples.ts";
import { replay } from "../extraction/recording/replay.ts";
import { readWarc } from "../extraction/recording/warc.ts";
import { countSuite } from "./count-suite.ts";
import { faultSuite } from "./fault-suite.ts";
import { faultsOfReader } from "./mangled.ts";
import { meaningSuite } from "./meaning-suite.ts";
import { proofSuite } from "./proof-suite.ts";
import { renameDrill } from "./rename-drill.ts";
import { requestSuite } from "./request-suite.ts";
import { sharedBench } from "./shared-bench.ts";
import { type SavedPage, standInPages } from "./stand-in-pages.ts";
import { trafficSuite } from "./traffic-suite.ts";

/** Characters that each drill may read again, which bounds its time. */
const MANGLED_TEXT = 4_000_000;
const RENAMED_TEXT_PER_PAGE = 3_000_000;
const MIN_RUNS = 40;
const MAX_RUNS = 120;
/** Share of the renamings that cost a required field that must be noticed. */
const NOTICED = 0.95;

const advice = (unnoticed: string[]) =>
  `Renamed on the page, these words leave fields empty that are marked filled, and nobody notices. Throw Unreadable where one ` +
  `is missing, keep the site's own value where it is unknown, or take filled off:\n${unnoticed.join("\n")}`;

/** How the reader handles corrupted pages and renamed fields. */
function readerSuite(source: Source, operation: Operation, paths: string[]): void {
  describe("the reader", () => {
    let pages: SavedPage[];
    beforeAll(async () => {
      pages = await standInPages(source, operation, { paths });
    });

    test("a corrupted page gives records that fit the schema, or an error of the catalogue", () => {
      const texts = [...new Set(pages.map(({ answer }) => answer.text()))].filter((text) => text !== "");
      const usual = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
      const runs = Math.round(Math.max(MIN_RUNS, Math.min(MAX_RUNS, MANGLED_TEXT / usual)));
      expect(faultsOfReader(operation, pages[0]!.request, texts, runs)).toEqual([]);
    });

    test("a renaming that costs a required field is noticed", () => {
      const { lost, unnoticed } = renameDrill(pages, { bytesPerPage: RENAMED_TEXT_PER_PAGE });
      expect(1 - unnoticed.length / Math.max(1, lost), advice(unnoticed)).toBeGreaterThanOrEqual(NOTICED);
    });
  });
}

export interface SuiteOptions {
  /**
   * Additional stand-in pages for an operation's reader (`"products/search": ["/s/?q=x"]`), such as those of its other
   * forms.
   */
  pages?: Record<string, string[]>;
  /** A folder of recordings (`winnow record`) to replay. */
  recordings?: string;
}

/**
 * Tests every operation of a source against its stand-in through the real engine: examples, descriptions, a 422 for each
 * field, every fault, corrupted pages, renamed fields, `count` around the end of a page, pages of other questions, pages that
 * lack rows, and what the site sees of it all. One call in a test file.
 */
export function sourceSuite(source: Source, { pages = {}, recordings }: SuiteOptions = {}): void {
  test("the service accepts it at the start", () => {
    checkSource(`${source.name}/source.ts`, source.name, source, false);
  });
  const operations = source.operations.map((operation) => withUpcomingExamples(operation, Date.now()));
  describe.each(operations.map((operation) => ({ operation, path: operation.path })))("$path", ({ operation }) => {
    exampleSuite(source, operation);
    meaningSuite(source, operation);
    requestSuite(operation);
    countSuite(source, operation);
    proofSuite(source, operation);
    readerSuite(source, operation, pages[operation.path.slice(`/api/${source.name}/`.length)] ?? []);
    faultSuite(source, operation);
  });
  trafficSuite(source, operations);
  if (recordings !== undefined) recordingSuite(source, recordings);
}

/** Checks that the examples work and their records fit the schema. */
function exampleSuite(source: Source, operation: Operation): void {
  describe("the examples", () => {
    const bench = sharedBench(source);

    test.each(operation.examples)(
      "%j gives records that fit the schema, with the required fields filled",
      async (example) => {
        const records = await bench.run(operation, example);
        const [first] = records;
        if (!first) throw new Error("no record");
        const ajv = new Ajv2020({ strict: false });
        const fits = ajv.compile({ type: "array", items: operation.record });
        expect(fits(records), ajv.errorsText(fits.errors)).toBe(true);
        for (const record of records) expect(Object.keys(record)).toEqual(Object.keys(operation.record.properties));
        for (const field of filledFields(operation.record)) expect(first[field], field).not.toBeNull();
      },
    );
  });
}

/** Replays recordings of the real site (`winnow record`): each must still give records that fit the schema. */
export function recordingSuite(source: Source, folder: string): void {
  describe("recordings", () => {
    test.each(readdirSync(folder).filter((name) => name.endsWith(".warc.gz")))("%s gives records", async (name) => {
      const recording = await readWarc(await readFile(join(folder, name)));
      const records = await replay(recording, source);
      const record = source.operations.find(({ path }) => path === recording.operation)?.record;
      const ajv = new Ajv2020({ strict: false });
      const fits = ajv.compile({ type: "array", items: record, minItems: 1 });
      expect(fits(records), ajv.errorsText(fits.errors)).toBe(true);
    });
  });
}
