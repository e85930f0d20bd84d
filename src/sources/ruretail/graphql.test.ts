import { describe, expect, test } from "vitest";
import { NoSuchThing, Unreadable } from "../../contract/errors.ts";
import { accounted } from "../../source-testing/accounted.ts";
import { savedAnswer } from "../../source-testing/saved-answer.ts";
import { readAnswer } from "./search.ts";

const reading = {
  origin: "https://shop.example",
  now: Date.parse("2026-02-04T10:00:00Z"),
  city: "msk_cl",
  withImages: false,
};

const read = (value: unknown, changes: Partial<typeof reading> = {}) =>
  accounted(readAnswer(savedAnswer(JSON.stringify(value)), { ...reading, ...changes }));
const result = (products: unknown, rest: object = {}) => ({ record: { products, ...rest }, error: null });
const one = (product: object) => read({ data: { fullSearchFilter: result([{ id: "7", ...product }]) } }).records[0]!;

describe("the forms of a response", () => {
  const products = [{ id: "1", slug: "a", name: "A" }];

  test.each<[string, unknown]>([
    ["a search", { data: { fullSearchFilter: result(products) } }],
    ["a category", { data: { category: { id: 1 }, productsFilter: result(products) } }],
    ["without data around it", { productsFilter: result(products) }],
    ["a batch", [{ data: { other: 1 } }, { data: { fullSearchFilter: result(products) } }]],
    ["under a client's alias", { data: { productsFilter_ab12: result(products) } }],
    ["without a record around the products", { data: { fullSearchFilter: { products } } }],
    ["beside errors of another field", { errors: [{ message: "x" }], data: { fullSearchFilter: result(products) } }],
    ["one product's own answer", { data: { product: products[0] } }],
    ["the record alone", { products, pageInfo: { totalItems: 1 } }],
    ["products alone under data", { data: { products } }],
    ["a bare list of products", products],
    ["records by page", { "1": { record: { products } } }],
    ["a list of records", [{ products }]],
  ])("%s", (_, value) => {
    expect(read(value).records.map(({ id }) => id)).toEqual(["1"]);
  });

  test("a list of responses is one response, whatever each is wrapped in", () => {
    const pages = [result([{ id: "1", name: "A" }]), { data: { productsFilter: result([{ id: "2", name: "B" }]) } }];
    expect(read(pages).records.map(({ id }) => id)).toEqual(["1", "2"]);
  });

  test("an empty result gives no records", () => {
    const empty = { pageInfo: { totalItems: 0, totalPages: 0 } };
    expect(read({ data: { fullSearchFilter: result([], empty) } })).toMatchObject({ records: [], total: 0 });
    expect(read({ data: { fullSearchFilter: result(null, empty) } }).records).toEqual([]);
  });

  test("the city, if the response has it", () => {
    const city = { id: "ekat_cl", spaceId: "ekat_cl", name: "Екатеринбург" };
    const { records } = read({ data: { city, fullSearchFilter: result(products) } });
    expect(records[0]).toMatchObject({ city: "ekat_cl", city_name: "Екатеринбург" });
  });

  test.each<[string, unknown]>([
    ["an error union", { data: { fullSearchFilter: { record: null, error: { message: "internal" } } } }],
    ["no record", { data: { productsFilter: { error: null } } }],
    ["nothing at all", { data: { fullSearchFilter: null }, errors: [{ message: "internal" }] }],
  ])("%s is not a result container", (_, value) => {
    expect(() => read(value)).toThrow(NoSuchThing);
  });

  test.each<[string, unknown]>([
    ["a refused query", { errors: [{ message: "Cannot query field" }] }],
    [
      "a result whose products went by another name",
      { data: { fullSearchFilter: { record: { goods: [] }, error: null } } },
    ],
    ["products whose id went by another name", { data: { fullSearchFilter: result([{ key: "1" }, { key: "2" }]) } }],
    ["another answer", { data: { cities: [] } }],
    ["a bare list", [1, 2]],
  ])("%s is unreadable", (_, value) => {
    expect(() => read(value)).toThrow(Unreadable);
  });

  test("broken JSON is unreadable", () => {
    expect(() => readAnswer(savedAnswer('{"data": {'), reading)).toThrow(Unreadable);
    expect(() => readAnswer(savedAnswer("nothing known"), reading)).toThrow(Unreadable);
  });
});

