import { describe, expect, test } from "vitest";
import { compareStructures, likelyRename, pageStructure, type Structure, withoutRequest } from "./page-structure.ts";
import { PageStructures } from "./page-structures.ts";

const rows = (name: string) =>
  JSON.stringify(
    Array.from({ length: 10 }, (_, nth) => ({ id: nth, [name]: `thing ${nth}`, price: nth, stock: true })),
  );

test("a renamed key is found by its kind and count, whatever else is on the page", () => {
  const diff = compareStructures(
    pageStructure(`<script>${rows("title")}</script>`),
    pageStructure(`<script>${rows("productTitle")}</script>`),
  );
  expect(diff).toEqual({
    vanished: ["title"],
    appeared: ["productTitle"],
    renamed: [{ from: "title", to: "productTitle" }],
  });
});

test("classes and data attributes count as names", () => {
  const page = (name: string) => `<div class="card wide" data-test="${name}"></div>`.repeat(5);
  const { renamed } = compareStructures(pageStructure(page("product-title")), pageStructure(page("product-name")));
  expect(renamed).toEqual([{ from: "data-test=product-title", to: "data-test=product-name" }]);
});

test("a page with other content and the same structure shows no difference", () => {
  const other = rows("title").replaceAll("thing", "another");
  expect(compareStructures(pageStructure(rows("title")), pageStructure(other))).toEqual({
    vanished: [],
    appeared: [],
    renamed: [],
  });
});

test("places that a page numbers are no difference", () => {
  const page = (from: number) =>
    JSON.stringify(
      Object.fromEntries(Array.from({ length: 9 }, (_, nth) => [`slot-${from}-${from + nth}`, { id: nth }])),
    );
  expect(compareStructures(pageStructure(page(1)), pageStructure(page(20)))).toEqual({
    vanished: [],
    appeared: [],
    renamed: [],
  });
});

test("a name that the rows have no longer is found although adverts keep it, and a shorter list has lost none", () => {
  const list = (price: string, rows: number, name = "naam") =>
    `<p class="prijs">1</p>${`<li class="rij"><i class="${name}">a</i><b class="${price}">2</b></li>`.repeat(rows)}`;
  const compared = (page: string) => compareStructures(pageStructure(list("prijs", 12)), pageStructure(page));
  expect(compared(list("bedrag", 12))).toEqual({
    vanished: [],
    appeared: ["class=bedrag"],
    renamed: [{ from: "class=prijs", to: "class=bedrag" }],
  });
  expect(compared(list("prijs", 2)).renamed).toEqual([]);
});

test("a field that only vanished gets no invented new name", () => {
  const without = JSON.stringify(Array.from({ length: 10 }, (_, nth) => ({ id: nth, price: nth, stock: true })));
  expect(compareStructures(pageStructure(rows("title")), pageStructure(without))).toMatchObject({
    vanished: ["title"],
    renamed: [],
  });
});

test("the kind of a name is given by what follows it", () => {
  const page =
    '{"a_text":"x","a_list":[1],"an_object":{},"a_number":-5,"yes":true,"no":false,"nothing":null,"digits":7}';
  const kinds = Object.fromEntries([...pageStructure(page)].map(([name, { kind }]) => [name, kind]));
  expect(kinds).toEqual({
    a_text: "text",
    a_list: "list",
    an_object: "object",
    a_number: "number",
    yes: "flag",
    no: "flag",
    nothing: "none",
    digits: "number",
  });
  expect(pageStructure('"word" then "word":1').get("word")).toEqual({ count: 2, kind: "number" });
  expect(pageStructure('{"word":1,"word":"x"}').get("word")).toEqual({ count: 2, kind: "number" });
});

test("elements, classes, properties and data attributes are names, values of other attributes are not", () => {
  const page = `<main class="wide  card" itemprop='price' data-test-id="x y" href="https" title="Title"><b>x</b><B>`;
  expect([...pageStructure(page)].map(([name, { count }]) => [name, count])).toEqual([
    ["class=wide", 1],
    ["class=card", 1],
    ["itemprop=price", 1],
    ["data-test-id=x y", 1],
    ["<main>", 1],
    ["<b>", 1],
    ["<B>", 1],
  ]);
  expect(pageStructure(`${" ".repeat(4_000_000)}"late":1`).size).toBe(0);
  expect(pageStructure(`${" ".repeat(3_999_990)}"early":1`).has("early")).toBe(true);
});

const names = (...list: Array<[string, number, string?]>) =>
  new Map(list.map(([name, count, kind = "text"]) => [name, { count, kind }])) as Structure;

