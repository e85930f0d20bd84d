import { describe, expect, test } from "vitest";
import { accounted } from "../../source-testing/accounted.ts";
import { savedAnswer } from "../../source-testing/saved-answer.ts";
import { blockMarker } from "./block-marker.ts";
import { readCities } from "./cities.ts";
import { readGraphql } from "./graphql.ts";
import { type InCity, Product, type ProductRecord } from "./product.ts";

type Json = Record<string, any>;
const ORIGIN = "https://site.example";
const reading = { origin: ORIGIN, now: 0, city: "msk_cl", withImages: true };
const read = (raw: Json, taken: InCity["taken"] = null, over: Partial<InCity> = {}) =>
  Product.read(raw, { ...reading, taken, ...over }) as ProductRecord;

const full = (): Json => ({
  id: 77,
  name: "Phone X 128",
  shortName: "Phone X",
  slug: "phone-x",
  brand: { id: "acme", name: "Acme", slug: "acme-co" },
  category: { id: "9", name: "Phones", slug: "phones" },
  price: {
    current: "100",
    old: "120",
    club: "90",
    clubPriceViewType: "SHOW",
    discount: { percent: 17 },
    bonusPoints: 5,
    sbpBonus: 6,
    isFairPrice: true,
  },
  isAvailable: true,
  images: { shop: [{ sources: [{ url: "/a.jpg", size: "XL" }] }], discount: [{}] },
  rating: "4,5",
  counters: { opinions: 8, reviews: 9 },
  stock: { countInStores: 10, maxCountInStock: 11 },
  delivery: { self: { availabilityByDays: [{ deliveryTime: "2027-01-02T00:00:00Z", storeCount: 12 }] } },
  labels: [{ type: "T", title: "Sale", target: { url: "/s", action: { id: "a1" } }, expirationTime: "2027-02-01" }],
  propertiesShort: [{ name: "Colour", value: "white ;", measure: null }],
  propertiesGroup: [
    {
      name: "Look",
      properties: [
        { name: "Colour", value: "white" },
        { name: "Weight", value: "5", measure: "kg" },
      ],
    },
  ],
  multiplicity: 2,
  quantityInPackageFromSupplier: 3,
  recommendations: { hasAnalogProducts: false },
  accessMode: "OPEN",
});

test("every field matches the product", () => {
  expect(read(full(), { id: "spb_cl", spaceId: null, name: "Питер" })).toEqual({
    "@type": "RuretailProduct",
    id: "77",
    city: "spb_cl",
    city_name: "Питер",
    name: "Phone X 128",
    short_name: "Phone X",
    alias: "phone-x",
    url: `${ORIGIN}/product/phone-x-77/`,
    brand: {
      "@type": "RuretailBrandRef",
      id: "acme",
      name: "Acme",
      alias: "acme-co",
      url: null,
      image: null,
      vendor_site: null,
    },
    category: {
      "@type": "RuretailCategoryRef",
      id: "9",
      name: "Phones",
      alias: "phones",
      url: `${ORIGIN}/catalog/phones/`,
    },
    price: 100,
    old_price: 120,
    club_price: 90,
    currency: "RUB",
    club_price_view_type: "SHOW",
    discount_percent: 17,
    bonus_points: 5,
    sbp_bonus: 6,
    is_fair_price: true,
    is_available: true,
    is_discount: true,
    rating: 4.5,
    opinion_count: 8,
    review_count: 9,
    stock_in_stores: 10,
    max_stock_in_store: 11,
    pickup_points: [{ "@type": "RuretailPickupSummary", delivery_date: "2027-01-02", store_count: 12 }],
    image: `${ORIGIN}/a.jpg`,
    images: [`${ORIGIN}/a.jpg`],
    labels: [
      {
        "@type": "RuretailLabel",
        kind: "T",
        name: "Sale",
        url: `${ORIGIN}/s`,
        action_id: "a1",
        expires_at: "2027-02-01",
      },
    ],
    key_properties: [{ "@type": "RuretailProperty", name: "Colour", value: "white", measure: null, group: "Look" }],
    pack_size: 2,
    supplier_pack_size: 3,
    has_analog_products: false,
    access_mode: "OPEN",
  });
});

