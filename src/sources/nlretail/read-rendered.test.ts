import { describe, expect, test } from "vitest";
import { accounted } from "../../source-testing/accounted.ts";
import { readRenderedCards } from "./read-rendered.ts";

const ORIGIN = "https://site.example";
const title = '<a data-bltgh="x.ProductTitle" href="/nl/nl/p/kop/93/"><h2>Kop <b>wit</b></h2><i>nieuw</i></a>';
const card = (inner: string, place = "a.ProductList_Middle.1", more = "") =>
  `<div data-bltgi="${place}"${more}>${title}${inner}</div>`;
const read = (html: string) => accounted({ page: readRenderedCards(html, ORIGIN) }).records;
const one = (inner: string) => read(card(inner))[0]!;

describe("a card", () => {
  test("with only its title is a complete record", () => {
    expect(read(card(""))).toEqual([
      {
        "@type": "NlretailSearchProduct",
        id: "93",
        name: "Kop wit",
        url: `${ORIGIN}/nl/nl/p/kop/93/`,
        image: null,
        brand: null,
        brand_url: null,
        price: null,
        list_price: null,
        condition: null,
        delivery: null,
        delivered_within_48h: null,
        rating: null,
        review_count: null,
        categories: [],
        is_sponsored: false,
      },
    ]);
  });

  test.each([
    ["a.ProductList_Middle.12", 1],
    ["a.ProductList_Middle.", 0],
    ["a.ProductList_Middle.1.b", 0],
    ["a.ProductList_Top.1", 0],
    ["aProductList_Middle.1", 0],
  ])("at %s: %i", (place, count) => {
    expect(read(card("", place))).toHaveLength(count);
  });

  test.each<[string, number]>([
    ['<a data-bltgh="x.ProductTitle" href="/nl/nl/p/kop/">A</a>', 0],
    ['<a data-bltgh="x.ProductTitle">A</a>', 0],
    ['<b data-bltgh="x.ProductTitle" href="/nl/nl/p/kop/93/">A</b>', 0],
    ['<a data-bltgh="x.Product" href="/nl/nl/p/kop/93/">A</a>', 0],
    ['<a data-bltgh="x.ProductTitle" href="/nl/nl/p/kop/93">A</a>', 1],
    ['<a data-bltgh="x.ProductTitle" href="/nl/nl/p//93/?a=1">A</a>', 1],
  ])("%s gives %i: it needs a title that links to a product", (link, count) => {
    const act = () => read(`<div data-bltgi="a.ProductList_Middle.1">${link}</div>`);
    if (count === 0) expect(act).toThrow("1 of 1 rows could not be read");
    else expect(act()).toHaveLength(count);
  });

  test("a card that is not a product is skipped; an empty one is unreadable", () => {
    expect(read('<div data-bltgi="a.ProductList_Middle.1"><b>Actie</b></div>')).toEqual([]);
    expect(() => read('<div data-bltgi="a.ProductList_Middle.1"></div>')).toThrow("1 of 1 rows");
  });

  test("without a heading, the link's text is the name", () => {
    const link = '<a data-bltgh="x.ProductTitle" href="/nl/nl/p/kop/93/">Kop</a>';
    expect(read(`<div data-bltgi="a.ProductList_Middle.1">${link}</div>`)[0]!.name).toBe("Kop");
  });

  test("its picture is the largest in the picture link", () => {
    const inner =
      '<img src="/no/900x900.jpg"><a data-bltgh="x.ProductImage"><img src="/a/10x10.jpg"><i src="/no/99x99.jpg"></i><img src="/b/20x20.jpg"></a>';
    expect(one(inner).image).toBe(`${ORIGIN}/b/20x20.jpg`);
    expect(one('<img src="/no/900x900.jpg">').image).toBeNull();
  });

  test.each<[string, string | null]>([
    ['<a href="/nl/nl/b/merk/7/">Merk</a>', "Merk"],
    ['<a href="/nl/nl/pb/merk/7">Merk</a>', "Merk"],
    ['<a href="/nl/nl/b/merk/">Merk</a>', null],
    ['<a href="/nl/nl/c/merk/7/">Merk</a>', null],
    ['<b href="/nl/nl/b/merk/7/">Merk</b>', null],
    ["<a>Merk</a>", null],
  ])("%s: its brand is %j", (inner, brand) => {
    expect(one(inner).brand).toBe(brand);
  });
});

