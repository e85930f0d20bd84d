import { describe, expect, test } from "vitest";
import { AskAgain, Unreadable } from "../../contract/errors.ts";
import { checkEcho } from "../../extraction/page-proof.ts";
import { accounted } from "../../source-testing/accounted.ts";
import { capturesOf, savedAnswer } from "../../source-testing/saved-answer.ts";
import { readSearch, searchPage } from "./products-search.ts";
import { readPage } from "./read-page.ts";
import { encoded, pageWithStream } from "./testing/encoded.ts";

/**
 * The products of the saved fragment, re-encoded in the site's other forms by other means than ours (the reference
 * library's encoder, a page written by hand). Whatever the form, the records must equal the fragment's.
 */
const ORIGIN = "https://site.example";
const capture = capturesOf("nlretail");
const html = capture?.("search-fragment-2023-12-03.html") ?? "";
const read = (text: string) => accounted({ page: readPage(savedAnswer(text), ORIGIN) });
const saved = capture ? read(html).records : [];

type Saved = (typeof saved)[number];
const path = (url: string | null) => url?.slice(ORIGIN.length) ?? null;

/** A product in the form of the site's table. */
const productOf = (one: Saved): Record<string, any> => ({
  id: one.id,
  title: one.name,
  url: path(one.url),
  assets: [
    { usage: "OTHER", renditions: [{ url: "/other/900x900.jpg" }] },
    {
      usage: "PRIMARY",
      renditions: [{ url: "/small/1x1.jpg" }, { url: one.image }, { url: "" }, { url: "/no-size.jpg" }],
    },
  ],
  relatedParties: [
    { role: "AUTHOR", party: { name: "somebody" } },
    { role: "BRAND", party: { name: one.brand, url: path(one.brand_url) } },
  ],
  bestSellingOffer: {
    sellingPrice: { price: { amount: String(one.price) } },
    savings: { reference: { referencePrice: { amount: one.list_price ?? 0 } } },
    condition: null,
    bestDeliveryOption: { deliveryDescription: one.delivery },
  },
  reviews: { total: one.review_count, averageRating: one.rating },
});
const slotOf = (one: Saved) => ({
  type: one.is_sponsored ? "SponsoredProductItem" : "ProductItem",
  props: { product: productOf(one) },
});
const template = (slots: unknown[], over: object = {}) => ({
  "routes/searchPage": { data: { template: { regions: [{ slots }], ...over } } },
});
const whole = () =>
  template([{ type: "Banner", props: {} }, ...saved.map(slotOf)], { totalPages: 500, currentPage: 1 });