test.each<[string, Json, Json]>([
  [
    "the names of embedded prices",
    { price: { price: 5, oldPrice: 6, clubPrice: 4 } },
    { price: 5, old_price: 6, club_price: 4 },
  ],
  [
    "a club's price that is shown to nobody",
    { price: { club: 90, clubPriceViewType: "SKIP" } },
    { club_price: null, club_price_view_type: "SKIP" },
  ],
  [
    "prices of nothing",
    { price: { current: "", old: 0, discount: { percent: 0 } } },
    { price: null, old_price: null, discount_percent: null },
  ],
  ["a name is not taken from the short one", { name: null }, { name: null, short_name: "Phone X" }],
  ["no slug", { slug: null }, { alias: null, url: `${ORIGIN}/product/77/` }],
  ["a brand by its name", { brand: "Acme" }, { brand: { id: null, name: "Acme", alias: null } }],
  ["a brand by its id", { brand: { id: "a" } }, { brand: { id: "a", name: null } }],
  ["no brand", { brand: {} }, { brand: null }],
  [
    "a category without a slug",
    { category: { id: "9" } },
    { category: { id: "9", name: null, alias: null, url: null } },
  ],
  ["a category by its name", { category: { name: "P" } }, { category: { id: null, name: "P" } }],
  ["no category", { category: { slug: "phones" } }, { category: null }],
  ["a rating of nobody", { rating: 0, counters: { opinions: 0 } }, { rating: null, opinion_count: 0 }],
  ["a rating of 0", { rating: 0 }, { rating: 0 }],
  [
    "a day that is none",
    { delivery: { self: { availabilityByDays: [{ deliveryTime: "soon 2027-01-02" }, { deliveryTime: 5 }] } } },
    { pickup_points: [{ delivery_date: null }, { delivery_date: null }] },
  ],
  [
    "no short list",
    { propertiesShort: [] },
    {
      key_properties: [
        { name: "Colour", group: "Look" },
        { name: "Weight", value: "5", measure: "kg", group: "Look" },
      ],
    },
  ],
  ["no groups", { propertiesGroup: null }, { key_properties: [{ name: "Colour", value: "white", group: null }] }],
  [
    "properties of nothing",
    { propertiesShort: [{ name: "A" }, { value: "b" }, { name: "C", value: " ; " }], propertiesGroup: [] },
    { key_properties: [] },
  ],
])("%s", (_, over, expected) => {
  expect(read({ ...full(), ...over })).toMatchObject(expected);
});

test("a product without an id is skipped; pictures are left out unless requested", () => {
  expect(read({ ...full(), id: "" })).toBe("unreadable");
  expect(read(full(), null, { withImages: false })).toMatchObject({
    image: `${ORIGIN}/a.jpg`,
    images: [],
    city: "msk_cl",
    city_name: null,
  });
});

describe("pictures", () => {
  const image = (...sources: Json[]) => ({ sources });
  const urls = (value: unknown) => read({ id: "1", images: value }).images.map((url) => url.slice(ORIGIN.length));

  test.each<[unknown, string[]]>([
    [{ discount: [image({ url: "/no" })], shop: [image({ url: "/a" })] }, ["/a"]],
    [
      [image({ url: "/a" }), image({ url: "/b" }), image({ url: "/a" })],
      ["/a", "/b"],
    ],
    [[image({ url: "/a", size: "sm" }, { url: "/b", size: "XXL" }, { url: "/c", size: "LG" })], ["/b"]],
    [
      [image({ url: "/w/width:100/a" }, { url: "/w/width=900/b" }, { url: "/w/width:500/c", size: "XXL" })],
      ["/w/width=900/b"],
    ],
    [[image({ url: "/a", size: "?" }, { url: "/b", size: "XS" })], ["/b"]],
    [[image({ url: "/awidth:9", size: "XS" }, { url: "/width:1", size: "XS" })], ["/width:1"]],
    [[image({ url: "" }, { url: 7 }), image()], []],
    [{ other: "x", shop: [image({ url: "/a" })] }, ["/a"]],
    [null, []],
  ])("%j", (value, expected) => {
    expect(urls(value)).toEqual(expected);
  });

  test("come in the order of their named sizes, the largest first", () => {
    const sizes = ["XS", "SM", "SHORT", "MD", "ML", "LG", "XL", "XXL"];
    for (let at = 1; at < sizes.length; at++)
      expect(urls([image({ url: "/less", size: sizes[at - 1] }, { url: "/more", size: sizes[at] })])).toEqual([
        "/more",
      ]);
  });

  test("pictures of a marked-down item are listed if the response has them", () => {
    const markedDown = (value: unknown) => read({ id: "1", images: value }).is_discount;
    expect([{ discount: [{}] }, { discount: [] }, {}, []].map(markedDown)).toEqual([true, false, null, null]);
  });
});

