import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { endHere } from "../../../../test/support/cli/end-here.ts";
import { readConfig } from "../../../app/config.ts";
import { type OpenedEngine, withEngine } from "../../../app/open-engine.ts";
import { countField, defineRequest, oneOf, textField, timeoutField, wholeField } from "../../../contract/fields.ts";
import { defineOperation } from "../../../contract/operation.ts";
import { Page } from "../../../contract/page.ts";
import { flat } from "../../../contract/price.ts";
import type { Answer, Site } from "../../../contract/site.ts";
import { defineSource } from "../../../contract/source.ts";
import type { StandInCall } from "../../../contract/stand-in.ts";
import { decimal, jsonRecord, text } from "../../../source-kit/record.ts";
import { findSource } from "../../../sources/find-sources.ts";
import { parseFault } from "../../../stand-ins/faults.ts";
import { serveStandIns } from "../../../stand-ins/serve.ts";
import { proveSource } from "./go-live.ts";
import type { MetWall } from "./not-shown.ts";

const folder = await mkdtemp(join(tmpdir(), "winnow-go-live-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const env = { PATH: process.env.PATH ?? "", DATA_DIR: join(folder, "data") };

const Lamp = jsonRecord("ShopLamp", {
  id: text().filled("usually").meaning("Number."),
  name: text().filled("usually").meaning("Name."),
  price: decimal().filled("usually").meaning("Price."),
});
const { make: lamp } = Lamp;
const PAGE_SIZE = 20;

function read(answer: Answer) {
  const { rows, total } = JSON.parse(answer.text()) as {
    rows: Array<{ id: string; name: string; price: number }>;
    total: number;
  };
  return Page.of(rows, lamp, { total });
}

interface Asked {
  keyword: string;
  min_price: number;
  sort: string;
  page: number;
}

/** 70 things for each word, with unordered prices. */
function thingsFor({ keyword, min_price, sort, page }: Asked) {
  const all = Array.from({ length: 70 }, (_, at) => ({
    id: `${keyword} ${at}`,
    name: `A ${keyword} of kind ${at}`,
    price: 10 + ((at * 37) % 70) + 0.5,
  })).filter(({ price }) => price >= min_price);
  if (sort === "price") all.sort((a, b) => a.price - b.price);
  return { total: all.length, rows: all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE) };
}

/** A site with pages, a filter and a sort, which the test can break; its reader does not check what the site applied. */
function shopWith(
  spoil: (asked: Asked) => Asked,
  change: (body: ReturnType<typeof thingsFor>) => object = (body) => body,
) {
  const answer = ({ url }: StandInCall) => {
    const given = (name: string) => url.searchParams.get(name) ?? "";
    const asked = {
      keyword: given("q"),
      min_price: Number(given("min")),
      sort: given("sort"),
      page: Number(given("page")),
    };
    const body = JSON.stringify(change(thingsFor(spoil(asked))));
    return { status: 200, headers: { "content-type": "application/json" }, body };
  };
  const search = defineOperation({
    path: "/api/shop/things",
    summary: "Things",
    description: "",
    price: flat(1),
    record: Lamp,
    request: defineRequest("ShopThings", {
      keyword: textField({ description: "" }),
      count: countField(),
      min_price: wholeField({ description: "", default: 0 }),
      sort: oneOf(["none", "price"], { description: "", default: "none" }),
      timeout: timeoutField,
    }),
    examples: [{ keyword: "lamp", count: 5 }],
    echo: Object.fromEntries(
      ["keyword", "min_price", "sort", "page"].map((field) => [field, "The shop says nothing."]),
    ),
    pageSize: PAGE_SIZE,
    async *run({ keyword, count, min_price, sort }, site) {
      const pages = Array.from({ length: Math.ceil(count / PAGE_SIZE) }, (_, at) => ({
        path: `/things?q=${keyword}&min=${min_price}&sort=${sort}&page=${at + 1}`,
      }));
      yield* site.readAll(pages, read);
    },
    parse: read,
  });
  return defineSource({
    name: "shop",
    title: "A shop",
    origins: { site: "https://shop.example" },
    headers: {},
    blockMarker: () => null,
    politeness: { concurrency: 4, perSecond: 1000 },
    operations: [search],
    canaries: {
      live: {
        things: [
          { request: { keyword: "lamp", count: 60 } },
          { request: { keyword: "chair" }, goLiveOnly: true },
          { request: { keyword: "lamp", min_price: 50 }, every: { price: { min: 50 } }, goLiveOnly: true },
          {
            request: { keyword: "lamp", sort: "price" },
            sorted: { field: "price", order: "ascending" },
            goLiveOnly: true,
          },
        ],
      },
    },
    standIn: async () => ({ answer, challenge: () => ({ status: 403, body: "" }) }),
  });
}

/** The findings and output of go-live at a live address of the shop. */
async function problemsAt(source: ReturnType<typeof shopWith>, out: string) {
  const served = await serveStandIns([source], { faults: {} });
  const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const config = readConfig({ WINNOW_SHOP_ORIGIN: served.originOf("shop"), WINNOW_SHOP_PER_SECOND: "500" });
  try {
    const walls: MetWall[] = [];
    const observer = { wall: (wall: MetWall) => void walls.push(wall) };
    const prove = (opened: OpenedEngine) => proveSource(source, opened, { out: join(folder, out), pauseMs: 0, walls });
    const problems = await withEngine([source], config, prove, { observer });
    return { problems, printed: printed.mock.calls.map(([text]) => String(text)).join("") };
  } finally {
    printed.mockRestore();
    await served.close();
  }
}

const asAsked = (asked: Asked) => asked;

describe("go-live over HTTP at a site of a known kind", () => {
  test("proves a good one: two searches, a page boundary, a filter, a sort, and a verdict for each field", async () => {
    const { problems, printed } = await problemsAt(shopWith(asAsked), "good");
    expect(problems).toEqual([]);
    expect(printed).toContain('{"keyword":"lamp","count":60}: 60 records (70 in all) on 3 pages');
    expect(printed).toMatch(/\n {2}price +100 % +number +ok\n/);
    expect(printed).toContain("no earlier recording of these requests to compare with");
  });

  test("tells what each route did, and what a good trial has not shown", async () => {
    const { printed } = await problemsAt(shopWith(asAsked), "shown");
    expect(printed).toMatch(
      /\nRoutes\n {2}direct: \d+ requests, \d+ pages read, 0 walls; on average \d+ ms and \d+ bytes\n/,
    );
    expect(printed).toMatch(
      /\nNot shown yet\n {2}- a wall: none was met.*\n {2}- a search without results.*\n {2}- how it behaves/,
    );
  });

  test("names the sign of each wall that it met", async () => {
    const challenge = { status: 403, headers: { "cf-mitigated": "challenge", "content-type": "text/html" }, body: "" };
    const answer = ({ url }: StandInCall) => (url.pathname === "/robots.txt" ? { status: 404, body: "" } : challenge);
    const shop = { ...shopWith(asAsked), standIn: async () => ({ answer, challenge: () => challenge }) };
    const { problems, printed } = await problemsAt(shop, "walled");
    expect(problems.join("\n")).toContain("blocked by the source");
    expect(printed).toMatch(/\n {2}wall at direct: .*cf-mitigated.* \(\d+ times\)\n/);
    expect(printed).not.toContain("none was met");
  });

  test.each<[string, ReturnType<typeof shopWith>, string]>([
    [
      "finds nothing",
      shopWith(
        (asked) => ({ ...asked, page: 9 }),
        () => ({ rows: [], total: 0 }),
      ),
      "0 records, 1 or more were expected",
    ],
    ["repeats a page", shopWith((asked) => ({ ...asked, page: 1 })), "20 of 40 rows repeat earlier ones"],
    ["ignores a filter", shopWith((asked) => ({ ...asked, min_price: 0 })), 'the site ignored a filter: "price" is'],
    [
      "ignores a sort",
      shopWith((asked) => ({ ...asked, sort: "none" })),
      'the site ignored the sort: "price" is not ascending',
    ],
    ["ignores the words", shopWith((asked) => ({ ...asked, keyword: "lamp" })), "20 of 20 records are the same for"],
    [
      "shows one page",
      shopWith(
        (asked) => ({ ...asked, page: asked.page === 1 ? 1 : 99 }),
        ({ rows }) => ({ rows, total: 20 }),
      ),
      "no search went beyond its first page",
    ],
  ])("fails if the site %s", async (_, source, words) => {
    const { problems } = await problemsAt(source, "bad");
    expect(problems.join("\n")).toContain(words);
  });

  test("fails if the site sends one thing for all: neither the lookup nor the records tell", async () => {
    const shop = shopWith(asAsked, ({ rows }) => ({ rows, total: rows.length }));
    const [search] = shop.operations;
    const { count: _, ...fields } = search.request.properties;
    const thing = {
      ...search,
      request: { ...search.request, properties: fields },
      pageSize: undefined,
      async *run(_request: unknown, site: Site) {
        yield await site.read({ path: "/things?q=lamp&min=0&sort=none&page=1" }, read);
      },
    } as unknown as typeof search;
    const { problems, printed } = await problemsAt({ ...shop, operations: [thing] }, "thing");
    expect(problems.join("\n")).toContain(
      'the answers to {"keyword":"lamp","count":60} and {"keyword":"chair"} are the same',
    );
    expect(printed).toContain("  not shown by its pages: keyword. The shop says nothing.");
  });

  test("compares with the previous recording, and keeps it when the site fails", async () => {
    await problemsAt(shopWith(asAsked), "again");
    const inCents = shopWith(asAsked, ({ rows, total }) => ({
      total,
      rows: rows.map((row) => ({ ...row, price: row.price * 100 })),
    }));
    const down = shopWith(asAsked, () => ({}));
    expect((await problemsAt(down, "again")).problems).not.toEqual([]);
    const { problems, printed } = await problemsAt(inCents, "again");
    expect(problems).toEqual([expect.stringMatching(/^"price" is wrong: median [\d.]+ -> [\d,]+$/)]);
    expect(printed).toMatch(/\n {2}price +100 % +number +median \S+ -> \S+ +WRONG\n/);
    expect(printed).toMatch(/\n {2}name +100 % +text +no +ok\n/);
    // The next run is compared with the latest recording.
    expect((await problemsAt(inCents, "again")).problems).toEqual([]);
  });
});

test("go-live needs an address, and on a stand-in shows what it would do", async () => {
  expect(await endHere(["go-live", "jobsboard"], env)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("WINNOW_JOBSBOARD_ORIGIN"),
  });
  expect(await endHere(["go-live", "lamps"], env)).toMatchObject({ code: 1 });
  const tried = await endHere(["go-live", "hkproperty", "--stand-in", "-o", join(folder, "recordings")], {
    ...env,
    // Settings of other sources do not affect this one.
    WINNOW_STAYS_CONCURRENCY: "1",
    WINNOW_STAYS_ROBOTS: "ignore",
  });
  expect(tried).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("\n  - anything about a live site: this was the stand-in\n"),
  });
  expect(tried.stdout).toMatch(
    /^\n\/api\/hkproperty\/\S+\n {2}robots\.txt: none \(stand-in\)\n {2}\{"lang":"en","unit":"\w+"\}: 1 records? on 1 page/,
  );
  expect(tried.stdout).toMatch(/\n {2}field +filled +type +changed +verdict\n/);
  expect(tried.stdout).not.toContain("FAILED");
  const replayed = await endHere(["replay", join(folder, "recordings", "hkproperty-valuations-1.warc.gz")], env);
  expect(JSON.parse(replayed.stdout)).toMatchObject([{ "@type": "HkpropertyValuation" }]);
});

