import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Answer } from "../src/contract/site.ts";
import { savedAnswer } from "../src/extraction/answer.ts";
import { readSearch } from "../src/sources/stays/reading/read-answer.ts";
import standIn from "../src/sources/stays/site/stand-in.ts";
import { scrapeLodgings } from "./support/cheerio-lodging.ts";
import { interleave } from "./support/interleave.ts";
import { installRivals } from "./support/rivals.ts";
import { type Suite, type Table, threshold, times } from "./support/suite.ts";

const captured = (name: string) => join(import.meta.dirname, "../../shared/captures/stays", name);
const capture = captured("search-apollo-no-dates-2025-04.html");
const rendered = captured("search-rendered-2026-02.html");
const context = { origin: "https://site.example", originOf: () => "https://site.example", now: () => 0 };
const asked = { checkin: null, checkout: null, currency: "USD" };

/** A page of the site where one was saved, else one of the stand-in. */
function searchPage(): { what: string; body: Buffer } {
  return existsSync(capture) ? { what: "saved page", body: readFileSync(capture) } : standInPage();
}

/** The same without the data that its cards were made from. */
function renderedPage(): { what: string; body: Buffer } {
  if (existsSync(rendered)) return { what: "saved page", body: readFileSync(rendered) };
  const { what, body } = standInPage();
  const cards = body.toString("utf8").replace(/<script[^>]*data-capla-store-data="apollo"[\s\S]*?<\/script>/g, "");
  return { what, body: Buffer.from(cards) };
}

function standInPage(): { what: string; body: Buffer } {
  const url = new URL("https://site.example/searchresults.html?dest_type=city&dest_id=-100000&offset=0");
  const reply = standIn.answer({ method: "GET", url, headers: {}, body: "" });
  return { what: "page of the stand-in", body: Buffer.from(reply.body) };
}

function apolloBlock(page: string): string {
  const start = page.indexOf(">", page.indexOf('data-capla-store-data="apollo"')) + 1;
  return page.slice(start, page.indexOf("</script", start));
}

const TURNS = 300;

/** The least time of each: both are a few milliseconds long, so a busy machine cuts into most turns of either. */
function leastOf<Name extends string>(contenders: Record<Name, () => unknown>): Record<Name, number> {
  const names = Object.keys(contenders) as Name[];
  const least = Object.fromEntries(names.map((name) => [name, Number.POSITIVE_INFINITY])) as Record<Name, number>;
  for (let turn = 0; turn < TURNS; turn++) {
    for (const name of names) {
      const started = performance.now();
      contenders[name]();
      least[name] = Math.min(least[name], performance.now() - started);
    }
  }
  return least;
}

/** Reading the cards of a page, from its bytes to its records, beside cheerio, which is given the page as a string. */
async function readingCards(): Promise<Table> {
  installRivals();
  const { load } = await import("cheerio");
  const { what, body } = renderedPage();
  const text = body.toString("utf8");
  const winnow = () => readSearch(savedAnswer(body), asked, context).page.records;
  const cheerio = () => scrapeLodgings(load(text));
  assert.deepEqual(
    winnow().map((card) =>
      [card.alias, card.name, card.display_location ?? "", card.price?.formatted ?? ""].join(" | "),
    ),
    cheerio().map((card) => [card.alias, card.name, card.place, card.price].join(" | ")),
  );
  const taken = interleave({ winnow, cheerio }, { rounds: 10 });
  return {
    title: "stays: the cards of a page as a browser shows it",
    columns: ["page", "size (kB)", "cards", "Winnow (ms)", "cheerio (ms)", "as fast as cheerio"],
    rows: [
      [
        what,
        body.length / 1000,
        String(winnow().length),
        taken.winnow,
        taken.cheerio,
        times(taken.cheerio / taken.winnow),
      ],
    ],
    notes: [
      "In one process, turn by turn; medians of the processor time of that thread. cheerio: `load(page)` and selectors for the same fields.",
      "Before anything is timed, both must have found the same properties, places and prices.",
      threshold("reading the cards, to cheerio", taken.winnow / taken.cheerio, 0.38),
    ],
  };
}

/** Reading a whole page, from its bytes to its records, beside parsing its Apollo block and nothing else. */
export default {
  name: "stays",
  async run() {
    const { what, body } = searchPage();
    const answer: Answer = { url: context.origin, status: 200, headers: {}, body, text: () => body.toString("utf8") };
    // Through bytes, so that the block is a string of its own and not a window into the page.
    const block = Buffer.from(apolloBlock(body.toString("utf8"))).toString("utf8");
    const least = leastOf({ parse: () => JSON.parse(block), read: () => readSearch(answer, asked, context) });
    return [
      {
        title: "stays: one search page",
        columns: ["what", "ms", "to JSON.parse"],
        rows: [
          ["JSON.parse of the Apollo block alone", least.parse, 1],
          ["reading the page, bytes to records", least.read, least.read / least.parse],
        ],
        notes: [
          `Turn by turn in one process; the least of ${TURNS} turns, which other programs on the machine do not reach.`,
          threshold("reading a page, to JSON.parse of its Apollo block alone", least.read / least.parse, 1.4),
          `${what}: ${(body.length / 1e6).toFixed(2)} MB, block of ${Math.round(block.length / 1000)} KB, ${readSearch(answer, asked, context).page.records.length} records`,
        ],
      },
      await readingCards(),
    ];
  },
} satisfies Suite;
