import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { describe, expect, test } from "vitest";
import { answerOf, capturesOf } from "../../../contract/testing/saved-answer.ts";
import { readPage } from "./read-page.ts";

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const ORIGIN = "https://site.example";
const capture = capturesOf("nlretail");

const isElement = (node: Node): node is Element => "tagName" in node;
const attribute = (element: Element | undefined, name: string) =>
  element?.attrs.find((attr) => attr.name === name)?.value ?? null;
const all = (from: Element, wanted: (element: Element) => boolean): Element[] =>
  from.childNodes.filter(isElement).flatMap((child) => [...(wanted(child) ? [child] : []), ...all(child, wanted)]);
const named = (name: string) => (element: Element) => attribute(element, "data-test") === name;
const words = (element: Element | undefined): string | null => {
  const raw = (node: Node): string =>
    "value" in node ? node.value : isElement(node) && node.tagName !== "wsp-tooltip" ? inner(node) : "";
  const inner = (node: Element): string => node.childNodes.map(raw).join("");
  return element ? inner(element).split(/\s+/).filter(Boolean).join(" ") || null : null;
};
const comma = (text: string | null | undefined) => (text ? Number(text.replace(",", ".")) : null);
const absolute = (href: string | null) => (href === null ? null : new URL(href, ORIGIN).href);

/** The same page read by a browser-grade parser and by other means than ours. */
function referee(html: string) {
  const document = parse(html);
  const root = document.childNodes.find(isElement)!;
  return all(root, (element) => element.tagName === "li" && attribute(element, "data-id") !== null).map((card) => {
    const part = (name: string) => all(card, named(name))[0];
    const image = all(part("product-image")!, ({ tagName }) => tagName === "img")[0];
    const price = all(card, (element) => attribute(element, "itemprop") === "price")[0];
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
      delivery: words(part("delivery-notification")),
      delivered_within_48h: null,
      rating: comma(attribute(part("rating-stars"), "title")?.split(" ")[1]),
      review_count: Number(attribute(part("rating-stars"), "data-count")),
      categories: [],
      is_sponsored: attribute(card, "class")!.split(" ").includes("js_sponsored_product"),
    };
  });
}

describe.skipIf(!capture)("the saved fragment of 2023", () => {
  const html = capture?.("search-fragment-2023-12-03.html") ?? "";
  const { records, lastPage } = capture ? readPage(answerOf(html), ORIGIN) : { records: [], lastPage: null };

  test("every card reads the same, field by field, as through parse5", () => {
    expect(records).toEqual(referee(html));
  });

  test("24 cards and 6 sponsored ones, each product once, of 500 pages", () => {
    expect(records.filter((record) => !record.is_sponsored)).toHaveLength(24);
    expect(records.filter((record) => record.is_sponsored)).toHaveLength(6);
    expect(new Set(records.map(({ id }) => id)).size).toBe(30);
    expect(lastPage).toBe(500);
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

  test("without its line breaks the page reads the same", () => {
    expect(readPage(answerOf(html.replace(/>\s+/g, ">").replace(/\s+</g, "<")), ORIGIN).records).toEqual(records);
  });
});

const card = (inner: string, start = '<li class="x" data-id="9300000000000001">') =>
  `<ul id="js_items_content">${start}<a data-test="product-title" href="/nl/nl/p/a/9300000000000001/">Naam</a>${inner}</li></ul>`;
const one = (inner: string, start?: string) => readPage(answerOf(card(inner, start)), ORIGIN).records[0]!;

describe("a card of the fragment", () => {
  test("with nothing but a title is a whole record of nulls", () => {
    expect(one("")).toMatchObject({ name: "Naam", price: null, image: null, brand: null, rating: null });
  });

  test("attributes may come in any order and any quotes", () => {
    expect(one("", "<li data-id=9300000000000001 class='y'>").id).toBe("9300000000000001");
    expect(one("", "<li class='y' data-id='9300000000000001'>").id).toBe("9300000000000001");
  });

  test("without the hidden amount, the price is the one for screen readers", () => {
    const spoken = (text: string) => one(`<span data-test="price-info-srt-text">${text}</span>`).price;
    expect(spoken("De prijs van dit product is 1.016 euro en 5 cent.")).toBe(1016.05);
    expect(spoken("De prijs van dit product is 16 euro.")).toBe(16);
  });

  test("a list price may have thousands", () => {
    expect(one('<del data-test="from-price"> 1.299,00 </del>').list_price).toBe(1299);
    expect(one('<del data-test="from-price">89,95</del>').list_price).toBe(89.95);
  });

  test("entities are decoded once", () => {
    expect(
      one('<a data-test="party-link" href="/nl/nl/b/x/1/?a=1&amp;b=2">Huys &amp;amp; H&eacute;t</a>'),
    ).toMatchObject({
      brand: "Huys &amp; Hét",
      brand_url: "https://site.example/nl/nl/b/x/1/?a=1&b=2",
    });
  });

  test("lines of the delivery are joined by a blank, the tooltip left out", () => {
    const delivery =
      '<div data-test="delivery-notification"><div>Op voorraad</div><br>Voor 23:59 besteld<wsp-tooltip data-test="tooltip"><p>Levertijd</p></wsp-tooltip></div>';
    expect(one(delivery).delivery).toBe("Op voorraad Voor 23:59 besteld");
  });

  test("of a brand and a maker, the brand is taken", () => {
    const links =
      '<a data-test="party-link" href="/nl/nl/c/maker/1/">Maker</a><a data-test="party-link" href="/nl/nl/b/merk/2/">Merk</a>';
    expect(one(links).brand).toBe("Merk");
  });

  test("a rating with no reviews is none", () => {
    expect(one('<div data-test="rating-stars" data-count="0" title="0 van de 5 sterren">')).toMatchObject({
      rating: null,
      review_count: 0,
    });
  });
});
