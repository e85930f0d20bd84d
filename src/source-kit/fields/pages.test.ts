import { describe, expect, test } from "vitest";
import { NoSuchThing, Unreadable } from "../../contract/errors.ts";
import type { Page } from "../../contract/page.ts";
import type { Answer, ReadingContext } from "../../contract/site.ts";
import { checkRows } from "../../extraction/row-accounting.ts";
import { readingContext, savedAnswer } from "../../source-testing/saved-answer.ts";
import { text } from "./kinds.ts";
import { htmlPage, jsonPage } from "./pages.ts";
import { htmlRecord, jsonRecord } from "./table.ts";

const Lamp = jsonRecord("Lamp", { id: text("sku", "code").filled("always").meaning("An ID.") });
const Card = htmlRecord("Card", { id: text("@data-id").filled("always").meaning("An ID.") });

type Reader = (...given: [Answer, object, ReadingContext]) => Page<{ id: string }>;

const read = (reader: Reader, page: unknown, over = {}) => {
  const result = reader(savedAnswer(typeof page === "string" ? page : JSON.stringify(page), over), {}, readingContext);
  checkRows(result);
  return { ids: result.records.map(({ id }) => id), facts: result.facts };
};
const refusal = (reader: Reader, page: unknown): string => {
  try {
    read(reader, page);
    return "none";
  } catch (error) {
    expect(error).toBeInstanceOf(Unreadable);
    return (error as Error).message.replace("unreadable response: ", "");
  }
};

describe("a page of JSON", () => {
  const list = jsonPage(Lamp, { rows: "data.items", total: "data.total", number: "page", echo: { keyword: "query" } });

  test("has its rows and facts at their paths", () => {
    const page = { query: "lamp", page: "2", data: { total: 7, items: [{ sku: 1 }, { code: "b" }] } };
    expect(read(list, page)).toMatchObject({
      ids: ["1", "b"],
      facts: { total: 7, number: 2, lastPage: null, echo: { keyword: "lamp" } },
    });
  });

  test("a page of JSON is one item without `rows`: the whole page or a part of it; 404 and 410 mean that it does not exist", () => {
    expect(read(jsonPage(Lamp), { sku: 7 }).ids).toEqual(["7"]);
    expect(read(jsonPage(Lamp, { row: "data.lamp" }), { data: { lamp: { sku: 7 } } }).ids).toEqual(["7"]);
    for (const status of [404, 410]) expect(() => read(jsonPage(Lamp), { sku: 7 }, { status })).toThrow(NoSuchThing);
    expect(() => read(list, "<html>", { status: 404 })).toThrow(Unreadable);
  });

  test("a page of JSON is found in a script, by its attribute or its variable; a JSON response is taken as it is", () => {
    const state = JSON.stringify({ lamps: [{ sku: 7 }] });
    const next = jsonPage(Lamp, { from: 'id="__NEXT_DATA__"', rows: "lamps" });
    expect(read(next, `<p>Hello</p><script id="__NEXT_DATA__">${state}</script>`).ids).toEqual(["7"]);
    expect(read(next, state).ids).toEqual(["7"]);
    const assigned = jsonPage(Lamp, { from: "window.__STATE__", rows: "lamps" });
    expect(read(assigned, `<script>window.__STATE__ = ${state};</script>`).ids).toEqual(["7"]);
    expect(refusal(assigned, "<p>Hello</p>")).toBe(
      "expected JSON in the page at window.__STATE__, found none that can be parsed",
    );
  });

  test("may have places that only a function finds: of its rows, of a fact, of the JSON itself", () => {
    const reader = jsonPage(Lamp, {
      from: (answer) => JSON.parse(answer.text().slice(1)),
      rows: (page: Record<string, object>) => Object.values(page),
      lastPage: (_page, { url }) => url.length,
      echo: { keyword: (_page, { records }) => records.map(({ id }) => id) },
    });
    expect(read(reader, '!{"a":{"sku":1},"b":{"sku":2}}', { url: "four" })).toMatchObject({
      ids: ["1", "2"],
      facts: { lastPage: 4, echo: { keyword: ["1", "2"] } },
    });
  });

  test("a page of JSON that has another form is refused with what was expected where, and what is there", () => {
    expect(refusal(list, { data: { rows: [], total: 1 } })).toBe(
      'expected a list at "data.items", but "data" is an object with "rows", "total"',
    );
    expect(refusal(list, { data: { items: { sku: 1 } } })).toBe(
      'expected a list at "data.items", but "data.items" is an object with "sku"',
    );
    expect(refusal(list, [])).toBe('expected a list at "data.items", but the response is an empty list');
    expect(refusal(jsonPage(Lamp, { rows: "" }), { a: 1 })).toBe(
      'expected a list, but the response is an object with "a"',
    );
    expect(refusal(jsonPage(Lamp, { row: "lamp" }), { item: {} })).toBe(
      'expected an object at "lamp", but the response is an object with "item"',
    );
    expect(refusal(list, "<html>")).toMatch(/^expected JSON: /);
  });

  test("with an unreadable row is refused with the field that it lacks, and where that was looked for", () => {
    const rows = (...items: unknown[]) => refusal(jsonPage(Lamp, { rows: "" }), items);
    expect(rows({ ident: 1 })).toBe('1 of 1 rows could not be read: row 1 has no id at "sku" or "code"');
    expect(rows({ sku: 1 }, { ident: 1 })).toBe(
      '1 of 2 rows could not be read: row 2 lacks "sku", has "ident"; has no id at "sku" or "code"',
    );
    expect(rows("x")).toBe("1 of 1 rows could not be read: row 1 is text where an object was expected");
    expect(rows(null)).toBe("1 of 1 rows could not be read: row 1 is null where an object was expected");
  });
});