describe("go-live at an address", () => {
  const tried = async (fault: string) => {
    const source = await findSource("nlretail");
    const served = await serveStandIns([source], { faults: { nlretail: parseFault(fault) } });
    try {
      return await endHere(["go-live", "nlretail", "-o", join(folder, "live")], {
        ...env,
        WINNOW_NLRETAIL_ORIGIN: served.originOf("nlretail"),
        WINNOW_NLRETAIL_PER_SECOND: "50",
      });
    } finally {
      await served.close();
    }
  };

  test("reports what does not fit, keeps it, and names the reader to change", async () => {
    const { code, stdout, stderr } = await tried("rename:title");
    expect(stdout).toContain("robots.txt allows it");
    expect(stdout.match(/FAILED: unreadable response: "name" is missing/g)).toHaveLength(2);
    expect(stdout).toContain("its reader is in src/sources/nlretail");
    expect([code, stderr]).toEqual([2, expect.stringContaining("2 problems")]);
    const kept = join(folder, "live", "nlretail-products-search-2.failed.warc.gz");
    const again = await endHere(["replay", kept], env);
    expect([again.code === 0, again.stderr]).toEqual([false, expect.stringContaining("unreadable")]);
  });

  test("sends nothing if robots.txt forbids it, and names the line", async () => {
    const { code, stdout } = await tried("robots:0");
    expect(stdout).toMatch(/robots\.txt does NOT allow it \(line \d+: Disallow: \/\); nothing was sent/);
    expect(code).toBe(2);
  });
});
