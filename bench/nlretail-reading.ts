import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CheerioAPI } from "cheerio";
import { answerOf } from "../src/source-kit/testing/saved-answer.ts";
import { readPage } from "../src/sources/nlretail/read-page.ts";
import { type ScrapedCard, scrapeFragment, scrapeRendered } from "./support/cheerio-cards.ts";
import { interleave } from "./support/interleave.ts";
import { bodyOf, withoutStream } from "./support/nlretail-pages.ts";
import { installRivals } from "./support/rivals.ts";
import { type Suite, type Table, times } from "./support/suite.ts";

const ORIGIN = "https://site.example";
const CAPTURE = join(import.meta.dirname, "../../shared/captures/nlretail/search-fragment-2023-12-03.html");

interface Case {
  what: string;
  /** What Winnow is given. */
  ours: string;
  /** What cheerio is given: the page that shows the same products. */
  theirs: string;
  scrape: ($: CheerioAPI) => ScrapedCard[];
  rounds: number;
}

export default {
  name: "nlretail-reading",
  async run(): Promise<Table[]> {
    installRivals();
    const { load } = await import("cheerio");
    const rows: Table["rows"] = [];
    for (const one of await cases()) rows.push(measure(one, load));
    return [
      {
        title: "Reading one page of an nlretail search, against cheerio's default",
        columns: ["page", "size (kB)", "cards", "Winnow (ms)", "cheerio (ms)", "as fast as cheerio"],
        rows,
        notes: [
          "Winnow is given the page as bytes, cheerio as a string; in one process, turn by turn; medians of the processor time of that thread. cheerio: `load(page)` and selectors for the same fields.",
          "Before anything is timed, both must have found the same products, names and prices.",
        ],
      },
    ];
  },
} satisfies Suite;

async function cases(): Promise<Case[]> {
  const search = "searchtext=koffiezetapparaat";
  const page = await bodyOf(`/nl/nl/s/?${search}`);
  const fragment = await bodyOf(`/nl/nl/s/?${search}&_c=xhr`);
  const table = await bodyOf(`/nl/nl/s.data?${search}`);
  const rendered = withoutStream(page);
  const made: Case[] = [
    { what: "page of today, from its embedded table", ours: page, theirs: page, scrape: scrapeRendered, rounds: 15 },
    { what: "the table alone (`s.data`)", ours: table, theirs: page, scrape: scrapeRendered, rounds: 15 },
    { what: "page of today, from its cards", ours: rendered, theirs: rendered, scrape: scrapeRendered, rounds: 15 },
    { what: "list fragment of the stand-in", ours: fragment, theirs: fragment, scrape: scrapeFragment, rounds: 15 },
  ];
  if (!existsSync(CAPTURE)) return made;
  const saved = readFileSync(CAPTURE, "utf8");
  return [
    ...made,
    { what: "list fragment as saved in 2023", ours: saved, theirs: saved, scrape: scrapeFragment, rounds: 6 },
  ];
}

function measure(
  { what, ours, theirs, scrape, rounds }: Case,
  load: (page: string) => CheerioAPI,
): Table["rows"][number] {
  const answer = answerOf(ours);
  const winnow = () => readPage(answer, ORIGIN).page.records;
  const cheerio = () => scrape(load(theirs));
  const key = ({ id, name, price, list_price, is_sponsored }: ScrapedCard | ReturnType<typeof winnow>[number]) =>
    [id, name, price, list_price, is_sponsored].join(" | ");
  assert.deepEqual(winnow().map(key), cheerio().map(key));
  const taken = interleave({ winnow, cheerio }, { rounds });
  return [
    what,
    ours.length / 1000,
    String(winnow().length),
    taken.winnow,
    taken.cheerio,
    times(taken.cheerio / taken.winnow),
  ];
}
