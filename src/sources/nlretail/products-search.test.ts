import { describe, expect, test } from "vitest";
import { Unreadable } from "../../contract/errors.ts";
import { defineSource, type Source } from "../../contract/source.ts";
import type { StandIn, StandInReply } from "../../contract/stand-in.ts";
import { sharedBench } from "../../source-testing/shared-bench.ts";
import { type StandInBench, standInFor } from "../../source-testing/stand-in-for.ts";
import operation from "./products-search.ts";
import { PAGE_SIZE, searchResults } from "./site/search.ts";
import { standIn } from "./site/stand-in.ts";
import source from "./source.ts";

/** The same site without a rate limit, with the test's responses. */
const hasty = (answer: StandIn["answer"] = standIn.answer): Source =>
  defineSource({
    ...source,
    politeness: { concurrency: 8, perSecond: 10_000 },
    standIn: async () => ({ ...standIn, answer }),
  });

async function through<T>(answer: StandIn["answer"], use: (bench: StandInBench) => Promise<T>): Promise<T> {
  const bench = await standInFor(hasty(answer));
  try {
    return await use(bench);
  } finally {
    await bench.close();
  }
}

/** The site's results in page order, each product once. */
function listed(keyword: string): string[] {
  const ids = new Set<string>();
  for (let page = 1; ; page++) {
    const results = searchResults(keyword, page);
    if (!results) return [...ids];
    for (const { product } of results.cards) ids.add(product.id);
  }
}

const idsOf = (records: Array<Record<string, unknown>>) => records.map(({ id }) => id);
const html = (status: number, body: string): StandInReply => ({
  status,
  headers: { "content-type": "text/html" },
  body,
});

describe("a search through the engine", () => {
  const bench = sharedBench(hasty());

  const keyword = "koffiezetapparaat";

  test.each([1, 20, 24, 25, 30, 31, 100, 6000])(
    "%i requested: as many, or all there are, in the site's order",
    async (count) => {
      const all = listed(keyword);
      const records = await bench.run(operation, { keyword, count });
      expect(idsOf(records)).toEqual(all.slice(0, count));
      expect(records).toHaveLength(Math.min(count, all.length));
    },
  );

  test("no more pages are requested than the count needs", async () => {
    bench.calls.length = 0;
    await bench.run(operation, { keyword, count: 30 });
    expect(bench.calls).toHaveLength(1);
    await bench.run(operation, { keyword, count: 31 });
    expect(bench.calls).toHaveLength(3);
  });

  test("a missing record does not cost a page: the count determines the pages requested", async () => {
    bench.calls.length = 0;
    const run = bench.start(operation, { keyword: "elektronica", count: 200 });
    expect(await Array.fromAsync(run)).toHaveLength(200);
    expect(bench.calls.length).toBeLessThanOrEqual(Math.ceil(200 / PAGE_SIZE) + 1);
    expect(run).toMatchObject({ resultsEnd: "count", findings: { total: searchResults("elektronica", 1)!.total } });
  });

  test("all results make an exhausted list, with the site's own total", async () => {
    const run = bench.start(operation, { keyword, count: 6000 });
    await Array.fromAsync(run);
    expect(run).toMatchObject({ resultsEnd: "exhausted", findings: { total: searchResults(keyword, 1)!.total } });
  });

  test("the site shows 500 pages of 24 and at most six advertised products", () => {
    expect(operation.maxResults).toBe(15_000);
  });

  test("a long list is returned in full despite repeated products, and no page past the end is requested", async () => {
    const all = listed("elektronica");
    expect(all.length).toBeGreaterThan(900);
    bench.calls.length = 0;
    expect(idsOf(await bench.run(operation, { keyword: "elektronica", count: 6000 }))).toEqual(all);
    expect(bench.calls).toHaveLength(searchResults("elektronica", 1)!.lastPage);
  });

  test("a product that is listed twice is returned once, as it came first", async () => {
    const records = await bench.run(operation, { keyword, count: 6000 });
    const sponsored = searchResults(keyword, 1)!.cards.filter((card) => card.sponsored);
    expect(sponsored).toHaveLength(6);
    for (const { product } of sponsored) {
      expect(records.filter(({ id }) => id === product.id)).toMatchObject([{ is_sponsored: true }]);
    }
  });

  test("no results give no records", async () => {
    expect(await bench.run(operation, { keyword: "xyzzy", count: 20 })).toEqual([]);
  });

  test("odd search texts reach the site unchanged", async () => {
    bench.calls.length = 0;
    await bench.run(operation, { keyword: "thee & koffie 50% + ?é", count: 1 });
    expect(bench.calls[0]!.url.searchParams.get("searchtext")).toBe("thee & koffie 50% + ?é");
  });
});

