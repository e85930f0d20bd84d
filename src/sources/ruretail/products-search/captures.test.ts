import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type DefaultTreeAdapterTypes, parse, defaultTreeAdapter as tree } from "parse5";
import { describe, expect, test } from "vitest";
import { Blocked } from "../../../contract/errors.ts";
import { reading, savedAnswer } from "../testing/answer.ts";
import operation from "./operation.ts";
import { DEFAULT_CITY } from "./request.ts";
import type { SearchRequest } from "./search-request.ts";

const folder = join(import.meta.dirname, "../../../../../shared/captures/ruretail");
const saved = (name: string) => savedAnswer(readFileSync(join(folder, name)));

const request: SearchRequest = {
  query: "x",
  count: 100,
  timeout: 300,
  city: DEFAULT_CITY,
  with_images: false,
  sort: "relevance",
  price_min: null,
  price_max: null,
  availability: [],
  status: [],
  min_rating: null,
  min_discount: null,
  brands: [],
  filters: [],
};
const context = { origin: reading.origin, originOf: () => reading.origin, now: () => reading.now };
const read = (name: string, changes: Partial<SearchRequest> = {}) =>
  [...operation.parse(saved(name), { ...request, ...changes }, context)] as Array<Record<string, any>>;

describe.skipIf(!existsSync(folder))("the captured answers", () => {
  describe("of the GraphQL category, filtered", () => {
    const file = "graphql-category-filtered-2024-08.json";
    const raws = () => JSON.parse(saved(file).text()).data.productsFilter.record.products as any[];

    test("every product is a record, in order", () => {
      expect(read(file).map(({ id }) => id)).toEqual(raws().map(({ id }) => id));
      expect(read(file)).toHaveLength(9);
    });

    test("every field is the wire's value in the contract's form", () => {
      const number = (text: string) => (text === "" ? null : Number(text.replace(">", "")));
      const one = (text: string) => text.split(/\s+/).join(" ").trim();
      const records = read(file, { with_images: true });
      for (const [index, raw] of raws().entries()) {
        const [pictures] = Object.values(raw.images) as any[];
        const largest = pictures.map((picture: any) => picture.sources.find(({ size }: any) => size === "XL").url);
        expect(records[index]).toEqual({
          "@type": "RuretailProduct",
          id: raw.id,
          city: "msk_cl",
          city_name: null,
          name: one(raw.name),
          short_name: one(raw.shortName),
          alias: raw.slug,
          url: `https://shop.example/product/${raw.slug}-${raw.id}/`,
          brand: expect.objectContaining({ "@type": "RuretailBrandRef", name: raw.brand.name, id: null, alias: null }),
          category: expect.objectContaining({ "@type": "RuretailCategoryRef", id: "835", name: raw.category.name }),
          price: number(raw.price.current),
          old_price: number(raw.price.old),
          club_price: number(raw.price.club),
          club_price_view_type: raw.price.clubPriceViewType,
          discount_percent: null,
          bonus_points: null,
          sbp_bonus: null,
          is_fair_price: null,
          currency: "RUB",
          is_available: true,
          is_discount: null,
          rating: raw.counters.opinions === 0 ? null : Number(raw.rating),
          opinion_count: raw.counters.opinions,
          review_count: raw.counters.reviews,
          stock_in_stores: number(raw.stock.countInStores),
          max_stock_in_store: number(raw.stock.maxCountInStock),
          pickup_points: raw.delivery.self.availabilityByDays.map((day: any) => ({
            "@type": "RuretailPickupSummary",
            delivery_date: day.deliveryTime.split("T")[0],
            store_count: day.storeCount,
          })),
          image: largest[0],
          images: largest,
          labels: raw.labels.map((label: any) => ({
            "@type": "RuretailLabel",
            kind: label.type,
            name: one(label.title),
            url: null,
            action_id: null,
            expires_at: null,
          })),
          key_properties: raw.propertiesShort.map((property: any) => ({
            "@type": "RuretailProperty",
            name: property.name,
            value: one(property.value),
            measure: null,
            group: null,
          })),
          pack_size: raw.multiplicity,
          supplier_pack_size: raw.quantityInPackageFromSupplier,
          has_analog_products: null,
          access_mode: null,
        });
      }
    });

    test("without with_images the first picture is there and the list is empty", () => {
      for (const record of read(file))
        expect(record).toMatchObject({ image: expect.stringContaining("width:1200"), images: [] });
    });

    test("what the answer says was applied passes the check, and what it does not is refused with its place", () => {
      expect(read(file, { brands: ["Amazfit"], availability: ["pickup"] })).toHaveLength(9);
      expect(() => read(file, { brands: ["Amazfit", "Nosuch"] })).toThrow(
        expect.objectContaining({ status: 422, detail: [expect.objectContaining({ loc: ["body", "brands", 1] })] }),
      );
      expect(() => read(file, { min_rating: "4.5", price_max: 1000 })).toThrow(
        expect.objectContaining({
          detail: [
            expect.objectContaining({ loc: ["body", "min_rating"] }),
            expect.objectContaining({ loc: ["body", "price_max"] }),
          ],
        }),
      );
      expect(() => read(file, { filters: ["21619_835:21619_835amoled"] })).toThrow(
        expect.objectContaining({ detail: [expect.objectContaining({ loc: ["body", "filters", 0] })] }),
      );
    });

    test("count cuts", () => {
      expect(read(file, { count: 2 })).toHaveLength(2);
    });
  });

  describe("of the rendered search page", () => {
    const file = "search-rendered-2026-02.html";

    test("every card is a record, in order, with what the card shows", () => {
      const records = read(file);
      const cards = refereeCards(saved(file).text());
      expect(cards).toHaveLength(16);
      expect(records.map(refereeView)).toEqual(cards);
    });

    test("the facts of the page as a whole", () => {
      const records = read(file);
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

    test("a picture of the app that stands for one not loaded yet is no picture", () => {
      for (const { image } of read(file)) expect(image).toBeNull();
    });
  });

  test("the challenge page is a block", () => {
    expect(() => read("blocked-challenge-429-2026-02.html")).toThrow(Blocked);
  });

  test("the shell page is not 'no results'", () => {
    expect(() => read("category-shell-2024-08.html")).toThrow(expect.objectContaining({ code: "unreadable" }));
  });
});

type Node = DefaultTreeAdapterTypes.ChildNode;

/** The cards by another parser and another way: a walk over the tree, by the names the page gives its parts. */
function refereeCards(html: string) {
  const all = (
    node: DefaultTreeAdapterTypes.Node,
    keep: (element: DefaultTreeAdapterTypes.Element) => boolean,
  ): DefaultTreeAdapterTypes.Element[] =>
    ("childNodes" in node ? node.childNodes : []).flatMap((child: Node) => [
      ...(tree.isElementNode(child) && keep(child) ? [child] : []),
      ...all(child, keep),
    ]);
  const attribute = (element: DefaultTreeAdapterTypes.Element | undefined, name: string) =>
    element?.attrs.find((attribute) => attribute.name === name)?.value;
  const words = (node: DefaultTreeAdapterTypes.Node | undefined): string =>
    node === undefined
      ? ""
      : "value" in node
        ? String(node.value)
        : "childNodes" in node
          ? node.childNodes.map(words).join("")
          : "";
  const digits = (text: string) => (/\d/.test(text) ? Number(text.replace(/[^\d.]/g, "")) : null);
  return all(parse(html), (element) => !!attribute(element, "data-meta-product-id")).map((card) => {
    const part = (name: string) => all(card, (element) => attribute(element, "data-meta-name") === name)[0];
    const id = attribute(card, "data-meta-product-id")!;
    const links = all(card, ({ tagName }) => tagName === "a").filter((link) =>
      attribute(link, "href")?.endsWith(`-${id}/`),
    );
    const title = part("Snippet__title") ?? links.find((link) => words(link).trim() !== "");
    const price = all(card, (element) => attribute(element, "data-meta-price") !== undefined)[0];
    const action = all(part("BadgesWrapper")!, ({ tagName }) => tagName === "a").map((link) => attribute(link, "href"));
    return {
      id,
      name: (attribute(title, "title") ?? words(title)).replace(/\s+/g, " ").trim(),
      short_name: words(title).replace(/\s+/g, " ").trim(),
      path: attribute(links[0], "href"),
      price: price ? Number(attribute(price, "data-meta-price")) : null,
      old_price: digits(words(part("Snippet__old-price"))),
      rating: digits(words(part("MetaInfo_rating"))),
      opinion_count: digits(words(part("MetaInfo_opinionsCount"))),
      stock_in_stores: digits(words(part("Snippet__availability-status-self"))),
      store_count: digits(words(part("Snippet__availability-status-supply"))),
      is_available: part("Snippet__cart-button") !== undefined,
      action: action.map((href) => `https://shop.example${href}`),
    };
  });
}

const refereeView = (record: Record<string, any>) => ({
  id: record.id,
  name: record.name,
  short_name: record.short_name,
  path: new URL(record.url).pathname,
  price: record.price,
  old_price: record.old_price,
  rating: record.rating,
  opinion_count: record.opinion_count,
  stock_in_stores: record.stock_in_stores,
  store_count: record.pickup_points[0]?.store_count ?? null,
  is_available: record.is_available,
  action: record.labels.flatMap(({ url }: { url: string | null }) => url ?? []),
});
