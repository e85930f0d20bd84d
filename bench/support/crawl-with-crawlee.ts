import { CheerioCrawler, Configuration, LogLevel, log } from "@crawlee/cheerio";
import { scrapeRendered } from "./cheerio-cards.ts";
import { CONCURRENCY, type Crawled, crawlPaths, peakMemoryMb } from "./crawl-plan.ts";

/** Started as a process of its own: `<origin> <pages>`. As quick as Crawlee can be set: nothing kept, no ramp-up. */
const [origin = "", count = "0"] = process.argv.slice(2);
log.setLevel(LogLevel.OFF);

let cards = 0;
let cents = 0;
const crawler = new CheerioCrawler(
  {
    minConcurrency: CONCURRENCY,
    maxConcurrency: CONCURRENCY,
    useSessionPool: false,
    requestHandler({ $ }) {
      for (const { price } of scrapeRendered($)) {
        cards++;
        cents += Math.round((price ?? 0) * 100);
      }
    },
  },
  new Configuration({ persistStorage: false }),
);

const started = performance.now();
await crawler.run(crawlPaths(Number(count)).map((path) => `${origin}${path}`));
const ms = performance.now() - started;
process.send?.({ ms, cards, cents, peakMb: peakMemoryMb() } satisfies Crawled);
