import { describe, expect, test } from "vitest";
import { accounted } from "../../source-testing/accounted.ts";
import { savedAnswer } from "../../source-testing/saved-answer.ts";
import { readPage } from "./read-page.ts";
import { encoded } from "./testing/encoded.ts";

const ORIGIN = "https://site.example";

const product = (over: object = {}) => ({
  id: "9300000000000001",
  title: "Koffiezetapparaat  &amp; molen",
  url: "/nl/nl/p/koffie/9300000000000001/",
  assets: [
    { usage: "secondary", renditions: [{ url: "https://media.example/s/999x999.jpg", width: 999, height: 999 }] },
    {
      usage: "primary",
      renditions: [
        { url: "https://media.example/a/168x210.jpg", width: 168, height: 210 },
        { url: "https://media.example/a/550x688.jpg", width: 550, height: 688 },
        { url: "https://media.example/a/86x108.jpg", width: 86, height: 108 },
      ],
    },
  ],
  relatedParties: [
    { role: "PUBLISHER", party: { name: "Uitgever", url: "/nl/nl/b/uitgever/1/" } },
    { role: "BRAND", party: { name: "Brandaris", url: "/nl/nl/b/brandaris/2/" } },
  ],
  bestSellingOffer: {
    sellingPrice: { price: { amount: "30.42" } },
    savings: { reference: { referencePrice: { amount: 39.99 } } },
    condition: { __typename: "OfferConditionRefurbished" },
    bestDeliveryOption: { deliveryDescription: "Op voorraad. Voor 23:59 uur besteld,\n morgen in huis" },
    deliveredWithin48Hours: true,
  },
  reviews: { averageRating: 4.5, total: 12 },
  categories: [
    { id: "9", name: "Losse tak", parents: [] },
    { id: "3", name: "Koffiezetters", parents: [{ id: "2", name: "Koffie", parents: [{ id: "1", name: "Koken" }] }] },
  ],
  ...over,
});

const page = async (slots: object[], template: object = {}) => {
  const value = { "routes/searchPage": { data: { template: { regions: [{ slots }], ...template } } } };
  return accounted({ page: readPage(savedAnswer(await encoded(value)), ORIGIN) });
};
const slot = (over: object = {}, around: object = {}, type = "ProductItem") => ({
  type,
  props: { product: product(over), ...around },
});
const one = async (over: object = {}, around: object = {}, type?: string) =>
  (await page([slot(over, around, type)])).records[0]!;

describe("a product of the table", () => {
  test("fills every field", async () => {
    expect(await one()).toEqual({
      "@type": "NlretailSearchProduct",
      id: "9300000000000001",
      name: "Koffiezetapparaat & molen",
      url: "https://site.example/nl/nl/p/koffie/9300000000000001/",
      image: "https://media.example/a/550x688.jpg",
      brand: "Brandaris",
      brand_url: "https://site.example/nl/nl/b/brandaris/2/",
      price: 30.42,
      list_price: 39.99,
      condition: "refurbished",
      delivery: "Op voorraad. Voor 23:59 uur besteld, morgen in huis",
      delivered_within_48h: true,
      rating: 4.5,
      review_count: 12,
      categories: [
        { "@type": "NlretailCategoryRef", id: "1", name: "Koken" },
        { "@type": "NlretailCategoryRef", id: "2", name: "Koffie" },
        { "@type": "NlretailCategoryRef", id: "3", name: "Koffiezetters" },
      ],
      is_sponsored: false,
    });
  });

  test("a product that nobody sells has no price, condition or delivery", async () => {
    const record = await one({ bestSellingOffer: null });
    expect(record).toMatchObject({ name: "Koffiezetapparaat & molen", price: null, list_price: null });
    expect(record).toMatchObject({ condition: null, delivery: null, delivered_within_48h: null });
  });

  test("only an id and a title make a complete record of nulls", async () => {
    const bare = {
      url: null,
      assets: null,
      relatedParties: [],
      bestSellingOffer: null,
      reviews: null,
      categories: null,
    };
    expect(await one(bare)).toMatchObject({ url: null, image: null, brand: null, brand_url: null, rating: null });
    expect(await one(bare)).toMatchObject({ review_count: null, categories: [], is_sponsored: false });
  });

  test("a rating of 0 without reviews is null, and the count stays 0", async () => {
    expect(await one({ reviews: { averageRating: 0, total: 0 } })).toMatchObject({ rating: null, review_count: 0 });
  });

  test.each([
    ["OfferConditionNew", "new"],
    ["OfferConditionSecondhand", "secondhand"],
    ["OfferConditionRefurbished", "refurbished"],
    ["OfferConditionOpenBox", null],
  ])("condition %s is %s", async (__typename, condition) => {
    expect(await one({ bestSellingOffer: { condition: { __typename } } })).toMatchObject({ condition });
  });

  test("the former list price is used if the current one is missing", async () => {
    const offer = { sellingPrice: { price: { amount: 20 } }, strikethroughPrice: { price: { amount: "25.00" } } };
    expect(await one({ bestSellingOffer: offer })).toMatchObject({ price: 20, list_price: 25 });
  });

  test("sizes come from the picture's address if the site gives none", async () => {
    const renditions = ["a/100x100.jpg", "a/300x200.jpg", "a/200x200.jpg"].map((path) => ({ url: `/m/${path}` }));
    expect(await one({ assets: [{ usage: "PRIMARY", renditions }] })).toMatchObject({
      image: "https://site.example/m/a/300x200.jpg",
    });
  });

  test("categories without parents are the hierarchy as listed", async () => {
    const record = await one({ categories: [{ name: "Koken" }, { name: "Koffie" }] });
    expect(record.categories.map(({ id, name }) => [id, name])).toEqual([
      [null, "Koken"],
      [null, "Koffie"],
    ]);
  });

  test("a category that is its own parent ends the path", async () => {
    const circle: { name: string; parents: unknown[] } = { name: "Rond", parents: [] };
    circle.parents.push(circle);
    expect((await one({ categories: [circle] })).categories.length).toBeLessThan(50);
  });
});

