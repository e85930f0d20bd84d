import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Parser } from "htmlparser2";
import { requestDefaults } from "../../../src/contract/canary.ts";
import { WinnowError } from "../../../src/contract/errors.ts";
import type { Operation } from "../../../src/contract/operation.ts";
import { savedAnswer } from "../../../src/extraction/answer.ts";
import { savedRecords } from "../../../src/extraction/row-accounting.ts";
import { seeded } from "../../../src/source-kit/stand-in/seeded.ts";
import { readingContext } from "../../../src/source-testing/saved-answer.ts";
import { standInPages } from "../../../src/source-testing/stand-in-pages.ts";
import { findSources } from "../../../src/sources/find-sources.ts";

/** A saved page, its rows as written, and the vital parts of a row. */
export interface RowsPage {
  name: string;
  operation: Operation;
  request: Record<string, unknown>;
  /** The text between the rows; one more piece than rows. */
  around: string[];
  rows: string[];
  /** An empty row. */
  emptied(row: string): string;
  /** A row with a renamed key or attribute. */
  renamed(row: string): string;
}

type Changed = "kept" | "dropped" | "renamed" | "emptied";

/** Finds the rows of a page independently of the code under test. */
export type FindRows = (text: string) => Array<[start: number, end: number]>;

/** The objects in the list after `"name": [`, the first of that name after `from`. */
export const jsonRows =
  (name: string | null, from = ""): FindRows =>
  (text) => {
    const after = from === "" ? 0 : text.indexOf(from);
    const open = name === null ? text.indexOf("[") : text.indexOf("[", text.indexOf(`"${name}"`, after));
    const spans: Array<[number, number]> = [];
    let depth = 0;
    let start = 0;
    for (let at = open; at < text.length; at++) {
      const sign = text[at]!;
      if (sign === '"') while (text[++at] !== '"') if (text[at] === "\\") at++;
      if (sign === "{" || sign === "[") if (depth++ === 1) start = at;
      if ((sign === "}" || sign === "]") && --depth === 1) spans.push([start, at + 1]);
      if (depth === 0 && at > open) break;
    }
    return spans;
  };

/** The outermost elements with the given attribute. */
export const htmlRows =
  (attribute: string, value: RegExp): FindRows =>
  (text) => {
    const spans: Array<[number, number]> = [];
    const open: boolean[] = [];
    let inside = 0;
    let start = 0;
    const parser = new Parser({
      onopentag(_, attributes) {
        const isRow = value.test(attributes[attribute] ?? "");
        open.push(isRow);
        if (isRow && inside++ === 0) start = parser.startIndex;
      },
      onclosetag() {
        if (open.pop() && --inside === 0) spans.push([start, parser.endIndex + 1]);
      },
    });
    parser.end(text);
    return spans;
  };

function rowsPage(name: string, text: string, operation: Operation, { find, vital }: Rows): RowsPage {
  const spans = find(text);
  const isJson = text[spans[0]![0]] !== "<";
  const ends = [0, ...spans.map(([, end]) => end)];
  return {
    name,
    operation,
    request: { ...requestDefaults(operation), ...operation.examples[0], count: 1_000 },
    around: ends.map((end, nth) => text.slice(end, spans[nth]?.[0] ?? text.length)),
    rows: spans.map(([start, end]) => text.slice(start, end)),
    emptied: (row) => (isJson ? "{}" : `${/^<[^>]*>/.exec(row)![0]}</${/^<(\w+)/.exec(row)![1]}>`),
    renamed: (row) => row.replaceAll(vital, (found) => found.replace(/[\w-]*\w(?=\W*$)/, (name) => `${name}x`)),
  };
}

