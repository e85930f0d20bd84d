import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { requestDefaults } from "../../contract/canary.ts";
import { savedAnswer } from "../../source-testing/saved-answer.ts";
import { answerName } from "./answer-name.ts";
import { blockMarker } from "./block-marker.ts";
import operation from "./products-search.ts";
import type { SearchRequest } from "./request.ts";
import { searchQuery } from "./search-request.ts";

const reading = {
  origin: "https://shop.example",
  now: Date.parse("2026-02-04T10:00:00Z"),
  city: "msk_cl",
  withImages: false,
};

const folder = join(import.meta.dirname, "../../../../shared/captures/ruretail");
const saved = (name: string) => savedAnswer(readFileSync(join(folder, name), "utf8"));

const request = { ...requestDefaults(operation), query: "x", count: 100 } as SearchRequest;
const context = { origin: reading.origin, originOf: () => reading.origin, now: () => reading.now };
const readText = (text: string, changes: Partial<SearchRequest> = {}) =>
  [...operation.parse(savedAnswer(text), { ...request, ...changes }, context)] as Array<Record<string, any>>;
const read = (name: string, changes: Partial<SearchRequest> = {}) => readText(saved(name).text(), changes);

describe.skipIf(!existsSync(folder))("the captured responses", () => {
  describe("of the GraphQL category, filtered", () => {
    const file = "graphql-category-filtered-2024-08.json";
    const raws = () => JSON.parse(saved(file).text()).data.productsFilter.record.products as any[];

    test("the plain document requests only fields that were seen: the site rejects a query with one unknown field", () => {
      const text = saved(file).text();
      const seen = [...text.matchAll(/"(\w+)"\s*:/g), ...text.matchAll(/"__typename"\s*:\s*"(\w+)"/g)].map(
        ([, name]) => name!,
      );
      // The search's own name and errors, the discount's share and a label's action are in captures that are described, not kept.
      const described = ["GetFullSearchProductsFilter", "fullSearchFilter", "fullSearchProductsFilterInput", "filter"];
      const others = [
        "CatalogFilter_FullSearchFilterInput",
        "message",
        "discount",
        "percent",
        "action",
        "retailer",
        "query",
        "on",
      ];
      const errors = ["InternalError", "IncorrectArgumentsError"].map((name) => `CatalogFilter_ProductsFilter${name}`);
      const known = new Set([...seen, ...described, ...others, ...errors]);
      const requested = searchQuery("retailer", "plain", true, answerName("", ""))
        .replace(/\w+: fullSearchFilter/, "fullSearchFilter")
        .match(/\w+/g)!;
      expect([...new Set(requested)].filter((word) => !known.has(word))).toEqual([]);
      const rich = searchQuery("retailer", "rich", true, answerName("", ""))
        .replace(/\w+: fullSearchFilter/, "fullSearchFilter")
        .match(/\w+/g)!;
      expect([...new Set(rich)].filter((word) => !known.has(word)).sort()).toEqual([
        "bonusPoints",
        "isFairPrice",
        "measure",
        "properties",
        "propertiesGroup",
      ]);
    });

    test("every product is a record, in order", () => {
      expect(read(file).map(({ id }) => id)).toEqual(raws().map(({ id }) => id));
      expect(read(file)).toHaveLength(9);
    });

    test("every field is the wire value in the contract's form", () => {
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
          brand: {
            "@type": "RuretailBrandRef",
            id: null,
            name: raw.brand.name,
            alias: null,
            url: null,
            image: null,
            vendor_site: null,
          },
          category: { "@type": "RuretailCategoryRef", id: "835", name: raw.category.name, alias: null, url: null },
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
            value: one(property.value).replace(/;$/, ""),
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

    test("without with_images there is the first picture, and the list is empty", () => {
      for (const record of read(file))
        expect(record).toMatchObject({ image: expect.stringContaining("width:1200"), images: [] });
    });

    test("applied filters pass the check, and others are rejected with their location", () => {
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

    test("the response's order is one that can be requested", () => {
      expect(read(file, { sort: "price_asc" })).toHaveLength(9);
      expect(() => read(file, { sort: "price_desc" })).toThrow(
        expect.objectContaining({ detail: [expect.objectContaining({ loc: ["body", "sort"] })] }),
      );
    });

    test("a brand without a product in this search is named, with the operation that lists valid ones", () => {
      const message = (brands: string[]) => {
        try {
          return read(file, { brands });
        } catch (error) {
          return (error as { detail: Array<{ msg: string }> }).detail[0]!.msg;
        }
      };
      expect(message(["Apple"])).toMatch(
        /no product of the brand APPLE in this search\. Look up valid values with POST/,
      );
      expect(message(["Nosuch"])).toMatch(
        /no product of the brand Nosuch in this search\. Look up valid values with POST/,
      );
    });

    describe("variants of it", () => {
      const whole = () => JSON.parse(saved(file).text());
      const variant = (bend: (products: any[]) => void) => {
        const answer = whole();
        bend(answer.data.productsFilter.record.products);
        return readText(JSON.stringify(answer), { with_images: true });
      };
      const original = () => read(file, { with_images: true });

      test.each<[field: string, lost: Record<string, unknown>]>([
        ["shortName", { short_name: null }],
        ["slug", { alias: null, url: expect.stringMatching(/\/product\/\d+\/$/) }],
        ["isAvailable", { is_available: null }],
        ["images", { image: null, images: [] }],
        [
          "price",
          { price: null, old_price: null, club_price: null, club_price_view_type: null, discount_percent: null },
        ],
        ["category", { category: null }],
        ["brand", { brand: null }],
        ["multiplicity", { pack_size: null }],
        ["quantityInPackageFromSupplier", { supplier_pack_size: null }],
        ["labels", { labels: [] }],
        ["delivery", { pickup_points: [] }],
        ["stock", { stock_in_stores: null, max_stock_in_store: null }],
        ["propertiesShort", { key_properties: [] }],
        ["rating", { rating: null }],
        ["counters", { opinion_count: null, review_count: null }],
      ])("without %s, only its value is missing", (field, lost) => {
        const [changed] = variant(([product]) => delete product[field]);
        expect(changed).toEqual({ ...original()[0], ...lost });
      });

      test("in another order, the records come in that order", () => {
        expect(variant((products) => products.reverse())).toEqual(original().reverse());
      });

      test("an empty price is null, and so is a hidden club price", () => {
        const [record] = variant(([{ price }]) =>
          Object.assign(price, { current: "", club: "990", clubPriceViewType: "SKIP" }),
        );
        expect(record).toMatchObject({ price: null, club_price: null, club_price_view_type: "SKIP" });
      });

      test("additional values of a product's own document are read", () => {
        const [record] = variant(([product]) => {
          Object.assign(product.brand, { id: "b7", slug: "amazfit" });
          Object.assign(product.category, { slug: "smart-chasy" });
          Object.assign(product.price, { bonusPoints: 12, isFairPrice: true, discount: { percent: 7 } });
          const [first] = product.propertiesShort;
          product.propertiesGroup = [{ name: "Экран", properties: [{ name: first.name, value: "x", measure: "" }] }];
        });
        expect(record).toMatchObject({
          brand: { id: "b7", alias: "amazfit" },
          category: { alias: "smart-chasy", url: "https://shop.example/catalog/smart-chasy/" },
          bonus_points: 12,
          is_fair_price: true,
          discount_percent: 7,
        });
        expect(record!.key_properties[0]).toMatchObject({ group: "Экран" });
      });
    });
  });

  test("the challenge page is a block", () => {
    expect(blockMarker(saved("blocked-challenge-429-2026-02.html"))).not.toBeNull();
  });

  test("the shell page is not 'no results'", () => {
    expect(() => read("category-shell-2024-08.html")).toThrow(expect.objectContaining({ code: "unreadable" }));
  });
});
