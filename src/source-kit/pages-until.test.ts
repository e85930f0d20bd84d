import { afterEach, describe, expect, test } from "vitest";
import { NoSuchThing, Unreadable } from "../contract/errors.ts";
import { countField, defineRequest, timeoutField } from "../contract/fields.ts";
import { defineOperation } from "../contract/operation.ts";
import { Page, type PageFacts } from "../contract/page.ts";
import { flat } from "../contract/price.ts";
import type { StandInReply } from "../contract/stand-in.ts";
import { type StandInBench, standInFor } from "../source-testing/stand-in-for.ts";
import { toySource } from "../source-testing/toy-source.ts";
import { answerJson } from "./json.ts";
import { type Paging, pagesUntil } from "./pages-until.ts";
import { jsonRecord, text } from "./record.ts";
import { json, notFound } from "./stand-in/replies.ts";

const Item = jsonRecord("Item", { id: text().filled("usually").meaning("A text.") });
const { make: item } = Item;
type ItemRecord = ReturnType<typeof item>;

const read: Paging<ItemRecord>["read"] = (answer) => {
  if (answer.status !== 200) throw new Unreadable("no list");
  const { ids, ...facts } = answerJson(answer) as { ids: string[] } & PageFacts;
  return Page.of(ids, (id) => item({ id }), facts);
};

let bench: StandInBench;
afterEach(() => bench.close());

/** Runs `pagesUntil` against a site with these responses for each page. */
async function list(count: number, answer: (page: number) => StandInReply, changes: Partial<Paging<ItemRecord>> = {}) {
  const operation = defineOperation({
    path: "/api/toy/items",
    summary: "Items",
    description: "",
    price: flat(1),
    request: defineRequest("Items", { count: countField(), timeout: timeoutField }),
    record: Item,
    examples: [{ count: 1 }],
    echo: {},
    run: (_, site) => pagesUntil(site, { request: (page) => ({ path: `/list?page=${page}` }), read, ...changes }),
    parse: () => Page.empty(),
  });
  const source = toySource({
    operations: [operation],
    answer: ({ url }) => (url.pathname === "/broken" ? notFound() : answer(Number(url.searchParams.get("page")))),
  });
  bench = await standInFor(source);
  const run = bench.start(operation, { count });
  const ids = (await Array.fromAsync(run)).map(({ id }) => id);
  return {
    ids,
    requested: bench.calls.length,
    end: run.resultsEnd,
    total: run.findings.total,
    warnings: run.findings.warnings,
  };
}

/** Ten consecutive ids per page. */
const ids = (page: number) => Array.from({ length: 10 }, (_, index) => String((page - 1) * 10 + index));
const numbered = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => String(from + index));

