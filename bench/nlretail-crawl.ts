import assert from "node:assert/strict";
import { crawlIn, servePages } from "./support/crawl.ts";
import { CONCURRENCY, type Crawled } from "./support/crawl-plan.ts";
import { median } from "./support/interleave.ts";
import { installRivals } from "./support/rivals.ts";
import { type Suite, type Table, times } from "./support/suite.ts";

const PAGES = 200;
const ROUNDS = 3;
const SCRIPTS = { Winnow: "crawl-with-winnow.ts", "Crawlee's CheerioCrawler": "crawl-with-crawlee.ts" };

export default {
  name: "nlretail-crawl",
  async run(): Promise<Table[]> {
    installRivals();
    const site = await servePages();
    try {
      const runs = { Winnow: [] as Crawled[], "Crawlee's CheerioCrawler": [] as Crawled[] };
      // The first of each fills Node's cache of compiled code and is not counted.
      for (const script of Object.values(SCRIPTS)) await crawlIn(script, site.origin, CONCURRENCY);
      for (let round = 0; round < ROUNDS; round++) {
        for (const name of Object.keys(SCRIPTS) as Array<keyof typeof SCRIPTS>) {
          runs[name].push(await crawlIn(SCRIPTS[name], site.origin, PAGES));
        }
      }
      return [table(runs.Winnow, runs["Crawlee's CheerioCrawler"])];
    } finally {
      await site.close();
    }
  },
} satisfies Suite;

function table(winnow: Crawled[], crawlee: Crawled[]): Table {
  const found = [...winnow, ...crawlee].map(({ cards, cents }) => `${cards} cards, ${cents} cents`);
  assert.equal(new Set(found).size, 1, `both must have read the same: ${found.join("; ")}`);
  const speed = (runs: Crawled[]) => median(runs.map(({ ms }) => (PAGES / ms) * 1000));
  const memory = (runs: Crawled[]) => median(runs.map(({ peakMb }) => peakMb));
  return {
    title: `${PAGES} search pages over HTTP on loopback, ${CONCURRENCY} at a time, against Crawlee`,
    columns: ["", "Winnow", "Crawlee's CheerioCrawler", "ratio"],
    rows: [
      ["pages a second", speed(winnow), speed(crawlee), `${times(speed(winnow) / speed(crawlee))} as many`],
      [
        "most memory held (MB)",
        memory(winnow),
        memory(crawlee),
        `${(memory(winnow) / memory(crawlee)).toFixed(2)} of it`,
      ],
    ],
    notes: [
      `Each run in a process of its own, in turns, ${ROUNDS} of each; medians. Both have Node's cache of compiled code. The pages are served by another process, made beforehand and packed with gzip.`,
      `Winnow: the whole engine (deadline, retries, block detection, coverage guard) without its rate limits. Crawlee: nothing kept on disk, no sessions, no ramp-up.`,
      `Both read the same ${found[0]}.`,
    ],
  };
}