describe("a response", () => {
  const product = { id: "1", name: "A", slug: "a" };
  const record = (more: Json = {}) => ({ products: [product], ...more });
  const listing = (value: unknown) => accounted(readGraphql(value, reading));
  const ids = (value: unknown) => listing(value).records.map(({ id }) => id);

  test.each<[unknown]>([
    [{ data: { fullSearchFilter: { record: record() } } }],
    [{ fullSearchFilter: { record: record() } }],
    [{ data: { productsFilter_2: { record: record() } } }],
    [{ data: { alias: { record: record() } } }],
    [{ data: { alias: record() } }],
    [[{ data: { fullSearchFilter: { record: record() } } }]],
    [record()],
    [[product]],
    [{ data: { product } }],
    [{ data: { product_1: product } }],
  ])("%j lists its product", (value) => {
    expect(ids(value)).toEqual(["1"]);
  });

  test.each<[unknown, string]>([
    [{ data: { fullSearchFilter: { record: null } } }, "The source's search returned no result container."],
    [{ data: { fullSearchFilter: null } }, "The source's search returned no result container."],
    [
      { data: { fullSearchFilter: { record: { pageInfo: { totalItems: 5 } } } } },
      "a result without a list of products",
    ],
    [{ data: { fullSearchFilter: { record: { products: [{ name: "x" }] } } } }, "1 of 1 rows could not be read"],
    [{ data: { products2: { id: "1" }, productive: product } }, "no known GraphQL field"],
    [{ data: { product: { id: "1" } } }, "no known GraphQL field"],
    [{ errors: [{ message: "bad" }, { message: "worse" }] }, "the site refused the query: bad; worse"],
    [{ errors: [{}] }, "no known GraphQL field"],
    [[], "no known GraphQL field"],
    [[{ id: "1" }], "no known GraphQL field"],
  ])("%j is invalid: %s", (value, words) => {
    const stated = (() => {
      try {
        return String(listing(value));
      } catch (error) {
        return `${(error as Error).message} ${JSON.stringify(error)}`;
      }
    })();
    expect(stated).toContain(words);
  });

  test("has its own facts", () => {
    const sortings = [
      { id: "1", directions: [{ id: "A" }] },
      { slug: "price", id: "2", directions: [{ id: "A" }, { id: "D", isSelected: true }] },
    ];
    const whole = record({ groups: [{ id: "g" }, 5], sortings, pageInfo: { totalItems: 50, totalPages: 2, page: 1 } });
    expect(listing({ data: { city: { id: "spb_cl" }, fullSearchFilter: { record: whole } } })).toMatchObject({
      groups: [{ id: "g" }],
      sortedBy: { id: "price", direction: "D" },
      total: 50,
      lastPage: 2,
      number: 1,
      city: { id: "spb_cl" },
      records: [{ id: "1", city: "spb_cl" }],
    });
    expect(listing([product])).toMatchObject({
      groups: null,
      sortedBy: null,
      total: null,
      number: null,
      city: null,
    });
    expect(listing({ data: { product } })).toMatchObject({ total: 1, lastPage: 1 });
    expect(listing(record({ sortings: [{ id: "7", directions: [{ id: "A", isSelected: true }] }] })).sortedBy).toEqual({
      id: "7",
      direction: "A",
    });
    expect(
      listing({ data: { fullSearchFilter: { record: { products: null, pageInfo: { totalItems: 0 } } } } }).records,
    ).toEqual([]);
    const two = {
      data: {
        fullSearchFilter_a: { record: record() },
        fullSearchFilter_b: { record: { products: [{ ...product, id: "2" }] } },
      },
    };
    expect(ids(two)).toEqual(["1", "2"]);
  });
});

