import { beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "../contract/operation.ts";
import type { Source } from "../contract/source.ts";
import { faultsOfReader } from "./mangled.ts";
import { renameDrill } from "./rename-drill.ts";
import { type SavedPage, standInPages } from "./stand-in-pages.ts";

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
export function readerSuite(source: Source, operation: Operation, paths: string[]): void {
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