describe.skipIf(!capture)("the saved products in the site's table", () => {
  test("give the same records as sent, in pieces in a page, decoded, and as products alone", async () => {
    const stream = await encoded(whole());
    for (const text of [stream, pageWithStream(stream, 7_000), pageWithStream(stream), JSON.stringify(whole())]) {
      expect(read(text).records).toEqual(saved);
      expect(read(text)).toMatchObject({ number: 1, lastPage: 500 });
    }
    const unmarked = saved.map((one) => ({ ...one, is_sponsored: false }));
    const products = saved.map(productOf);
    for (const text of [JSON.stringify(products), JSON.stringify({ products }), await encoded({ a: { products } })])
      expect(read(text).records).toEqual(unmarked);
  });

  test("the listing is the longest of several lists of products; recently viewed products are not it", async () => {
    const products = saved.map(productOf);
    const lists = {
      first: { products: products.slice(0, 2) },
      listing: { products: products.map((product) => ({ product })) },
      recentlyViewed: { products: [...products, ...products] },
    };
    expect(read(await encoded(lists)).records.map(({ id }) => id)).toEqual(saved.map(({ id }) => id));
    const rows = { rows: [{ products: products.slice(0, 3) }, { products: products.slice(3, 5) }] };
    expect(read(await encoded(rows)).records).toHaveLength(5);
    const nested = { listing: { products: products.map((product) => ({ props: { product, isSponsored: true } })) } };
    expect(read(await encoded(nested)).records.every((one) => one.is_sponsored)).toBe(true);
  });

  test("regions without slots are skipped; slots without any product are not an empty list", async () => {
    const regions = [{ name: "head" }, { slots: saved.slice(0, 2).map(slotOf) }, { slots: [slotOf(saved[2]!)] }];
    const page = (over: unknown) => encoded({ data: { template: { regions: over } } });
    expect(read(await page(regions)).records).toEqual(saved.slice(0, 3));
    expect(read(await page([{ slots: [] }])).records).toEqual([]);
    const text = await page([{ slots: [{ type: "Banner", props: { product: productOf(saved[0]!) } }] }]);
    expect(() => read(text)).toThrow("the table holds no list of products");
    const unnumbered = { type: "ProductItem", props: { product: { title: "x" } } };
    expect(() => read(JSON.stringify(template([unnumbered])))).toThrow(Unreadable);
  });

  test("no results is an empty list if the table counts none", async () => {
    expect(read(await encoded({ data: { totalResults: 0 } })).records).toEqual([]);
    const text = await encoded({ data: { totalResults: 5 } });
    expect(() => read(text)).toThrow("the table holds no list of products");
  });

  test.each<[string, (product: Record<string, any>) => void, Partial<Saved>]>([
    ["title", (product) => delete product.title, { name: null }],
    ["url", (product) => (product.url = null), { url: null }],
    ["assets", (product) => delete product.assets, { image: null }],
    ["relatedParties", (product) => delete product.relatedParties, { brand: null, brand_url: null }],
    ["a party of the brand", (product) => product.relatedParties.pop(), { brand: null, brand_url: null }],
    ["reviews", (product) => delete product.reviews, { rating: null, review_count: null }],
    ["opinions", (product) => (product.reviews = { total: 0, averageRating: 0 }), { rating: null, review_count: 0 }],
    ["savings", (product) => delete product.bestSellingOffer.savings, { list_price: null }],
    ["an offer", (product) => (product.bestSellingOffer = null), { price: null, list_price: null, delivery: null }],
  ])("without %s only its fields are empty", (_, take, lost) => {
    const products = saved.map(productOf);
    products.forEach(take);
    expect(read(JSON.stringify({ products })).records).toEqual(
      saved.map((one) => ({ ...one, is_sponsored: false, ...lost })),
    );
  });

  test.each<[unknown, string | null]>([
    [{ __typename: "ConditionNew" }, "new"],
    [{ __typename: "ConditionRefurbished" }, "refurbished"],
    ["SECOND_HAND", "secondhand"],
    [{ __typename: "ConditionOther" }, null],
    ["newish", null],
  ])("a condition, %j, is %s", (condition, expected) => {
    const product = productOf(saved[0]!);
    product.bestSellingOffer = { ...product.bestSellingOffer, condition, deliveredWithin48Hours: true };
    expect(read(JSON.stringify([product])).records[0]).toMatchObject({
      condition: expected,
      delivered_within_48h: true,
    });
  });

  test("another list price, the first picture, and the path of its categories", () => {
    const product = productOf(saved[0]!);
    product.bestSellingOffer = {
      ...product.bestSellingOffer,
      savings: null,
      strikethroughPrice: { price: { amount: 99 } },
    };
    product.assets = [
      {
        usage: "X",
        renditions: [
          { url: "/s.jpg", width: 1, height: 1 },
          { url: "/l.jpg", width: 9, height: 9 },
        ],
      },
    ];
    const root = { id: "1", name: "Wonen" };
    product.categories = [
      { id: "7", name: "Los" },
      { id: "3", name: "Kannen", parents: [{ id: "2", name: "Koffie", parents: [root] }] },
    ];
    const [record] = read(JSON.stringify([product])).records;
    expect(record).toMatchObject({ list_price: 99, image: `${ORIGIN}/l.jpg` });
    expect(record!.categories.map(({ id, name }) => [id, name])).toEqual([
      ["1", "Wonen"],
      ["2", "Koffie"],
      ["3", "Kannen"],
    ]);
    product.categories = [root, { id: "2", name: null }, {}];
    expect(read(JSON.stringify([product])).records[0]!.categories.map(({ id }) => id)).toEqual(["1", "2"]);
  });

  test.each<[string, (slot: Record<string, any>) => void, boolean]>([
    ["adId", (slot) => (slot.props.adId = "7"), true],
    ["a considerationDisplay", (slot) => (slot.props.product.considerationDisplay = { x: 1 }), true],
    ["advertisement that says no", (slot) => (slot.props.advertisement = { isAd: false, x: 1 }), false],
    ["an empty advertisement", (slot) => (slot.props.advertisement = {}), false],
    ["no sponsor", (slot) => (slot.props.sponsor = null), false],
    ["a list of sponsors", (slot) => (slot.sponsors = ["x"]), true],
    ["an empty list of sponsors", (slot) => (slot.sponsors = []), false],
    ["added", (slot) => (slot.props.added = "7"), false],
  ])("a card with %s is an advertisement: %#", (_, mark, expected) => {
    const slot: Record<string, any> = { type: "ProductItem", props: { product: productOf(saved[0]!) } };
    mark(slot);
    expect(read(JSON.stringify(template([slot]))).records[0]!.is_sponsored).toBe(expected);
  });
});

