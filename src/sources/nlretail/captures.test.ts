import { describe, expect, test } from "vitest";
import { accounted } from "../../source-testing/accounted.ts";
import { faultsOfReader } from "../../source-testing/mangled.ts";
import { attribute, type Element, findElements, hasClass, parseReferee, words } from "../../source-testing/referee.ts";
import { capturesOf, savedAnswer } from "../../source-testing/saved-answer.ts";
import { blockMarker } from "./block-marker.ts";
import operation from "./products-search.ts";
import { readPage } from "./read-page.ts";

const ORIGIN = "https://site.example";
const capture = capturesOf("nlretail");
const html = capture?.("search-fragment-2023-12-03.html") ?? "";
const read = (page: string) => accounted({ page: readPage(savedAnswer(page), ORIGIN) });

const isTooltip = ({ tagName }: Element) => tagName === "wsp-tooltip";
const comma = (text: string | null | undefined) => (text ? Number(text.replace(",", ".")) : null);
const absolute = (href: string | null) => (href === null ? null : new URL(href, ORIGIN).href);

/** The same page read with parse5 and by other means than ours. */
const referee = (page: string) =>
  findElements(parseReferee(page), (element) => element.tagName === "li" && attribute(element, "data-id") !== null).map(
    (card) => {
      const part = (name: string) => findElements(card, (element) => attribute(element, "data-test") === name)[0];
      const [image] = findElements(part("product-image")!, ({ tagName }) => tagName === "img");
      const [price] = findElements(card, (element) => attribute(element, "itemprop") === "price");
      return {
        "@type": "NlretailSearchProduct",
        id: attribute(card, "data-id"),
        name: words(part("product-title")),
        url: absolute(attribute(part("product-title"), "href")),
        image: attribute(image, "src") ?? attribute(image, "data-src"),
        brand: words(part("party-link")),
        brand_url: absolute(attribute(part("party-link"), "href")),
        price: Number(attribute(price, "content")),
        list_price: comma(words(part("from-price"))),
        condition: null,
        delivery: words(part("delivery-notification"), isTooltip),
        delivered_within_48h: null,
        rating: comma(attribute(part("rating-stars"), "title")?.split(" ")[1]),
        review_count: Number(attribute(part("rating-stars"), "data-count")),
        categories: [],
        is_sponsored: hasClass("js_sponsored_product")(card),
      };
    },
  );

describe.skipIf(!capture)("the saved fragment of 2023", () => {
  const page = capture ? read(html) : { records: [] };
  const { records } = page;

  test("every field of every card matches parse5", () => {
    expect(records).toEqual(referee(html));
  });

  test("24 cards and 6 sponsored ones, each product once; the first of 500 pages, of 49,062 results", () => {
    expect(records.filter((record) => !record.is_sponsored)).toHaveLength(24);
    expect(records.filter((record) => record.is_sponsored)).toHaveLength(6);
    expect(new Set(records.map(({ id }) => id)).size).toBe(30);
    const [, keyword] = /name="searchtext"[^>]*value="([^"]*)"/.exec(html)!;
    expect(page).toMatchObject({ number: 1, lastPage: 500, echo: { keyword } });
    const [, counted] = /"prop11":"(\d+)"/.exec(html)!;
    expect(page).toMatchObject({ total: Number(counted) });
  });

  test("every card has a name, picture, brand, price, delivery and rating; three have a list price above the price", () => {
    for (const record of records) {
      expect(record.image).toMatch(/\/\d+x\d+\.jpg$/);
      expect(record.url).toContain(`/${record.id}/`);
      for (const field of ["name", "brand", "brand_url", "price", "delivery", "rating"] as const) {
        expect(record[field], `${field} of ${record.id}`).not.toBeNull();
      }
      expect(record.delivery).not.toMatch(/Levertijd|Bezorgopties/);
    }
    const reduced = records.filter((record) => record.list_price !== null);
    expect(reduced).toHaveLength(3);
    for (const record of reduced) expect(record.list_price).toBeGreaterThan(record.price!);
  });

  test("the saved challenge is a block", () => {
    expect(blockMarker(savedAnswer(capture!("blocked-challenge-2026-04.html")))).not.toBeNull();
  });
});

describe.skipIf(!capture)("variants of the saved fragment", () => {
  /** Its cards as they are in the page: a sponsored one, one with a list price, and others. */
  const cards = html.split(/(?=<li[^>]*\sdata-id="\d+")/).slice(1);
  const chosen = [0, 8, 20, ...cards.flatMap((card, index) => (card.includes('"from-price"') ? [index] : []))];
  const list = (some: string[]) => `<ul id="js_items_content">${some.join("")}</ul>`;
  const excerpt = list(chosen.map((index) => cards[index]!));
  const whole = () => read(excerpt).records;

  test("some of its cards alone, and in another order, read the same", () => {
    const all = referee(html);
    expect(whole()).toEqual(chosen.map((index) => all[index]));
    const turned = list(chosen.toReversed().map((index) => cards[index]!));
    expect(read(turned).records).toEqual(whole().toReversed());
  });

  test("without its line breaks the page reads the same", () => {
    expect(read(html.replace(/>\s+/g, ">").replace(/\s+</g, "<")).records).toEqual(referee(html));
  });

  test.each([
    ["product-image", { image: null }],
    ["party-link", { brand: null, brand_url: null }],
    ["from-price", { list_price: null }],
    ["delivery-notification", { delivery: null }],
    ["rating-stars", { rating: null, review_count: null }],
  ])("without the part %s only its fields are empty", (part, lost) => {
    const without = excerpt.replaceAll(`data-test="${part}"`, 'data-test="renamed"');
    expect(without).not.toBe(excerpt);
    expect(read(without).records).toEqual(whole().map((record) => ({ ...record, ...lost })));
  });

  test("without the hidden amount, the price comes from the screen-reader text and is the same", () => {
    const without = excerpt.replaceAll('itemprop="price"', 'itemprop="renamed"');
    expect(read(without).records).toEqual(whole());
  });

  test("either mark of an advertisement is enough; neither means none", () => {
    const ofClass = excerpt.replaceAll('data-test="sponsored-product"', "");
    const ofPart = excerpt.replaceAll("js_sponsored_product", "");
    for (const page of [ofClass, ofPart]) expect(read(page).records).toEqual(whole());
    const neither = ofClass.replaceAll("js_sponsored_product", "");
    expect(read(neither).records).toEqual(whole().map((record) => ({ ...record, is_sponsored: false })));
    expect(whole().some((record) => record.is_sponsored)).toBe(true);
  });

  test("the Belgian shop's pages differ only in their addresses", () => {
    const belgian = read(excerpt.replaceAll("/nl/nl/", "/be/nl/")).records;
    const moved = (url: string | null) => url?.replace("/nl/nl/", "/be/nl/") ?? null;
    expect(belgian).toEqual(
      whole().map((record) => ({ ...record, url: moved(record.url), brand_url: moved(record.brand_url) })),
    );
  });

  test("a later page has its number", () => {
    const later = html.replace(/(<li class="is-active">\s*<span>\s*)1/, (_, start) => `${start}7`);
    expect(read(later).number).toBe(7);
  });

  test("corrupted, it gives records that fit the schema or an error of the catalogue", () => {
    expect(faultsOfReader(operation, { keyword: "x", count: 30 }, [excerpt], 100)).toEqual([]);
  });
});
