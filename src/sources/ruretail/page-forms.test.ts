import { describe, expect, test } from "vitest";
import { AskAgain, Unreadable } from "../../contract/errors.ts";
import { accounted } from "../../source-testing/accounted.ts";
import { savedAnswer } from "../../source-testing/saved-answer.ts";
import { readCity } from "./page.ts";
import { readAnswer } from "./search.ts";

type Json = Record<string, any>;
const reading = { origin: "https://site.example", now: 0, city: "msk_cl", withImages: false };
const read = (html: string) => accounted(readAnswer(savedAnswer(html), reading));
const ids = (html: string) => read(html).records.map(({ id }) => id);
const state = (initialState: Json) =>
  `<script id="__NEXT_DATA__">${JSON.stringify({ props: { initialState } })}</script>`;
const product = (id: string) => ({ id, name: `P${id}`, slug: `p-${id}` });
const nested = (levels: number, inner: Json): Json => (levels === 0 ? inner : { a: nested(levels - 1, inner) });
const tile = '<p data-meta-product-id="8"><a href="/product/x-8/">X</a><b data-meta-price="5"></b></p>';
const legacy = (params: Json | string, inner = "") =>
  `<div data-params='${typeof params === "string" ? params : JSON.stringify(params)}'>${inner}</div>`;
const failure = (html: string) => {
  try {
    read(html);
    return null;
  } catch (error) {
    return error as Error;
  }
};

describe("embedded products", () => {
  test.each<[Json, string[]]>([
    [{ searchPage: { products: [product("1"), product("2"), product("1")] } }, ["1", "2"]],
    [{ subcategory: { products: [product("3")] } }, ["3"]],
    [{ searchPage: { products: [product("1")] }, subcategory: { products: [product("3")] } }, ["1"]],
    [{ searchPage: {}, subcategory: { products: [product("3")] } }, ["3"]],
    [{ searchPage: nested(5, { products: [product("1")] }) }, ["1"]],
    [{ searchPage: { popularProducts: { products: [product("1")] }, list: { products: [product("2")] } } }, ["2"]],
    [
      {
        searchPage: {
          recommended: { products: [product("1")] },
          Viewed: { products: [product("3")] },
          list: { products: [product("2")] },
        },
      },
      ["2"],
    ],
  ])("%j", (initialState, expected) => {
    expect(ids(state(initialState))).toEqual(expected);
  });

  test("with one that has lost its id are unreadable", () => {
    const products = [{ id: "1" }, { slug: "x" }, product("2")];
    expect(failure(state({ searchPage: { products } }))?.message).toContain("1 of 3 rows could not be read");
  });

  test("too deep, or elsewhere on the page, are ignored", () => {
    expect(failure(state({ searchPage: nested(6, { products: [product("1")] }) }))).toBeInstanceOf(AskAgain);
    expect(failure(state({ header: { products: [product("1")] } }))).toBeInstanceOf(AskAgain);
  });

  test("take precedence over the cards, and cards over the older ones", () => {
    expect(ids(state({ searchPage: { products: [product("1")] } }) + tile)).toEqual(["1"]);
    expect(ids(tile + legacy({ id: "9" }))).toEqual(["8"]);
    expect(ids(legacy({ id: "9" }) + legacy({ id: "10" }))).toEqual(["9", "10"]);
  });
});

describe("a card of the pages before 2023", () => {
  const one = (params: Json, inner = "") => read(legacy({ id: 9, ...params }, inner)).records[0]!;

  test("has every field of its attribute", () => {
    const params = {
      shortName: "Phone",
      brandName: "Acme",
      categoryName: "Phones",
      categoryId: 7,
      price: "100",
      oldPrice: 120,
      clubPrice: 90,
    };
    expect(
      one(params, '<a href="/product/a-9/" title="Long phone">x</a><img data-src="/b.jpg" src="/a.jpg">'),
    ).toMatchObject({
      id: "9",
      city: "msk_cl",
      name: "Long phone",
      short_name: "Phone",
      url: "https://site.example/product/a-9/",
      brand: { name: "Acme" },
      category: { id: "7", name: "Phones" },
      price: 100,
      old_price: 120,
      club_price: 90,
      image: "https://site.example/b.jpg",
    });
  });

  test("has null for missing values, or their other source", () => {
    expect(one({})).toMatchObject({
      name: null,
      short_name: null,
      url: null,
      brand: null,
      category: null,
      price: null,
      image: null,
    });
    expect(one({ price: 0, oldPrice: 0, clubPrice: 0 })).toMatchObject({
      price: null,
      old_price: null,
      club_price: null,
    });
    expect(one({ shortName: "S" }, '<a href="/product/a-9/">Link</a>').name).toBe("S");
    expect(one({}, '<a href="/product/a-9/">Link</a><a href="/product/a-9/" title="T">y</a>').name).toBe("T");
    expect(one({}, '<a href="/product/a-9/">Link</a>').name).toBe("Link");
    expect(one({ categoryId: 7 }).category).toMatchObject({ id: "7", name: null });
    expect(one({ categoryName: "P" }).category).toMatchObject({ id: null, name: "P" });
    expect(one({}, '<img src="/a.jpg">').image).toBe("https://site.example/a.jpg");
  });

  test("without an id, or with an attribute that is not JSON, is skipped", () => {
    expect(ids(legacy({}) + legacy("{") + legacy("[]") + legacy({ id: "9" }))).toEqual(["9"]);
  });
});

describe("a page without products", () => {
  test.each([
    "Ничего не найдено",
    "по запросу ничего не нашлось",
    "ничего не нашли",
    "Товары не найдены",
    "нет подходящих товаров",
    "поиск не дал результатов",
  ])("a page without products is empty if it says so: %s", (words) => {
    for (const tag of ["h1", "h2", "h3", "p", "span", "div"])
      expect(ids(`<body><${tag}>${words}</${tag}></body>`)).toEqual([]);
    expect(failure(`<body><script>"${words}"</script><i>${words}</i></body>`)).toBeInstanceOf(Unreadable);
  });

  test.each<[string, string, boolean]>([
    ["<p>x</p>", "not a page of the shop", false],
    [state({}), "a page without its products", true],
    ['<p data-meta-name="x"></p>', "a page without its products", true],
  ])("%s is not empty: %s", (html, words, isAskedAgain) => {
    const error = failure(html)!;
    expect(error instanceof AskAgain).toBe(isAskedAgain);
    const last = error instanceof AskAgain ? error.last : error;
    expect(last.message).toContain(words);
    if (isAskedAgain) expect(error.message).toContain("the page had not been filled");
  });

  test("a page without products is distinguished from data by its beginning", () => {
    expect(ids(`  ${JSON.stringify([product("1")])}`)).toEqual(["1"]);
    expect(() => read("hello")).toThrow("neither JSON nor a page");
    expect(() => read("{")).toThrow(Unreadable);
  });
});

test("the city is the page's own", () => {
  const page = state({
    layoutMain: { cityList: { payload: { city: { id: "spb_cl", name: "Питер" } } } },
    searchPage: { products: [product("1")] },
  });
  expect(readCity(page)).toEqual({ id: "spb_cl", spaceId: null, name: "Питер" });
  expect(readCity("<p>x</p>")).toBeNull();
  expect(read(page)).toMatchObject({ city: { id: "spb_cl" }, records: [{ city: "spb_cl", city_name: "Питер" }] });
});
