import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { requestDefaults } from "../../contract/canary.ts";
import { attribute, type Element, findElements, having, parseReferee, words } from "../../source-testing/referee.ts";
import { savedAnswer } from "../../source-testing/saved-answer.ts";
import operation from "./products-search.ts";
import type { SearchRequest } from "./request.ts";

const folder = join(import.meta.dirname, "../../../../shared/captures/ruretail");
const origin = "https://shop.example";
const context = { origin, originOf: () => origin, now: () => Date.parse("2026-02-04T10:00:00Z") };
const request = { ...requestDefaults(operation), query: "x", count: 100 } as SearchRequest;
const readText = (text: string): Array<Record<string, any>> => [
  ...operation.parse(savedAnswer(text), request, context),
];

describe.skipIf(!existsSync(folder))("the captured search page, rendered", () => {
  const text = () => readFileSync(join(folder, "search-rendered-2026-02.html"), "utf8");
  let records: Array<Record<string, any>>;
  beforeAll(() => {
    records = readText(text());
  });

  test("every field of every card matches what the card shows, in order", () => {
    const cards = refereeCards(text());
    expect(cards).toHaveLength(16);
    expect(records).toEqual(cards);
  });

  test("tiles without a product id give the same records: the path has the id", () => {
    const bent = text()
      .replace(/ data-meta-product-id="\d+"/g, "")
      .replace(/ data-meta-name="SnippetProductVerticalLayout"/g, "");
    expect(bent).not.toContain('data-meta-product-id="2');
    expect(readText(bent)).toEqual(records);
    // Two tiles saved without their surroundings.
    const [from, to] = [0, 2].map((at) => bent.split(/(?=<div[^<>]*data-meta-name="ProductVerticalSnippet")/)[at + 1]!);
    expect(readText(`${from}${to}`).map(({ id }) => id)).toEqual([records[0]!.id, records[2]!.id]);
  });

  test("a price with blanks, and a relative day, are read", () => {
    const bent = text()
      .replace('data-meta-price="139990"', 'data-meta-price="139 990"')
      .replace("&nbsp;(завтра)", "&nbsp;(от 8 дней)");
    expect(readText(bent)[0]).toEqual({
      ...records[0],
      pickup_points: [{ "@type": "RuretailPickupSummary", delivery_date: "2026-02-12", store_count: 3006 }],
    });
  });

  test.each([
    ["MetaInfo_rating", { rating: null }],
    ["MetaInfo_opinionsCount", { opinion_count: null }],
    ["Snippet__availability-status-self", { stock_in_stores: null }],
    ["Snippet__availability-status-supply", { pickup_points: [] }],
    ["Snippet__old-price", { old_price: null, discount_percent: null }],
    ["BadgesWrapper", { labels: [] }],
  ])("without %s, only its value is missing", (name, lost) => {
    const [first] = readText(text().replace(`data-meta-name="${name}"`, ""));
    expect(first).toEqual({ ...records[0], ...lost });
  });

  test("the facts of the page as a whole", () => {
    const sold = records.filter(({ is_available }) => is_available);
    expect(sold).toHaveLength(10);
    expect(records.filter(({ has_analog_products }) => has_analog_products)).toHaveLength(6);
    expect(records.filter(({ stock_in_stores }) => stock_in_stores !== null)).toHaveLength(4);
    expect(records.filter(({ old_price }) => old_price !== null)).toHaveLength(5);
    for (const { price, old_price, discount_percent } of sold) {
      expect(discount_percent).toBe(old_price === null ? null : Math.round((1 - price / old_price) * 100));
    }
    for (const { delivery_date, store_count } of sold.flatMap(({ pickup_points }) => pickup_points)) {
      expect(["2026-02-05", "2026-02-06"]).toContain(delivery_date);
      expect(store_count).toBeGreaterThan(3000);
    }
    for (const { labels } of sold) expect(labels.length).toBeLessThanOrEqual(2);
    for (const { labels } of records.filter(({ is_available }) => !is_available)) expect(labels).toEqual([]);
    expect(new Set(records.map(({ city, city_name }) => `${city} ${city_name}`)).size).toBe(1);
    expect(records[0]!.city).toMatch(/^spb_cl:/);
  });

  test("the app's placeholder for a picture that has not loaded is not a picture", () => {
    for (const { image } of records) expect(image).toBeNull();
  });
});

