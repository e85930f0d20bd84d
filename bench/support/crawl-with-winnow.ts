import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine } from "../../src/extraction/engine.ts";
import operation from "../../src/sources/nlretail/products-search/operation.ts";
import { readPage } from "../../src/sources/nlretail/products-search/read-page.ts";
import source from "../../src/sources/nlretail/source.ts";
import { CONCURRENCY, type Crawled, crawlPaths, peakMemoryMb } from "./crawl-plan.ts";

/** Started as a process of its own: `<origin> <pages>`. The whole engine, its rate limits apart, over so many pages. */
const [origin = "", count = "0"] = process.argv.slice(2);

const crawl = {
  ...operation,
  async *run(_request: unknown, site: Parameters<typeof operation.run>[1]) {
    const requests = crawlPaths(Number(count)).map((path) => ({ path }));
    yield* site.readAll(requests, (answer) => readPage(answer, site.origin).page);
  },
};
const crawled = {
  ...source,
  politeness: { concurrency: CONCURRENCY, perSecond: 10_000 },
  operations: [crawl] as [typeof crawl],
};
const engine = createEngine({
  sources: [crawled],
  originOf: () => origin,
  isStandIn: () => true,
  log: { debug() {}, info() {}, warn() {} },
  unreadableDir: join(tmpdir(), "winnow-bench"),
});

const started = performance.now();
let cards = 0;
let cents = 0;
const records = engine.extract({
  source: crawled,
  operation: crawl,
  request: { keyword: "x", count: 1_000_000, timeout: 1500 },
  requestId: "00000000-0000-4000-8000-000000000000",
  caller: "bench",
  disconnect: new AbortController().signal,
});
for await (const record of records) {
  cards++;
  cents += Math.round(Number(record.price ?? 0) * 100);
}
const ms = performance.now() - started;
await engine.close();
process.send?.({ ms, cards, cents, peakMb: peakMemoryMb() } satisfies Crawled);