describe("pagesUntil", () => {
  test.each([
    [1, 1],
    [9, 1],
    [10, 1],
    [11, 2],
    [45, 5],
  ])("%i records cost exactly %i pages", async (count, pages) => {
    expect(await list(count, (page) => json({ ids: ids(page), lastPage: 50, total: 500 }))).toEqual({
      ids: numbered(0, count),
      requested: pages,
      end: "count",
      total: 500,
      warnings: [],
    });
  });

  test("the list ends at the last page or the total that the site states", async () => {
    const answers = [{ lastPage: 3 }, { total: 30 }].map(
      (about) => (page: number) => json({ ids: ids(page), ...about }),
    );
    for (const answer of answers) {
      expect(await list(100, answer)).toMatchObject({ ids: numbered(0, 30), requested: 3, end: "exhausted" });
      await bench.close();
    }
  });

  test("an unannounced end is a 404, an empty page, or the same page again", async () => {
    const last = [notFound(), json({ ids: [] }), json({ ids: ids(2) })];
    for (const reply of last) {
      const found = await list(100, (page) => (page > 2 ? reply : json({ ids: ids(page) })));
      expect(found).toMatchObject({ ids: numbered(0, 20), end: "exhausted" });
      await bench.close();
    }
  });

  test("a total below the rows of the first page counts something else", async () => {
    const found = await list(100, (page) => (page > 2 ? notFound() : json({ ids: ids(page), total: 3 })));
    expect(found.ids).toHaveLength(20);
  });

  test("a page that is not full is the last only if the page after it has nothing new", async () => {
    const four = json({ ids: ids(1).slice(0, 4), size: 10 });
    for (const after of [notFound(), json({ ids: [] }), four]) {
      const found = await list(2, (page) => (page === 1 ? four : after));
      expect(found).toMatchObject({ ids: numbered(0, 2), requested: 2 });
      await bench.close();
    }
    await expect(list(2, (page) => (page === 1 ? four : json({ ids: ids(2), size: 10 })))).rejects.toMatchObject({
      message: expect.stringContaining("page 1 has 4 rows, but page 2 has more"),
    });
    await bench.close();
    const third = (page: number) => json({ ids: ids(page).slice(0, page === 2 ? 9 : 10), size: 10 });
    await expect(list(12, third)).rejects.toMatchObject({ code: "unreadable" });
  });

  test("duplicates are yielded once, and later pages make up for them", async () => {
    const shifted = (page: number) => json({ ids: [...ids(page), ...ids(page + 1).slice(0, 1)], size: 10 });
    const found = await list(31, shifted);
    expect(found.ids).toEqual(numbered(0, 31));
    expect(found.requested).toBeLessThanOrEqual(4);
  });

  test("a site that repeats itself instead of continuing is unreadable, and requests end", async () => {
    const stuck = list(1_000, () => json({ ids: ids(1), lastPage: 100 }));
    await expect(stuck).rejects.toMatchObject({ code: "unreadable" });
    expect(bench.calls.length).toBeLessThan(10);
  });

  test("an empty page in the middle of a list is unreadable; the last one may be gone", async () => {
    const without = (gone: number) => (page: number) => json({ ids: page === gone ? [] : ids(page), lastPage: 4 });
    await expect(list(100, without(3))).rejects.toMatchObject({ code: "unreadable" });
    await bench.close();
    expect(await list(100, without(4))).toMatchObject({ ids: numbered(0, 30), end: "exhausted" });
  });

  test("a page with the wrong page number is never used", async () => {
    const echoing = (page: number) => json({ ids: ids(page), lastPage: 9, number: page });
    expect(await list(30, echoing)).toMatchObject({ ids: numbered(0, 30) });
    await bench.close();
    const other = (page: number) => json({ ids: ids(page), lastPage: 9, number: page === 3 ? 2 : page });
    await expect(list(30, other)).rejects.toMatchObject({ code: "unreadable" });
  });

  test("a site that ignores page numbers gets one more request in each form, and gives nothing", async () => {
    const first = { ids: ids(1), lastPage: 9, number: 1 };
    await expect(list(15, () => json(first))).rejects.toMatchObject({ code: "unreadable" });
    expect(bench.calls).toHaveLength(2);
    await bench.close();
    const inBothForms = list(15, () => json(first), {
      otherForm: { insteadOf: "data", when: Unreadable, request: (page) => ({ path: `/list?page=${page}&whole` }) },
    });
    await expect(inBothForms).rejects.toMatchObject({ code: "unreadable" });
    expect(bench.calls).toHaveLength(3);
  });

  test("a site that shows fewer results than it has is reported", async () => {
    const answer = (page: number) => json({ ids: ids(page), lastPage: 2, total: 500 });
    expect(await list(100, answer, { maxPages: 2 })).toMatchObject({ requested: 2, end: "source-limit", total: 500 });
    await bench.close();
    const whole = (page: number) => json({ ids: ids(page), lastPage: 2, total: 20 });
    expect(await list(100, whole, { maxPages: 2 })).toMatchObject({ end: "exhausted" });
  });

  test("if the first page fails as expected, the other form is used from there on", async () => {
    const found = await list(20, (page) => json({ ids: ids(page), lastPage: 9 }), {
      request: () => ({ path: "/broken" }),
      otherForm: { insteadOf: "data", when: Unreadable, request: (page) => ({ path: `/list?page=${page}` }) },
    });
    expect(found).toMatchObject({ ids: numbered(0, 20), requested: 3, warnings: ["fallback:data"] });
  });

  test("if a later page has the wrong number, it and those after it are read in the other form", async () => {
    const found = await list(50, (page) => json({ ids: ids(page), lastPage: 9, number: page }), {
      request: (page) => ({ path: `/list?page=${Math.min(page, 2)}` }),
      otherForm: { insteadOf: "data", when: Unreadable, request: (page) => ({ path: `/list?page=${page}&whole` }) },
    });
    expect(found).toMatchObject({ ids: numbered(0, 50), warnings: ["fallback:data"] });
    expect(bench.calls.filter(({ url }) => url.search.includes("whole")).map(({ url }) => url.search)).toEqual(
      [3, 4, 5].map((page) => `?page=${page}&whole`),
    );
  });

  test("unwanted records are left out, and later pages make up for them", async () => {
    const keep = ({ id }: ItemRecord) => Number(id) % 2 === 0;
    const found = await list(12, (page) => json({ ids: ids(page), lastPage: 9 }), { keep });
    expect(found.ids).toEqual(numbered(0, 24).filter((id) => Number(id) % 2 === 0));
  });

  test.each<[string, object, number | undefined, number, string]>([
    ["a total of what the first page shows", { total: 10 }, undefined, 1, "exhausted"],
    ["a total of one more", { total: 11 }, undefined, 2, "exhausted"],
    ["a total that a page of the site's own size reaches", { total: 4, size: 4 }, undefined, 1, "exhausted"],
    ["a last page of one", { lastPage: 1 }, undefined, 1, "exhausted"],
    ["a first page as full as it says", { size: 10 }, 2, 2, "source-limit"],
    ["no end before the most that it shows", {}, 2, 2, "source-limit"],
    ["as many pages as it shows", { lastPage: 2 }, 2, 2, "exhausted"],
    ["one page more than it shows", { lastPage: 3 }, 2, 2, "source-limit"],
    ["as many results as it shows", { total: 20 }, 2, 2, "exhausted"],
    ["one result more than it shows", { total: 21 }, 2, 2, "source-limit"],
  ])("%s: the list ends there", async (_, about, maxPages, requested, end) => {
    const site = (page: number) => (page > 2 ? notFound() : json({ ids: ids(page), ...about }));
    const found = await list(100, site, maxPages === undefined ? {} : { maxPages });
    expect(found).toMatchObject({ requested, end });
  });

  test("the site's own limit is not reported to a caller that got everything requested", async () => {
    const found = await list(20, (page) => json({ ids: ids(page), lastPage: 9, total: 90 }), { maxPages: 2 });
    expect(found).toMatchObject({ requested: 2, end: "count" });
  });

  test("a last page that shrinks later is respected; one that grows is ignored", async () => {
    const half = (first: number, later: number) => (page: number) =>
      json({ ids: ids(page), size: 10, lastPage: page === 1 ? first : later });
    const keep = ({ id }: ItemRecord) => Number(id) % 2 === 0;
    expect(await list(12, half(9, 2), { keep })).toMatchObject({ requested: 2, end: "exhausted" });
    await bench.close();
    expect(await list(12, half(9, 3), { keep })).toMatchObject({ requested: 3, end: "count" });
    await bench.close();
    expect(await list(100, half(2, 9), { keep })).toMatchObject({ requested: 2, end: "exhausted" });
  });

  test.each([
    ["an empty first page", { ids: [], total: 50, lastPage: 5 }],
    ["a first page that says it is the last", { ids: ids(1), total: 500, lastPage: 1 }],
  ])("%s contradicts a larger total", async (_, page) => {
    await expect(list(100, () => json(page))).rejects.toMatchObject({ code: "unreadable" });
  });

  test("a first page that was already read is not requested again", async () => {
    const first = Page.of(ids(1), (id) => item({ id }), { lastPage: 2 });
    const found = await list(100, (page) => json({ ids: ids(page) }), { first });
    expect(found).toMatchObject({ ids: numbered(0, 20), requested: 1, end: "exhausted" });
  });

  test.each([
    ["fails as well", Unreadable, "/broken"],
    ["is for another failure", NoSuchThing, "/list?page=1"],
  ])("a first page whose other form %s is a failure", async (_, when, path) => {
    const failing = list(5, (page) => json({ ids: ids(page) }), {
      request: () => ({ path: "/broken" }),
      otherForm: {
        insteadOf: "data",
        when: when as typeof NoSuchThing & (new (why: string) => Unreadable),
        request: () => ({ path }),
      },
    });
    await expect(failing).rejects.toMatchObject({ code: "unreadable" });
  });
});
