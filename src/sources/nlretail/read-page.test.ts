import { describe, expect, test } from "vitest";
import { AskAgain, Unreadable } from "../../contract/errors.ts";
import { savedRecords } from "../../extraction/row-accounting.ts";
import { toSlug } from "../../source-kit/stand-in/markup.ts";
import { accounted } from "../../source-testing/accounted.ts";
import { readingContext, savedAnswer } from "../../source-testing/saved-answer.ts";
import { blockMarker } from "./block-marker.ts";
import operation from "./products-search.ts";
import { readPage } from "./read-page.ts";
import { PAGE_SIZE, searchResults } from "./site/search.ts";
import { standIn } from "./site/stand-in.ts";
import { encoded, pageWithStream } from "./testing/encoded.ts";

const ORIGIN = "https://site.example";
const call = (path: string) => ({ method: "GET", url: new URL(path, ORIGIN), headers: {}, body: "" });
const bodyOf = async (path: string) => String((await standIn.answer(call(path))).body);
const read = (body: string) => accounted({ page: readPage(savedAnswer(body), ORIGIN) });
const asText = (value: unknown) => JSON.stringify(value);
const parse = (body: string) =>
  savedRecords(operation, savedAnswer(body), { keyword: "x", count: 9, timeout: 300 }, readingContext);
const withoutStream = (page: string) =>
  page.replace(/<script>window\.__reactRouterContext\.stream[\s\S]*?<\/script>/g, "");

test("a table saved in another form: with line breaks, decoded, or its products alone", async () => {
  const offer = (amount: string) => ({ sellingPrice: { price: { amount } }, deliveredWithin48Hours: true });
  const products = [
    { id: "9300000000000001", title: "Kop", url: "/nl/nl/p/kop/9300000000000001/", bestSellingOffer: offer("9.99") },
    { id: "9300000000000002", title: "Kan", url: "/nl/nl/p/kan/9300000000000002/", bestSellingOffer: null },
  ];
  const slots = products.map((product) => ({ type: "ProductItem", props: { product } }));
  const whole = { "routes/searchPage": { data: { template: { regions: [{ slots }] } } } };
  const table = await encoded(whole);
  const forms = [table, JSON.stringify(JSON.parse(table), null, 2), ...[whole, { products }, products].map(asText)];
  for (const form of forms) {
    expect(read(form).records).toMatchObject([
      { id: products[0]!.id, name: "Kop", price: 9.99, delivered_within_48h: true },
      { id: products[1]!.id, name: "Kan", price: null },
    ]);
  }
  expect(read('{ "products": [] }').records).toEqual([]);
  expect(() => read('{"error":"no"}')).toThrow(Unreadable);
  expect(() => read('{"products": [')).toThrow(Unreadable);
});