describe("a page of HTML", () => {
  const list = htmlPage(Card, { rows: "li", total: ".count", empty: ".none" });

  test("has its rows and facts at their selectors, or is one item", () => {
    const page = '<p class="count">1.200 results</p><ul><li data-id="a"></li><li data-id="b"></li></ul>';
    expect(read(list, page)).toMatchObject({ ids: ["a", "b"], facts: { total: 1200 } });
    expect(read(htmlPage(Card, { row: "main", echo: { item: "h1" } }), '<main data-id="x"><h1>X</h1></main>')).toEqual({
      ids: ["x"],
      facts: expect.objectContaining({ echo: { item: "X" } }),
    });
    expect(() => read(htmlPage(Card), "", { status: 404 })).toThrow(NoSuchThing);
  });

  test("without rows is accepted only if it says that there are none", () => {
    expect(read(list, '<p class="none">Nothing</p>').ids).toEqual([]);
    expect(read(list, '<p class="count">0 results</p>').ids).toEqual([]);
    expect(refusal(list, '<p class="count">3 results</p>')).toBe(
      'expected elements at the selector "li": the page has none, nor the sign of an empty list',
    );
    expect(refusal(htmlPage(Card, { rows: "li" }), "<p>Welcome</p>")).toBe(
      'expected elements at the selector "li": the page has none; name what an empty list shows in `empty`',
    );
    expect(refusal(htmlPage(Card, { row: "main" }), "<p>Welcome</p>")).toMatch(/^expected elements at .* "main"/);
    expect(refusal(htmlPage(Card, { row: "p" }), "<p>Welcome</p>")).toContain('row 1 has no id at "@data-id"');
  });
});

test("a page that says with the status 200 that its item does not exist is no such thing", () => {
  const inHtml = htmlPage(Card, { row: "main", gone: "p.no-such-thing" });
  expect(() => read(inHtml, '<main data-id="x"><p class="no-such-thing"></p></main>')).toThrow(NoSuchThing);
  expect(read(inHtml, '<main data-id="x"></main>').ids).toEqual(["x"]);
  const inJson = jsonPage(Lamp, { row: "lamp", gone: "error.isGone" });
  expect(() => read(inJson, { lamp: { sku: 0 }, error: { isGone: true } })).toThrow(NoSuchThing);
  expect(read(inJson, { lamp: { sku: 7 }, error: { isGone: false } }).ids).toEqual(["7"]);
  const inScript = jsonPage(Lamp, { from: "@type=Product", gone: 'h1:contains("No such lamp")' });
  expect(() => read(inScript, "<h1>No such lamp</h1>")).toThrow(NoSuchThing);
  expect(refusal(inScript, "<h1>Welcome</h1>")).toContain("found none that can be parsed");
  const byFunction = jsonPage(Lamp, { row: "lamp", gone: (page) => page.lamp === null });
  expect(() => read(byFunction, { lamp: null })).toThrow(NoSuchThing);
});

test.each([
  ["HTML", htmlPage(Card, { row: "main", gone: "p.no-such-thing" }), '<main data-id="x"></main>'],
  ["JSON", jsonPage(Lamp, { row: "lamp", gone: "error.isGone" }), '{"lamp":{"sku":7}}'],
])("a page of %s that may say that its item does not exist is parsed once", (_form, reader, page) => {
  const answer = savedAnswer(page);
  let parsed = 0;
  const text = () => {
    parsed++;
    return answer.text();
  };
  expect((reader as Reader)({ ...answer, text }, {}, readingContext).records).toHaveLength(1);
  expect(parsed).toBe(1);
});