/** The cards read by another parser in another way: a walk over the tree, by the page's own names for its parts. */
function refereeCards(html: string) {
  const page = parseReferee(html);
  const state = having(page, "id", "__NEXT_DATA__")[0]!;
  const { city } = JSON.parse(words(state)!).props.initialState.layoutMain.cityList.payload;
  const digits = (text: string | null) => (text && /\d/.test(text) ? Number(text.replace(/[^\d.]/g, "")) : null);
  return having(page, "data-meta-product-id")
    .filter((card) => attribute(card, "data-meta-product-id") !== "")
    .map((card) => {
      const part = (name: string): Element | undefined => having(card, "data-meta-name", name)[0];
      const id = attribute(card, "data-meta-product-id")!;
      const links = having(card, "href").filter((link) => attribute(link, "href")!.endsWith(`-${id}/`));
      const title = part("Snippet__title") ?? links.find((link) => words(link) !== null);
      const path = attribute(links[0], "href")!;
      const old = part("Snippet__old-price");
      const badge = old && words(old.parentNode)!.slice(words(old)!.length);
      const supply = part("Snippet__availability-status-supply");
      const when = supply && words(supply.parentNode);
      const isSold = part("Snippet__cart-button") !== undefined;
      const badges = isSold ? findElements(part("BadgesWrapper")!) : [];
      const texts = badges.filter(
        ({ tagName, childNodes }) => tagName === "span" && childNodes[0]?.nodeName === "#text",
      );
      const price = having(card, "data-meta-price")[0];
      return {
        "@type": "RuretailProduct",
        id,
        city: city.id,
        city_name: city.name,
        name: (attribute(title, "title") ?? words(title))!.replace(/\s+/g, " ").trim(),
        short_name: words(title),
        alias: path.slice("/product/".length, -`-${id}/`.length),
        url: `https://shop.example${path}`,
        brand: null,
        category: null,
        price: price ? Number(attribute(price, "data-meta-price")) : null,
        old_price: digits(words(old)),
        club_price: null,
        club_price_view_type: null,
        discount_percent: digits(badge ?? null),
        bonus_points: null,
        sbp_bonus: null,
        is_fair_price: null,
        currency: "RUB",
        is_available: isSold,
        is_discount: null,
        rating: digits(words(part("MetaInfo_rating"))),
        opinion_count: digits(words(part("MetaInfo_opinionsCount"))),
        review_count: null,
        stock_in_stores: digits(words(part("Snippet__availability-status-self"))),
        max_stock_in_store: null,
        pickup_points: supply
          ? [
              {
                "@type": "RuretailPickupSummary",
                delivery_date: when!.includes("завтра")
                  ? "2026-02-05"
                  : `2026-02-0${4 + Number(/от (\d) дн/.exec(when!)![1])}`,
                store_count: digits(words(supply)),
              },
            ]
          : [],
        image: null,
        images: [],
        labels: texts.map((text) => {
          const link = badges.find((one) => one.tagName === "a" && findElements(one).includes(text));
          const href = attribute(link, "href");
          return {
            "@type": "RuretailLabel",
            kind: null,
            name: words(text),
            url: href && `https://shop.example${href}`,
            action_id: href && /^\/actions\/(\d+)\/$/.exec(href)![1],
            expires_at: null,
          };
        }),
        key_properties: [],
        pack_size: null,
        supplier_pack_size: null,
        has_analog_products: part("Snippet__analogs-button") ? true : null,
        access_mode: null,
      };
    });
}