describe("advertising", () => {
  test.each([
    ["a flag of the slot's props", {}, { isSponsored: true }, undefined],
    ["advertising data beside the product", {}, { sponsored: { adId: "a1" } }, undefined],
    ["a flag of the product", { isSponsored: true }, {}, undefined],
    ["the slot's own type", {}, {}, "SponsoredProductItem"],
    ["considerationDisplay", {}, { considerationDisplay: { id: 1 } }, undefined],
  ])("%s marks a product as sponsored", async (_, over, around, type) => {
    expect((await one(over, around, type)).is_sponsored).toBe(true);
  });

  test.each([
    ["false", { isSponsored: false }],
    ["null", { sponsored: null, adId: "" }],
    ["nothing in it", { sponsored: {}, ads: [] }],
    ["a flag inside that says no", { sponsored: { isSponsored: false, slot: 3 } }],
    ["other words that begin the same", { address: "x", addToBasket: true, adult: true }],
  ])("%s does not", async (_, around) => {
    expect((await one({}, around)).is_sponsored).toBe(false);
  });
});

describe("the location of the list", () => {
  const values = {
    "a list anywhere": { root: { x: [{ y: { products: [product(), product({ id: "2" })] } }] } },
    "a list of wrapped products": {
      data: { products: [{ product: product() }, { props: { product: product({ id: "2" }) } }] },
    },
    "one list for each row": { rows: [{ products: [product()] }, { products: [product({ id: "2" })] }] },
    "the longest of several": {
      side: { products: [product({ id: "8" })] },
      data: { products: [product(), product({ id: "2" })] },
    },
    "not what was viewed lately": {
      recentlyViewed: { products: ["5", "6", "7"].map((id) => product({ id })) },
      data: { products: [product(), product({ id: "2" })] },
    },
    "in a promise": { data: Promise.resolve({ template: { regions: [{ slots: [slot(), slot({ id: "2" })] }] } }) },
    "regions before lists": {
      data: {
        template: { regions: [{ slots: [slot()] }, { slots: [slot({ id: "2" })] }] },
        tips: { products: ["5", "6", "7"].map((id) => product({ id })) },
      },
    },
  };
  test.each(Object.entries(values))("%s", async (_, value) => {
    const { records } = accounted({ page: readPage(savedAnswer(await encoded(value)), ORIGIN) });
    expect(records.map(({ id }) => id)).toEqual(["9300000000000001", "2"]);
  });

  test("slots that are not products are skipped; an invalid product is unreadable", async () => {
    const { records } = await page([{ type: "Banner", props: { text: "Actie" } }, slot()]);
    expect(records).toHaveLength(1);
    await expect(page([slot(), { type: "ProductItem" }])).rejects.toThrow("1 of 2 rows could not be read");
  });

  test("no regions means no results, whatever else the page recommends", async () => {
    const value = { data: { template: { regions: [] }, extra: { products: [product()] } } };
    expect(accounted({ page: readPage(savedAnswer(await encoded(value)), ORIGIN) }).records).toEqual([]);
  });

  test("slots without any product are an unknown form, not an empty list", async () => {
    await expect(page([{ type: "Tegel", props: {} }])).rejects.toThrow("unreadable");
    await expect(page([slot({ id: null })])).rejects.toThrow("unreadable");
  });

  test("regions without slots are not an empty list either", async () => {
    const value = { data: { template: { regions: [{ places: [slot()] }] } } };
    const table = await encoded(value);
    expect(() => readPage(savedAnswer(table), ORIGIN)).toThrow("unreadable");
  });

  test("the number of pages and of results are read if the page states them", async () => {
    const slots = [slot(), slot({ id: "2" })];
    expect(await page(slots, { pagination: { totalPages: 7 } })).toMatchObject({
      lastPage: 7,
      total: null,
    });
    expect(await page(slots, { header: { totalResults: 9 } })).toMatchObject({ lastPage: null, total: 9 });
    expect(await page(slots)).toMatchObject({ lastPage: null, total: null });
  });
});
