import { describe, expect, test } from "vitest";
import { accounted } from "../../source-testing/accounted.ts";
import { savedAnswer } from "../../source-testing/saved-answer.ts";
import { readPage } from "./read-page.ts";

const ORIGIN = "https://site.example";

const card = (inner: string, start = '<li class="x" data-id="9300000000000001">') =>
  `<ul id="js_items_content">${start}<a data-test="product-title" href="/nl/nl/p/a/9300000000000001/">Naam</a>${inner}</li></ul>`;
const one = (inner: string, start?: string) =>
  accounted({ page: readPage(savedAnswer(card(inner, start)), ORIGIN) }).records[0]!;

describe("a card of the fragment", () => {
  test("with only a title is a complete record of nulls", () => {
    expect(one("")).toMatchObject({ name: "Naam", price: null, image: null, brand: null, rating: null });
  });

  test("may have attributes in any order and any quotes", () => {
    expect(one("", "<li data-id=9300000000000001 class='y'>").id).toBe("9300000000000001");
    expect(one("", "<li class='y' data-id='9300000000000001'>").id).toBe("9300000000000001");
  });

  test("without the hidden amount has the screen-reader price", () => {
    const spoken = (text: string) => one(`<span data-test="price-info-srt-text">${text}</span>`).price;
    expect(spoken("De prijs van dit product is 1.016 euro en 5 cent.")).toBe(1016.05);
    expect(spoken("De prijs van dit product is 16 euro.")).toBe(16);
  });

  test("may have thousands in its list price", () => {
    expect(one('<del data-test="from-price"> 1.299,00 </del>').list_price).toBe(1299);
    expect(one('<del data-test="from-price">89,95</del>').list_price).toBe(89.95);
  });

  test("has its entities decoded once", () => {
    expect(
      one('<a data-test="party-link" href="/nl/nl/b/x/1/?a=1&amp;b=2">Huys &amp;amp; H&eacute;t</a>'),
    ).toMatchObject({
      brand: "Huys &amp; Hét",
      brand_url: "https://site.example/nl/nl/b/x/1/?a=1&b=2",
    });
  });

  test("has its delivery lines joined by a blank, without the tooltip", () => {
    const delivery =
      '<div data-test="delivery-notification"><div>Op voorraad</div><br>Voor 23:59 besteld<wsp-tooltip data-test="tooltip"><p>Levertijd</p></wsp-tooltip></div>';
    expect(one(delivery).delivery).toBe("Op voorraad Voor 23:59 besteld");
  });

  test("with a brand and a maker has the brand", () => {
    const links =
      '<a data-test="party-link" href="/nl/nl/c/maker/1/">Maker</a><a data-test="party-link" href="/nl/nl/b/merk/2/">Merk</a>';
    expect(one(links).brand).toBe("Merk");
  });

  test("with a rating but no reviews has none", () => {
    expect(one('<div data-test="rating-stars" data-count="0" title="0 van de 5 sterren">')).toMatchObject({
      rating: null,
      review_count: 0,
    });
  });

  test.each([
    "<wsp-tooltip>Levertijd</wsp-tooltip>",
    '<p data-test="tooltip-delivery">Levertijd</p>',
    "<script>Levertijd</script>",
  ])("%s is not part of the delivery", (tooltip) => {
    expect(one(`<p data-test="delivery-notification">Morgen${tooltip}</p>`).delivery).toBe("Morgen");
  });

  test("text that only resembles a tooltip is part of it", () => {
    expect(one('<p data-test="delivery-notification">Morgen <i data-test="no-tooltip">laat</i></p>').delivery).toBe(
      "Morgen laat",
    );
  });

  test("a box without a numeric id, or without a title, is not a card", () => {
    const ids = (html: string) =>
      accounted({ page: readPage(savedAnswer(card("") + html), ORIGIN) }).records.map(({ id }) => id);
    const title = '<a data-test="product-title">B</a>';
    expect(ids(`<li data-id="x94">${title}</li><li data-id="95x">${title}</li><li data-id="">${title}</li>`)).toEqual([
      "9300000000000001",
    ]);
    expect(ids('<li data-id="96"><a data-test="product-image">B</a></li>')).toEqual(["9300000000000001"]);
    expect(ids(`<li data-id="97">${title}</li>`)).toEqual(["9300000000000001", "97"]);
  });

  test.each<[string, string | null]>([
    ['<a data-test="party-link" href="/nl/nl/pb/merk/2/">Merk</a>', "Merk"],
    ['<a data-test="party-link">Eerste</a><a data-test="party-link">Tweede</a>', "Eerste"],
    ['<a data-test="party-links" href="/nl/nl/b/merk/2/">Merk</a>', null],
    ["<a data-test='party-link' href='/x/'>Merk</a>", "Merk"],
    ["<a data-test=party-link>Merk</a>", "Merk"],
    ['<a data-test = "party-link">Merk</a>', "Merk"],
  ])("%s: the brand is %j", (inner, brand) => {
    expect(one(inner).brand).toBe(brand);
  });

  test("pictures come from its picture boxes", () => {
    const box = (src: string) => `<div data-test="product-image"><i src="/no/99x99.jpg"></i><img src="${src}"></div>`;
    expect(one(`<img src="/no/50x50.jpg">${box("/a/10x10.jpg")}${box("/b/20x20.jpg")}`).image).toBe(
      `${ORIGIN}/b/20x20.jpg`,
    );
  });

  test.each<[string, boolean]>([
    ['<li class="x js_sponsored_product y" data-id="9300000000000001">', true],
    ['<li class="js_sponsored_products" data-id="9300000000000001">', false],
    ['<li class="not_js_sponsored_product" data-id="9300000000000001">', false],
  ])("%s is advertised: %s", (start, expected) => {
    expect(one("", start).is_sponsored).toBe(expected);
  });

  test("a card of the fragment is advertised if any part of it says so", () => {
    expect(one('<i data-test="sponsored-product">x</i>').is_sponsored).toBe(true);
  });

  test("the hidden amount takes precedence over the words; the first of several parts counts", () => {
    const meta = (content: string) => `<meta itemprop="price" content="${content}">`;
    const spoken = '<p data-test="price-info-srt-text">De prijs is 9 euro</p>';
    expect(one(`${spoken}${meta("7.50")}${meta("8")}<meta itemprop="currency" content="1">`).price).toBe(7.5);
    expect(one(`${meta("gratis")}${spoken}`).price).toBe(9);
  });
});