test("a table with invalid text is not a table: the cards of its page are read", async () => {
  const page = await bodyOf("/nl/nl/s/?searchtext=koffiezetapparaat");
  const broken = page.replace(/(\\"title\\",\\")/, "$1\\\\x");
  expect(broken).not.toBe(page);
  expect(read(broken).records.map(({ id }) => id)).toEqual(read(withoutStream(page)).records.map(({ id }) => id));
});

describe("one page in all its forms", () => {
  const search = "searchtext=koffiezetapparaat";
  const expected = searchResults("koffiezetapparaat", 1)!;

  test("table, embedded stream, rendered cards and fragment list the same products in the same order", async () => {
    const page = await bodyOf(`/nl/nl/s/?${search}`);
    const forms = [
      await bodyOf(`/nl/nl/s.data?${search}`),
      page,
      withoutStream(page),
      await bodyOf(`/nl/nl/s/?${search}&_c=xhr`),
    ];
    expect(expected.cards).toHaveLength(PAGE_SIZE + 6);
    for (const form of forms) {
      const { records, lastPage } = read(form);
      expect(lastPage).toBe(expected.lastPage);
      expect(records.map(({ id, is_sponsored }) => [id, is_sponsored])).toEqual(
        expected.cards.map(({ product, sponsored }) => [product.id, sponsored]),
      );
      records.forEach((record, index) => {
        const { product } = expected.cards[index]!;
        expect(record).toMatchObject({
          name: product.title,
          brand: product.brand.name,
          brand_url: `${ORIGIN}/nl/nl/b/${product.brand.slug}/${product.brand.id}/`,
          url: `${ORIGIN}/nl/nl/p/${toSlug(product.title)}/${product.id}/`,
          price: product.offer && product.offer.price / 100,
          list_price: product.offer?.listPrice ? product.offer.listPrice / 100 : null,
          rating: product.rating || null,
        });
      });
    }
  });

  test("rendered cards give their visible values", async () => {
    const { records } = read(withoutStream(await bodyOf(`/nl/nl/s/?${search}`)));
    records.forEach((record, index) => {
      const { product } = expected.cards[index]!;
      expect(record.delivery).toBe(product.offer?.delivery ?? "Niet leverbaar");
      expect(record.review_count).toBe(product.reviewCount || null);
      expect(record.image).toContain(`/${product.image.width}x${product.image.height}.jpg`);
      const conditions = { New: null, Refurbished: "refurbished", Secondhand: "secondhand" };
      expect(record.condition).toBe(product.offer && conditions[product.offer.condition]);
    });
  });

  test("the price sentence is read with and without quotes, and a recommended price as list price", () => {
    const rendered = (text: string) =>
      read(
        `<div data-bltgi="a.ProductList_Middle.3"><div data-bltgi="b.ProductList_Middle.3"><a data-bltgh="x.ProductTitle" href="/nl/nl/p/a/93/"><h2>A</h2></a>${text}</div></div>`,
      ).records;
    expect(rendered("<span>De prijs van dit product is 19 euro en 99 cent</span>")).toMatchObject([{ price: 19.99 }]);
    expect(
      rendered("<span>De prijs van dit product is '5' euro</span><p>De adviesprijs is '7' euro en '50' cent</p>"),
    ).toMatchObject([{ price: 5, list_price: 7.5 }]);
  });
});

describe("the facts around a page's cards", () => {
  const card = '<li data-id="93"><a data-test="product-title" href="/nl/nl/p/a/93/">A</a></li>';
  const page = (around: string) => read(`<html>${card}${around}</html>`);

  test.each<[string, number | null]>([
    ['<p data-test="number-of-articles">49.062 resultaten</p>', 49_062],
    ['<p data-testid="number-of-results" class="x"> 7 </p>', 7],
    ["<b>1.234 zoekresultaten</b>", 1_234],
    ["<b> 12 Resultaten </b>", 12],
    ['<p data-test="number-of-articles">8 </p><b>9 resultaten</b>', 8],
    ["<b>12 resultaten van 13</b>", null],
    ["<b>ruim 12 resultaten</b>", null],
    ["<b>12 producten</b>", null],
    ["<b>Er zijn geen zoekresultaten voor x</b>", 0],
    ["<b>algemeen geen resultatenlijst</b>", null],
  ])("%s counts %j", (around, total) => {
    expect(page(around).total).toBe(total);
  });

  const pagination = (inner: string, name = "test") => page(`<ul data-${name}="pagination">${inner}</ul>`);

  test.each<[string, number | null, number]>([
    ["", null, 1],
    ['<li class="is-active"><span>3</span></li>', 3, 3],
    ['<li class="a is-active b" x="1"> <b> <i> 3 </i></b></li><a href="?page=9">9</a>', 3, 9],
    ['<a aria-current="page">4</a><a data-page-number="12">', 4, 12],
    ["<a aria-current=true> 4 </a>", 4, 4],
    ['<a href="?searchtext=x&page=5">5</a><a href="?searchtext=x&amp;page=11">11</a><a href="?page=2">', null, 11],
    ['<a class="inactive">3</a><a data-page-number="2">2</a>', null, 2],
    ['<a data-page-number="2">2</a><a class="is-active">5</a>', 5, 5],
  ])("%s below the list is page %j of %j", (inner, number, lastPage) => {
    expect(pagination(inner)).toMatchObject({ number, lastPage });
    expect(pagination(inner, "testid")).toMatchObject({ number, lastPage });
  });

  test("links elsewhere do not count: before the last pagination, or far after it", () => {
    expect(page('<a href="?page=9">9</a>')).toMatchObject({ number: null, lastPage: null });
    const first = '<ul data-test="pagination"><a href="?page=9"></ul>';
    expect(page(`${first}<ul data-testid="pagination"><a href="?page=3"></ul>`).lastPage).toBe(3);
    const far = (letters: number) => {
      const start = '<ul data-test="pagination">'.length - "<ul ".length;
      return page(`<ul data-test="pagination">${" ".repeat(letters - start - "?page=7".length)}?page=7</ul>`).lastPage;
    };
    expect([far(20_000), far(20_001)]).toEqual([7, 1]);
  });

  test("advertised products do not count", () => {
    const ad = card.replace("<li ", '<li class="js_sponsored_product" ');
    const counted = (html: string) => readPage(savedAnswer(html), ORIGIN).countedRows;
    expect(counted(`<html>${card}${ad.replaceAll("93", "94")}</html>`)).toBe(1);
    expect(counted(`<html>${ad}</html>`)).toBe(0);
  });

  test.each([
    ['<input id="q" name="searchtext" type="hidden" value="charger"/>', "charger"],
    ['<input value="koffie &amp; thee" name="searchtext">', "koffie & thee"],
    [
      '<ul data-test="pagination"><a href="/nl/nl/s/?page=2&amp;searchtext=caf%C3%A9+au+lait&amp;view=list">2</a></ul>',
      "café au lait",
    ],
    ['<a href="/nl/nl/s/?searchtext=lamp">Lampen</a>', null],
  ])("%s: the search text is %j", (html, keyword) => {
    expect(page(html).echo).toEqual({ keyword });
  });

  test("a byte order mark and blanks may precede it", () => {
    expect(read(`\uFEFF \n<html>${card}</html>`).records).toHaveLength(1);
    expect(read('\uFEFF [ {"id":"93","title":"A"} ]').records).toHaveLength(1);
  });
});

test.each([
  ["hallo", "neither a page nor an interned table"],
  ["{", "neither a page nor an interned table"],
  ['{"_1":2}', "neither a page nor an interned table"],
  ['[{"_1":2},"a",7]', "the table holds no list of products"],
  ['{"a":7}', "the table holds no list of products"],
  ['[{"a":7}]', "the table holds no list of products"],
  ["<html></html>", "a page without products, in none of the known forms"],
  ['<html><p data-test="listpage"></p></html>', "a listing whose products are not there yet"],
])("%s is unreadable: %s", (text, words) => {
  expect(() => read(text)).toThrow(words);
});

test("a page without results says so, and a table has a total of 0", () => {
  expect(read("<p>geen resultaten</p>")).toMatchObject({ records: [], total: 0 });
  expect(read('{"totalResults":0,"searchText":"x"}')).toMatchObject({
    records: [],
    total: 0,
    echo: { keyword: "x" },
  });
});

describe("pages without products", () => {
  test.each(["s.data?", "s/?", "s/?_c=xhr&"])("no results at %s is an empty list", async (path) => {
    expect(read(await bodyOf(`/nl/nl/${path}searchtext=xyzzy`)).records).toEqual([]);
    expect(read(withoutStream(await bodyOf(`/nl/nl/${path}searchtext=xyzzy`))).records).toEqual([]);
  });

  test("a listing that leaves its products to the browser is retried, then unreadable", () => {
    for (const shell of [
      "<!DOCTYPE html><html><script>window.__reactRouterContext = {}</script><main></main></html>",
      '<div><ul id="js_items_content"></ul></div>',
    ]) {
      const error = errorOf(() => read(shell)) as AskAgain;
      expect(error).toBeInstanceOf(AskAgain);
      expect(error.last).toBeInstanceOf(Unreadable);
    }
  });

  test("an unknown form is unreadable, not empty", async () => {
    const product = pageWithStream(await encoded({ loaderData: { "routes/productPage": { title: "Koffie" } } }));
    for (const strange of ["", "{}", "null", "[]", "[1,2", "<html><h1>Onderhoud</h1></html>", "hallo"]) {
      expect(
        errorOf(() => read(strange)),
        strange,
      ).toBeInstanceOf(Unreadable);
    }
    expect(errorOf(() => read(product))).toMatchObject({ code: "unreadable" });
  });
});

describe("the challenge page", () => {
  test("the challenge page of the stand-in is a block, whatever its status", () => {
    expect(blockMarker(savedAnswer(String(standIn.challenge(call("/")).body)))).not.toBeNull();
  });

  test("a good page that loads the same script is read", async () => {
    const page = await bodyOf("/nl/nl/s/?searchtext=koffie");
    const script = '<script src="/.well-known/sbsd/1?v=2"></script>';
    expect(parse(page.replace("<body>", `<body>${script}`))).toHaveLength(30);
  });
});

function errorOf(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return null;
}
