import { fork } from "node:child_process";
import { once } from "node:events";
import { gunzipSync } from "node:zlib";
import { Pool } from "undici";
import { installTools } from "../scripts/support/install-tools.ts";
import { savedAnswer } from "../src/extraction/answer.ts";
import { readPage } from "../src/sources/nlretail/read-page.ts";
import type { Suite, Table } from "./support/suite.ts";

const PAGES = Number(process.env.BENCH_PAGES ?? 400);
const AT_ONCE = 8;
const PATH = "/nl/nl/s/?searchtext=koffiezetapparaat";
const CARDS = 30;

/** Reads a page and returns how many products it has. */
type Reader = (html: Buffer) => number;

/** The same page of the constant site, fetched and read with what others would take. Each runs twice; the second run counts. */
export default {
  name: "peers",
  async run(): Promise<Table[]> {
    installTools(import.meta.dirname);
    const { load } = await import("cheerio");
    const site = fork(new URL("./support/constant-site-server.ts", import.meta.url));
    const [{ port }] = (await once(site, "message")) as [{ port: number }];
    const origin = `http://127.0.0.1:${port}`;
    const read: Record<string, Reader> = {
      "undici alone, nothing read": () => CARDS,
      "undici and Winnow's reader (15 fields)": (html) => readPage(savedAnswer(html), origin).records.length,
      "undici and cheerio (2 fields)": (html) => productsIn(load(html)).length,
    };
    const runs = Object.entries(read).map(([name, reader]) => [name, () => fetchAll(origin, reader)] as const);
    runs.push(["Crawlee's CheerioCrawler (2 fields)", () => crawl(origin)]);
    const rows: Table["rows"] = [];
    for (const [name, run] of runs) {
      await run();
      rows.push([name, ...(await measured(run))]);
    }
    site.disconnect();
    const title = `${PAGES} pages of 371 KiB with ${CARDS} products, ${AT_ONCE} at once, in one process`;
    return [{ title, columns: ["", "pages a second", "processor time a page, ms"], rows }];
  },
} satisfies Suite;

async function measured(run: () => Promise<void>): Promise<[perSecond: number, processorMs: number]> {
  const [began, before] = [performance.now(), process.cpuUsage()];
  await run();
  const { user, system } = process.cpuUsage(before);
  return [(PAGES * 1000) / (performance.now() - began), (user + system) / 1000 / PAGES];
}

async function fetchAll(origin: string, read: Reader): Promise<void> {
  const pool = new Pool(origin, { connections: AT_ONCE });
  let left = PAGES;
  const work = async () => {
    while (left-- > 0) {
      const { body } = await pool.request({ path: PATH, method: "GET" });
      check(read(gunzipSync(await body.arrayBuffer())));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await pool.close();
}

async function crawl(origin: string): Promise<void> {
  const { CheerioCrawler, Configuration, log } = await import("@crawlee/cheerio");
  log.setLevel(log.LEVELS.ERROR);
  const crawler = new CheerioCrawler(
    {
      minConcurrency: AT_ONCE,
      maxConcurrency: AT_ONCE,
      requestHandler: async ({ $ }) => check(productsIn($).length),
    },
    new Configuration({ persistStorage: false }),
  );
  await crawler.run(Array.from({ length: PAGES }, (_, nth) => ({ url: `${origin}${PATH}`, uniqueKey: `${nth}` })));
}

const productsIn = ($: import("cheerio").CheerioAPI): Array<{ name: string; url: string | undefined }> =>
  $('[data-bltgi^="Search_"]')
    .toArray()
    .map((card) => ({
      name: $(card).find("h2").text(),
      url: $(card).find('[data-bltgh$="ProductTitle"]').attr("href"),
    }));

function check(products: number): void {
  if (products !== CARDS) throw new Error(`${products} products instead of ${CARDS}`);
}