/** Reads one mangled page: the number of records, or null if rejected, and the number its rows explain. */
export function mangle(
  page: RowsPage,
  seed: string,
): { records: number | null; explained: number; changes: Changed[] } {
  const chance = seeded(seed);
  const share = chance.pick([0.03, 0.2, 0.6, 0.95]);
  const changes = page.rows.map(
    (): Changed => (chance.chance(share) ? chance.pick(["dropped", "renamed", "emptied"] as const) : "kept"),
  );
  const written: string[] = [page.around[0]!];
  page.rows.forEach((row, nth) => {
    const change = changes[nth]!;
    const isLast = nth === page.rows.length - 1;
    const between = page.around[nth + 1]!;
    if (change === "kept") written.push(row, between);
    if (change === "renamed") written.push(page.renamed(row), between);
    if (change === "emptied") written.push(page.emptied(row), between);
    // The comma after a JSON row goes with it.
    if (change === "dropped") written.push(isLast ? between : between.replace(/^\s*,/, ""));
  });
  const text = written.join("").replace(/,(\s*\])/g, "$1");
  const explained = changes.filter((change) => change !== "dropped").length;
  try {
    const answer = savedAnswer(new TextEncoder().encode(text), { headers: { "content-type": "charset=utf-8" } });
    return { records: savedRecords(page.operation, answer, page.request, readingContext).length, explained, changes };
  } catch (error) {
    if (!(error instanceof WinnowError)) throw error;
    return { records: null, explained, changes };
  }
}

interface Rows {
  find: FindRows;
  /** The names in a row that identify the item. */
  vital: RegExp;
}

const CAPTURES = join(import.meta.dirname, "../../../../shared/captures");

/** The rows of the saved pages, if the checkout has them. */
const captured: Record<string, Rows & { path: string }> = {
  "bizbureau/api-search-composite-7-rows-2026-09.json": {
    path: "/api/bizbureau/businesses/search",
    find: jsonRows("results"),
    vital: /"id"(?=\s*:\s*"\d+_)/g,
  },
  "nlretail/search-fragment-2023-12-03.html": {
    path: "/api/nlretail/products/search",
    find: htmlRows("class", /\bjs_item_root\b/),
    vital: /\bdata-id|data-test="product-title/g,
  },
  "ruretail/graphql-category-filtered-2024-08.json": {
    path: "/api/ruretail/products/search",
    find: jsonRows("products"),
    vital: /"id"(?=\s*:\s*"\d{5,}")/g,
  },
  "ruretail/search-rendered-2026-02.html": {
    path: "/api/ruretail/products/search",
    find: htmlRows("data-meta-name", /^SnippetProductVerticalLayout$/),
    vital: /\bdata-meta-product-id|\bhref/g,
  },
  "stays/graphql-results-2026-03.json": {
    path: "/api/stays/hotels/search",
    find: jsonRows(null),
    vital: /"basicPropertyData"/g,
  },
  "stays/search-apollo-no-dates-2025-04.html": {
    path: "/api/stays/hotels/search",
    find: jsonRows("results", '"pagination":{"__typename":"SearchResultsPagination"'),
    vital: /"basicPropertyData"/g,
  },
  "stays/search-rendered-2026-02.html": {
    path: "/api/stays/hotels/search",
    find: htmlRows("data-testid", /^property-card$/),
    vital: /\bhref/g,
  },
  "stays/autocomplete-2026-10.json": {
    path: "/api/stays/destinations/search",
    find: jsonRows("results"),
    vital: /"dest_id"(?=\s*:\s*"-?\d+",\s*"dest_type)|"dest_id"/g,
  },
};

/** Sources without a saved page with rows: pages of their stand-ins. */
const standIns: Record<string, Rows> = {
  "/api/hkproperty/estates/search": { find: jsonRows(null), vital: /"typeCode"/g },
  "/api/jobsboard/companies/search": { find: htmlRows("class", /^card-content$/), vital: /\bhref/g },
};

/** Every page with rows that can be mangled. */
export async function rowsPages(): Promise<RowsPage[]> {
  const sources = await findSources();
  const operations = new Map(sources.flatMap((source) => source.operations.map((one) => [one.path, { source, one }])));
  const pages = Object.entries(captured)
    .filter(([name]) => existsSync(join(CAPTURES, name)))
    .map(([name, rows]) =>
      rowsPage(name, readFileSync(join(CAPTURES, name), "utf8"), operations.get(rows.path)!.one, rows),
    );
  for (const [path, rows] of Object.entries(standIns)) {
    const { source, one } = operations.get(path)!;
    const [saved] = await standInPages(source, one, { examples: [one.examples[0]] });
    pages.push(rowsPage(`${source.name} stand-in`, saved!.answer.text(), one, rows));
  }
  return pages;
}