describe("the wall", () => {
  const marker = (page: string, over: Parameters<typeof savedAnswer>[1] = {}) => blockMarker(savedAnswer(page, over));
  const puzzle = '<script>new Int8Array(8)</script><script src="js.cookie.js"></script>';

  test.each<[string, number, string | null]>([
    [puzzle, 200, "cookie puzzle"],
    ['<i data-domain="x">new Int8Array(</i>', 429, "cookie puzzle"],
    ["<i>new Int8Array(</i>", 200, null],
    ["<title lang=ru> Загрузка... </title>", 200, "loading page"],
    ["<title>Загрузка файлов</title>", 200, null],
    ['<script src="/__qrator/x.js"></script>', 200, "wall script"],
    ["<SCRIPT>x</SCRIPT>", 401, "status 401 with a script"],
    ["<script>x</script>", 200, null],
    ["<p>x</p>", 401, null],
    ["new Int8Array( js-cookie", 200, null],
  ])("%s with %i is %j", (page, status, expected) => {
    expect(marker(page, { status })).toBe(expected);
  });

  test.each(["__NEXT_DATA__", "data-meta-product-id=", "product_data__gtm-js"])(
    "a page with %s is the shop's",
    (mark) => {
      expect(marker(`${puzzle}<i ${mark}>`)).toBeNull();
    },
  );

  test("data is not a page", () => {
    expect(marker(puzzle, { headers: { "content-type": "application/json; charset=utf-8" } })).toBeNull();
    expect(marker(puzzle, { headers: { "content-type": "text/html" } })).toBe("cookie puzzle");
  });
});

describe("cities", () => {
  const cities = (value: unknown) =>
    accounted({ page: readCities(savedAnswer(JSON.stringify(value))) }).records.map(({ code, name, region }) => [
      code,
      name,
      region,
    ]);
  const city = { id: "msk_cl", name: " Москва ", region: "МО" };
  const nested = (levels: number): unknown => (levels === 0 ? city : { a: nested(levels - 1) });

  test("cities are those of the lookup, each once, in lists of any form", () => {
    expect(cities({ data: { cities: [city, { ...city, name: "again" }, { id: "x", name: "X" }] } })).toEqual([
      ["msk_cl", "again", "МО"],
      ["x", "X", null],
    ]);
    expect(cities({ data: { cities: { М: [city] } } })).toEqual([["msk_cl", "Москва", "МО"]]);
    expect(cities({ data: { cities: [] } })).toEqual([]);
    expect(cities({ data: { cities: nested(5) } })).toHaveLength(1);
    expect(() => cities({ data: { cities: nested(6) } })).toThrow("cities without a code");
  });

  test.each<[unknown, string]>([
    [{ data: {} }, "a response without cities"],
    [{ data: { cities: null } }, "a response without cities"],
    [{ data: { cities: [{ id: "x" }, { name: "y" }] } }, "cities without a code"],
    [{ data: { cities: {} } }, "cities without a code"],
  ])("%j is invalid: %s", (value, words) => {
    expect(() => cities(value)).toThrow(words);
  });

  test("cities of a page are those of its list", () => {
    const page = { props: { initialState: { layoutMain: { cityList: { payload: { city } } } } } };
    const html = `<script id="__NEXT_DATA__">${JSON.stringify(page)}</script>`;
    expect(readCities(savedAnswer(html)).records).toMatchObject([{ code: "msk_cl" }]);
    expect(() => readCities(savedAnswer("<p>x</p>"))).toThrow("expected JSON in the page");
  });
});
