import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, test } from "vitest";
import { checkSource } from "../contract/check-source.ts";
import { NoSuchThing } from "../contract/errors.ts";
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
import { type SavedPage, standInPages } from "./stand-in-pages.ts";
import { type TamperedSite, tamperedSite } from "./tampered-site.ts";
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
  /** More stand-in pages for an operation's reader (`"products/search": ["/s/?q=x"]`), such as its other forms. */
  pages?: Record<string, string[]>;
  /** A folder of recordings (`winnow record`) to replay. */
  recordings?: string;
  /** Requests for what the site does not have, by operation (`lamps: [{ item: "0" }]`): 412, in recordings too. */
  missing?: Record<string, Body[]>;
  /** Chooses the operations to test: all, unless you choose. */
  draw?: (operations: Operation[]) => Operation[];
}

type Body = Record<string, unknown>;

/**
 * Tests every operation of a source against its stand-in through the real engine: examples, descriptions, a 422 for each
 * field, every fault, corrupted pages, renamed fields, `count` around the end of a page, pages of other questions, pages that
 * lack rows, and what the site sees of it all. One call in a test file.
 */
export function sourceSuite(source: Source, { pages = {}, recordings, missing = {}, draw }: SuiteOptions = {}): void {
  test("the service accepts it at the start", () => {
    checkSource(`${source.name}/source.ts`, source.name, source, false);
  });
  const operations = source.operations.map((operation) => withUpcomingExamples(operation, Date.now()));
  describe.each(draw?.(operations) ?? operations)("$path", (operation) => {
    const name = operation.path.slice(`/api/${source.name}/`.length);
    exampleSuite(source, operation, missing[name] ?? []);
    meaningSuite(source, operation);
    requestSuite(source, operation);
    countSuite(source, operation);
    proofSuite(source, operation);
    readerSuite(source, operation, pages[name] ?? []);
    faultSuite(source, operation);
  });
  trafficSuite(source, operations);
  if (recordings !== undefined) recordingSuite(source, recordings, missing);
}

/** Checks that the examples work and their records fit the schema, and that what does not exist is a 412. */
function exampleSuite(source: Source, operation: Operation, missing: Body[]): void {
  describe("the examples", () => {
    let site: TamperedSite;
    beforeAll(async () => {
      site = await tamperedSite(source);
      return () => site.close();
    });

    test.each(operation.examples)(
      "%j gives records that fit the schema, with the required fields filled",
      async (example) => {
        const { outcome, exchanges } = await site.run(operation, example);
        const unknown = exchanges.find(({ reply }) => reply.status === 404)?.call;
        const cause = unknown && `: the stand-in has no page for ${unknown.method} ${unknown.url.href}`;
        if (!("records" in outcome)) throw new Error(`${outcome.code}: ${outcome.detail}${cause ?? ""}`);
        expectFit(operation, outcome.records);
        const [first = {}] = outcome.records;
        for (const record of outcome.records)
          expect(Object.keys(record)).toEqual(Object.keys(operation.record.properties));
        for (const field of filledFields(operation.record)) expect(Reflect.get(first, field), field).not.toBeNull();
      },
    );

    test.each(missing)("%j is 412: the site has no such thing", async (body) => {
      expect((await site.run(operation, body)).outcome).toMatchObject({ code: "no_such_thing" });
    });
  });
}

function expectFit({ record }: Operation, records: readonly object[]): void {
  const ajv = new Ajv2020({ strict: false });
  const fits = ajv.compile({ type: "array", items: record, minItems: 1 });
  expect(fits(records), ajv.errorsText(fits.errors)).toBe(true);
}

/** Replays recordings of the real site (`winnow record`): each must still give records that fit the schema, or none at all. */
export function recordingSuite(source: Source, folder: string, missing: Record<string, Body[]> = {}): void {
  describe("recordings", () => {
    test.each(readdirSync(folder).filter((name) => name.endsWith(".warc.gz")))("%s gives records", async (name) => {
      const recording = await readWarc(await readFile(join(folder, name)));
      const operation = source.operations.find(({ path }) => path === recording.operation);
      if (!operation) throw new Error(`${source.name} has no operation ${recording.operation}`);
      const bodies = missing[recording.operation.slice(`/api/${source.name}/`.length)] ?? [];
      if (bodies.some((body) => isDeepStrictEqual({ ...recording.request, ...body }, recording.request)))
        await expect(replay(recording, source)).rejects.toBeInstanceOf(NoSuchThing);
      else expectFit(operation, await replay(recording, source));
    });
  });
}