describe("the values of a card", () => {
  test.each<[string, number | null]>([
    ["<p>De prijs van dit product is '19' euro en '99' cent</p>", 19.99],
    ['<p title="de prijs van dit product is 19 euro"></p>', 19],
    ['<p aria-label="De prijs van dit product is 5 euro">x</p>', 5],
    ["<p>Let op: de prijs van dit product is 19 euro</p>", null],
    ["<p>19,99</p>", null],
  ])("%s: a price of %j", (inner, price) => {
    expect(one(inner).price).toBe(price);
  });

  test.each<[string, number | null]>([
    ["<p>Adviesprijs 25,50</p>", 25.5],
    ["<p>De adviesprijs is 7 euro en 5 cent</p>", 7.05],
    ["<p>Meestal € 30</p>", 30],
    ["<p>Van € 1.299,00</p>", 1299],
    ["<p>van 12</p>", 12],
    ["<p>Vandaag 12</p>", null],
    ["<p>Geen adviesprijs 25</p>", null],
    ["<p>Adviesprijs onbekend</p>", null],
  ])("%s: a list price of %j", (inner, price) => {
    expect(one(inner).list_price).toBe(price);
  });

  test.each([
    ..."Op voorraad|Niet leverbaar|Tijdelijk niet leverbaar|momenteel niet leverbaar|Uitverkocht|tijdelijk uitverkocht".split(
      "|",
    ),
    ..."Uiterlijk vrijdag in huis|Voor 23:59 besteld, morgen in huis|Vandaag in huis|vanavond in huis".split("|"),
    ..."Morgen in huis|overmorgen in huis|Binnenkort leverbaar|Nog niet verschenen|Levertijd 3 dagen".split("|"),
    ..."Verwacht in mei|2 - 3 werkdagen|2-3 weken".split("|"),
  ])("%s is a delivery text", (words) => {
    expect(one(`<p>Let op</p><p>${words}</p>`).delivery).toBe(words);
    expect(one(`<p>Nu: ${words}</p>`).delivery).toBeNull();
  });

  test.each<[string, number | null, number | null]>([
    ["4,5 van de 5 sterren uit 1.234 reviews", 4.5, 1234],
    ["4 van de 5 sterren op basis van 12 beoordelingen", 4, 12],
    ["4 uit 5 sterren", 4, null],
    ["4 van de 5 sterren", 4, null],
    ["0 van de 5 sterren", null, null],
    ["0 van de 5 sterren uit 3 reviews", 0, 3],
    ["uit 5 reviews", null, null],
  ])("%s: %j by %j", (words, rating, review_count) => {
    expect(one(`<p title="${words}"></p>`)).toMatchObject({ rating, review_count });
  });

  test.each<[string, string | null]>([
    ["Refurbished", "refurbished"],
    ["Conditie: tweedehands", "secondhand"],
    ["Tweedehands", "secondhand"],
    ["Nieuw", "new"],
    ["conditie: refurbished", "refurbished"],
    ["Nieuw binnen", null],
    ["Zo goed als nieuw", null],
    ["Gebruikt", null],
  ])("%s: its condition is %j", (words, condition) => {
    expect(one(`<p>${words}</p>`).condition).toBe(condition);
  });

  test.each<[string, boolean]>([
    [card("<p>Gesponsord</p>"), true],
    [card("<p>sponsorisé</p>"), true],
    [card("<p>Niet gesponsord</p>"), false],
    [card("<p>Gesponsorde tip</p>"), false],
    [card('<p data-x="considerationDisplay"></p>'), true],
    [card("", undefined, ' data-y="considerationDisplay"'), true],
    [card("<p>considerationDisplay</p>"), false],
  ])("%s is advertised: %s", (html, expected) => {
    expect(read(html)[0]!.is_sponsored).toBe(expected);
  });

  test("the words of its name, its picture and its brand do not count", () => {
    const inner =
      '<a data-bltgh="x.ProductImage" title="Op voorraad"><b>Refurbished</b></a><a href="/nl/nl/b/m/7/"><i>De prijs van dit product is 3 euro</i></a>';
    expect(one(inner)).toMatchObject({ delivery: null, condition: null, price: null });
  });

  test("each part counts on its own: a container of other parts has no text", () => {
    expect(one("<div><p>Op voor</p><p>raad</p></div>").delivery).toBeNull();
    expect(one("<div> <p>Let op</p> Op voorraad</div>").delivery).toBeNull();
    expect(one("<div>Op <b>voorraad</b></div>").delivery).toBe("Op voorraad");
  });
});