describe.skipIf(!capture)("the saved products in a page as a browser renders it", () => {
  const euros = (price: number) => price.toFixed(2).split(".") as [string, string];
  const escaped = (text: string | null) =>
    (text ?? "").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  const cardOf = (one: Saved, index: number, more = "") => {
    const [whole, cents] = euros(one.price!);
    const stars = `Gemiddelde klantbeoordeling: ${String(one.rating).replace(".", ",")} van de 5 sterren op basis van ${one.review_count} reviews`;
    return `<div data-bltgi="x.ProductList_Middle.${index}">
      <a data-bltgh="y.ProductImage" href="${path(one.url)}"><img src="/small/1x1.jpg" srcset="${one.image} 2x"></a>
      <a data-bltgh="y.ProductTitle" href="${path(one.url)}"><h2>${escaped(one.name)}</h2></a>
      <a href="/nl/nl/b/merk/77/">${escaped(one.brand)}</a>
      <span aria-label="${stars}"></span>
      <span>De prijs van dit product is '${whole}' euro en '${cents}' cent</span>
      <div>${escaped(one.delivery)}</div>${more}</div>`;
  };
  const some = () =>
    saved.filter(({ delivery }) => /^(op voorraad|uiterlijk|voor \d)/i.test(delivery ?? "")).slice(0, 8);
  const page = (cards: string[]) => `<html><body data-test="listpage">${cards.join("")}</body></html>`;

  test("name, address, picture, brand, price, delivery and rating are the same", () => {
    const { records } = read(page(some().map((one, index) => cardOf(one, index))));
    expect(some().length).toBeGreaterThan(3);
    expect(records).toHaveLength(some().length);
    for (const [index, one] of some().entries()) {
      const { id, name, url, image, brand, price, delivery, rating } = one;
      expect(records[index]).toMatchObject({ id, name, url, image, brand, price, delivery, rating });
      expect(records[index]!.brand_url).toBe(`${ORIGIN}/nl/nl/b/merk/77/`);
    }
  });

  test("a listing that is not filled is retried; one that counts nothing is empty", () => {
    expect(() => read(page([]))).toThrow(AskAgain);
    expect(() => read("<html><body>x</body></html>")).toThrow(Unreadable);
    expect(read(page(["<p>Helaas, geen resultaten voor x</p>"])).records).toEqual([]);
  });
});

describe.skipIf(!capture)("a saved page that was requested", () => {
  const requested = (over: object, status = 200) => {
    const page = readSearch(savedAnswer(JSON.stringify(template(saved.map(slotOf), over)), { status }), ORIGIN);
    checkEcho(page, { ...searchPage("koffiezetapparaat", 1, "data"), page: page.facts.number ?? null }, {});
    return page;
  };

  test("a page of another search is rejected; a corrected spelling is named to the caller", () => {
    expect(requested({ searchText: "koffie zetapparaat" }).records).toEqual(saved);
    expect(requested({ searchText: "KOFFIEZÉTAPPARAAT" }).records).toEqual(saved);
    expect(() => requested({ searchText: "koffiezetapparaten" })).toThrow(
      'the site searched for "koffiezetapparaten": send that',
    );
    expect(() => requested({ searchText: "tv" })).toThrow('its search text is "tv"');
    expect(() => requested({ searchText: "laptoptas" })).toThrow('its search text is "laptoptas"');
    expect(() => requested({}, 403)).toThrow("the search returned 403");
  });

  test("has its page number if it states one", () => {
    expect(requested({ currentPage: 2 }).facts.number).toBe(2);
    expect(requested({}).facts.number).toBeNull();
  });
});