describe("a new name", () => {
  const renamed = (from: [string, number, string?], ...to: Array<[string, number, string?]>) =>
    compareStructures(names(from), names(...to)).renamed.map((pair) => pair.to);

  test("a new name is of the same kind and frequency, or shares letters", () => {
    expect(renamed(["price", 10], ["cost", 10])).toEqual(["cost"]);
    expect(renamed(["price", 10], ["cost", 5])).toEqual(["cost"]);
    expect(renamed(["price", 10], ["cost", 4])).toEqual([]);
    expect(renamed(["price", 10], ["cost", 10, "number"])).toEqual([]);
    expect(renamed(["price", 10], ["prices", 10, "number"])).toEqual(["prices"]);
    expect(renamed(["price", 10], ["cost", 10], ["price2", 10])).toEqual(["price2"]);
  });

  test("for one that occurs once shares letters with it", () => {
    expect(renamed(["price", 1], ["cost", 1])).toEqual([]);
    expect(renamed(["price", 1], ["priceNow", 1])).toEqual(["priceNow"]);
    // A word among words must share most of its letters.
    expect(renamed(["price", 1, "none"], ["priceNow", 1, "none"])).toEqual(["priceNow"]);
    expect(renamed(["price", 1, "none"], ["pricelessThings", 1, "none"])).toEqual([]);
  });

  test("a new name is assigned to one name only, the likeliest pair first", () => {
    const { renamed, vanished, appeared } = compareStructures(
      names(["title", 10], ["titles", 10]),
      names(["titleText", 10], ["other", 3]),
    );
    expect(renamed).toEqual([{ from: "title", to: "titleText" }]);
    expect([vanished, appeared]).toEqual([
      ["title", "titles"],
      ["titleText", "other"],
    ]);
  });

  test("a new name is not guessed for words that occur once, and at most 20 names are listed", () => {
    const many = names(...Array.from({ length: 30 }, (_, at): [string, number] => [`key${at}x${at}`, 30 - at]));
    expect(compareStructures(many, new Map()).vanished).toEqual([...many.keys()].slice(0, 20));
    expect(compareStructures(new Map(), many).appeared).toHaveLength(20);
    expect(compareStructures(names(["word", 1, "none"]), new Map()).vanished).toEqual([]);
    expect(compareStructures(names(["word", 2, "none"]), new Map()).vanished).toEqual(["word"]);
  });

  test("a new name of a lost field is the one whose old name resembles it most", () => {
    const diff = {
      vanished: [],
      appeared: [],
      renamed: [
        { from: "headline", to: "h1" },
        { from: "priceAmount", to: "cost" },
      ],
    };
    expect(likelyRename(diff, null)).toEqual({ from: "headline", to: "h1" });
    expect(likelyRename(diff, "price")).toEqual({ from: "priceAmount", to: "cost" });
    expect(likelyRename({ ...diff, renamed: [] }, "price")).toBeUndefined();
    expect(likelyRename(diff, "x")).toEqual({ from: "headline", to: "h1" });
  });
});

describe("the good pages of an operation", () => {
  const page = (...keys: string[]) => names(...keys.map((key): [string, number] => [key, 2]));

  test("the good pages of an operation are the newest of each kind; one that resembles none is compared with none", () => {
    const kept = new PageStructures(() => 0);
    expect(kept.like(page("a"))).toBeNull();
    const [list, newer, detail] = [page("a", "b", "c", "d"), page("a", "b", "c", "e", "f"), page("x", "y")];
    for (const one of [list, detail, newer]) kept.add([one]);
    expect(kept.like(list)).toEqual({ structure: newer, likeness: 3 / 6 });
    expect(kept.like(page("x", "y", "z"))!.structure).toBe(detail);
    expect(kept.like(page("x", "1", "2"))).toBeNull();
    // Three of ten names.
    expect(kept.like(page("a", "b", "c", "1", "2", "3", "4", "5"))!.likeness).toBe(0.3);
    expect(kept.like(page("a", "b", "c", "1", "2", "3", "4", "5", "6"))).toBeNull();
  });

  test("the good pages of an operation are at most eight kinds, and are stored and loaded with their most frequent names", () => {
    const kept = new PageStructures(() => 0);
    for (let kind = 0; kind < 9; kind++) kept.add([page(`a${kind}`, `b${kind}`)]);
    expect(kept.like(page("a0", "b0"))).toBeNull();
    expect(kept.like(page("a1", "b1"))!.likeness).toBe(1);
    const large = names(...Array.from({ length: 3_001 }, (_, at): [string, number] => [`n${at}`, at + 1]), ["rare", 0]);
    const other = new PageStructures(() => 0);
    other.add([large]);
    const loaded = new PageStructures(() => 0);
    loaded.load(0, other.takeChanged()!.text);
    const { structure } = loaded.like(large)!;
    expect([structure.size, structure.has("rare"), structure.has("n0"), structure.get("n3000")]).toEqual([
      3_000,
      false,
      false,
      { count: 3_001, kind: "text" },
    ]);
  });
});

test("a structure that is kept has no word of the request, and every name of the site", () => {
  const page = pageStructure(
    '<div class="card" data-query="zebra lamp">{"title":"x","zebraCount":3,"q-en":1,"content":2}</div>',
  );
  const kept = withoutRequest(page, { keyword: "Zebra LAMP", language: "en", count: 3, brands: ["acme"] });
  expect([...kept.keys()]).toEqual(["title", "content", "class=card", "<div>"]);
});