describe("the fields of a product", () => {
  test("missing values are null, [] or their default", () => {
    expect(one({})).toMatchObject({
      id: "7",
      name: null,
      brand: null,
      category: null,
      price: null,
      currency: "RUB",
      rating: null,
      opinion_count: null,
      image: null,
      images: [],
      labels: [],
      pickup_points: [],
      key_properties: [],
    });
  });

  test("an absent value is null, a count of 0 is 0", () => {
    const product = one({
      price: { current: "", old: "0", club: null, discount: { percent: 0 }, bonusPoints: 0, sbpBonus: 0 },
      rating: "0",
      counters: { opinions: 0, reviews: 0 },
      stock: { countInStores: "0", maxCountInStock: "0" },
      accessMode: "",
    });
    expect(product).toMatchObject({
      price: null,
      old_price: null,
      club_price: null,
      discount_percent: null,
      bonus_points: 0,
      sbp_bonus: 0,
      rating: null,
      opinion_count: 0,
      review_count: 0,
      stock_in_stores: 0,
      max_stock_in_store: 0,
      access_mode: null,
    });
  });

  test('numbers arrive as text or as numbers, and "more than n" is n', () => {
    const stock = { countInStores: 12, maxCountInStock: ">50" };
    expect(one({ id: 7, price: { current: 4999.5, old: "5999" }, stock, rating: 4.5 })).toMatchObject({
      id: "7",
      price: 4999.5,
      old_price: 5999,
      stock_in_stores: 12,
      max_stock_in_store: 50,
      rating: 4.5,
    });
  });

  test("text is one line, decoded", () => {
    expect(one({ name: " Чайник  «Дом»,\n 1.7&nbsp;л <b>белый</b>" }).name).toBe("Чайник «Дом», 1.7 л белый");
  });

  test("a label links to its target, if it has one", () => {
    const labels = [
      { type: "INSTALLMENT", title: "Рассрочка 0-0-6", target: null, expirationTime: null },
      {
        type: "CUSTOM",
        title: "Скидка  на комплект",
        target: { url: "/actions/311430/", action: { id: "311430" } },
        expirationTime: "2026-03-01T00:00:00Z",
      },
      { type: "BONUS", title: "Бонусы", target: { url: "", action: null } },
    ];
    expect(one({ labels }).labels).toEqual([
      {
        "@type": "RuretailLabel",
        kind: "INSTALLMENT",
        name: "Рассрочка 0-0-6",
        url: null,
        action_id: null,
        expires_at: null,
      },
      {
        "@type": "RuretailLabel",
        kind: "CUSTOM",
        name: "Скидка на комплект",
        url: "https://shop.example/actions/311430/",
        action_id: "311430",
        expires_at: "2026-03-01T00:00:00Z",
      },
      { "@type": "RuretailLabel", kind: "BONUS", name: "Бонусы", url: null, action_id: null, expires_at: null },
    ]);
  });

  test("pictures are the largest of each, from the shop's own list whatever its name", () => {
    const at = (width: number, name: string) => `https://cdn.example/width:${width}/${name}.jpg`;
    const images = {
      discount: [{ sources: [{ url: at(1200, "used"), size: "XL" }] }],
      shopname: [
        {
          sources: [
            { url: at(1200, "a"), size: "XL" },
            { url: at(55, "a"), size: "SM" },
          ],
        },
        {
          sources: [
            { url: at(220, "b"), size: "MD" },
            { url: at(400, "b"), size: "ML" },
          ],
        },
        { sources: [] },
      ],
    };
    const product = { id: "1", images };
    const read1 = (withImages: boolean) =>
      read({ data: { fullSearchFilter: result([product]) } }, { withImages }).records[0];
    expect(read1(true)).toMatchObject({
      image: at(1200, "a"),
      images: [at(1200, "a"), at(400, "b")],
      is_discount: true,
    });
    expect(read1(false)).toMatchObject({ image: at(1200, "a"), images: [] });
  });

  test("sizes are compared by name if the address has no width", () => {
    const sources = ["MD", "XL", "SM"].map((size) => ({ size, url: `https://cdn.example/${size}.jpg` }));
    expect(one({ images: { shopname: [{ sources }], discount: [] } })).toMatchObject({
      image: "https://cdn.example/XL.jpg",
      is_discount: false,
    });
  });

  test("key properties have a unit, and a group if the response groups them", () => {
    const propertiesShort = [
      { name: "Диагональ", value: "15.6", measure: '"' },
      { name: "Пусто", value: "" },
    ];
    expect(one({ propertiesShort }).key_properties).toEqual([
      { "@type": "RuretailProperty", name: "Диагональ", value: "15.6", measure: '"', group: null },
    ]);
    const propertiesGroup = [{ name: "Экран", properties: propertiesShort }];
    expect(one({ propertiesGroup }).key_properties).toMatchObject([{ name: "Диагональ", group: "Экран" }]);
  });

  test("pickup days are dates", () => {
    const availabilityByDays = [{ deliveryTime: "2026-02-05T00:00:00.000Z", storeCount: "3" }, { storeCount: 2 }];
    expect(one({ delivery: { self: { availabilityByDays } } }).pickup_points).toMatchObject([
      { delivery_date: "2026-02-05", store_count: 3 },
      { delivery_date: null, store_count: 2 },
    ]);
  });

  test("links are absolute", () => {
    const product = one({ slug: "chainik", category: { id: 660, name: "Чайники", slug: "chainiki" } });
    expect(product.url).toBe("https://shop.example/product/chainik-7/");
    expect(product.category).toMatchObject({
      id: "660",
      alias: "chainiki",
      url: "https://shop.example/catalog/chainiki/",
    });
    expect(one({}).url).toBe("https://shop.example/product/7/");
  });
});