describe("when the site responds differently", () => {
  const body = { keyword: "koffie", count: 40 };

  test.each([
    ["is gone", html(404, "<h1>Niet gevonden</h1>")],
    ["speaks another language", { status: 200, body: '{"message":"hoi"}' }],
    [
      "sends a redirect for its own router",
      { status: 202, body: '[["SingleFetchRedirect",1],{"_2":3},"redirect","/nl/nl/l/koffie/1/"]' },
    ],
  ])("the page itself is read if the data route %s", async (_, reply) => {
    const answer: StandIn["answer"] = (call) => (call.url.pathname.endsWith(".data") ? reply : standIn.answer(call));
    const records = await through(answer, (bench) => bench.run(operation, body));
    expect(idsOf(records)).toEqual(listed("koffie").slice(0, 40));
  });

  test("an unannounced page past the end ends the list", async () => {
    const keepQuiet: StandIn["answer"] = async (call) => {
      const reply = await standIn.answer(call);
      return { ...reply, body: String(reply.body).replaceAll("totalPages", "a").replaceAll("totalResults", "b") };
    };
    const records = await through(keepQuiet, (bench) => bench.run(operation, { keyword: "waterkoker", count: 6000 }));
    expect(idsOf(records)).toEqual(listed("waterkoker"));
    expect(records.length).toBeGreaterThan(PAGE_SIZE);
  });

  test("a site that repeats its first page is not requested forever, and gives nothing", async () => {
    const stuck: StandIn["answer"] = (call) => {
      call.url.searchParams.delete("page");
      return standIn.answer(call);
    };
    await through(stuck, async (bench) => {
      await expect(bench.run(operation, { keyword: "elektronica", count: 6000 })).rejects.toMatchObject({
        code: "unreadable",
        detail: expect.stringContaining(`first page again instead of page 2. Ask for at most ${PAGE_SIZE} records`),
      });
      expect(bench.calls.length).toBeLessThan(30);
    });
  });

  test("if the data route ignores the page number, the page itself is read", async () => {
    const deaf: StandIn["answer"] = (call) => {
      if (call.url.pathname.endsWith(".data")) call.url.searchParams.delete("page");
      return standIn.answer(call);
    };
    await through(deaf, async (bench) => {
      expect(idsOf(await bench.run(operation, { keyword: "elektronica", count: 100 }))).toEqual(
        listed("elektronica").slice(0, 100),
      );
      const pages = bench.calls.filter(({ url }) => !url.pathname.endsWith(".data"));
      expect(pages.map(({ url }) => Number(url.searchParams.get("page"))).sort((a, b) => a - b)).toEqual([2, 3, 4]);
    });
  });

  test.each([
    ["another page", "page", "4", 40],
    ["another search", "searchtext", "zaklamp", 3],
  ])("a response for %s is rejected", async (_, name, value, count) => {
    const other: StandIn["answer"] = (call) => {
      if (name === "searchtext" || call.url.searchParams.has("page")) call.url.searchParams.set(name, value);
      return standIn.answer(call);
    };
    const run = through(other, (bench) => bench.run(operation, { keyword: "koffiezetapparaat", count }));
    await expect(run).rejects.toMatchObject({ status: 500, code: "unreadable" });
  });

  test("without either form the response is unreadable", async () => {
    const gone: StandIn["answer"] = () => html(404, "<h1>Niet gevonden</h1>");
    await expect(through(gone, (bench) => bench.run(operation, body))).rejects.toBeInstanceOf(Unreadable);
  });

  test("a listing that is blank once is read at the next attempt", async () => {
    let blanks = 1;
    const answer: StandIn["answer"] = (call) => {
      if (call.url.pathname.endsWith(".data")) return html(404, "");
      return blanks-- > 0 ? html(200, "<html><script>__reactRouterContext={}</script></html>") : standIn.answer(call);
    };
    expect(await through(answer, (bench) => bench.run(operation, { ...body, count: 3 }))).toHaveLength(3);
  });
});
