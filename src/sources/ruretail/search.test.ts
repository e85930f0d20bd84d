import { describe, expect, test } from "vitest";
import { sharedBench } from "../../source-testing/shared-bench.ts";
import { standInFor } from "../../source-testing/stand-in-for.ts";
import { PER_PAGE } from "./search-request.ts";
import { type Item, items, type Offer, offerIn } from "./site/catalogue.ts";
import { cities } from "./site/cities.ts";
import source from "./source.ts";

const operation = source.operations[0];
const bench = sharedBench({ ...source, politeness: { concurrency: 8, perSecond: 1_000 } });

type Record_ = Record<string, any>;
const ALL = 5_000;
/** Enough goods for two pages. */
const query = "капсульная";
const isFound = ({ category, values }: Item) => category.slug === "kofemashiny" && values[0] === "капсульная";
const found = async (body: Record<string, unknown> = {}) =>
  (await bench.run(operation, { query, count: ALL, ...body })) as Record_[];
const ids = (records: Record_[]) => records.map(({ id }) => id as string).sort();

/** The expected results from the catalogue, by a rule written here and not by the site's search. */
function expected(rule: (item: Item, offer: Offer) => boolean, among = isFound): string[] {
  return items()
    .filter((item) => among(item) && rule(item, offerIn(cities[0], item)))
    .map(({ id }) => id)
    .sort();
}

/** The rule splits the goods: otherwise the test could not fail. */
function divided(rule: (item: Item, offer: Offer) => boolean, among = isFound): string[] {
  const chosen = expected(rule, among);
  expect(chosen.length).toBeGreaterThan(0);
  expect(chosen.length).toBeLessThan(expected(() => true, among).length);
  return chosen;
}

describe("query and count", () => {
  test("all matches are returned, once", async () => {
    expect(ids(await found())).toEqual(expected(() => true));
  });

  test("every word must match", async () => {
    const records = await found({ query: "philips капсульная белый" });
    const rule = (item: Item) => item.brand === "PHILIPS" && item.name.includes("белый");
    expect(ids(records)).toEqual(divided(rule));
  });

  test.each([1, 48, 49, 500])("a count of %i returns as many, from no more pages than needed", async (count) => {
    bench.calls.length = 0;
    const records = await found({ query: "ноутбук", count });
    expect(new Set(ids(records)).size).toBe(count);
    const pages = bench.calls.filter(({ url }) => url.pathname === "/graphql/");
    expect(pages).toHaveLength(Math.ceil(count / PER_PAGE));
  });

  test("the order does not depend on the count", async () => {
    const [few, many] = await Promise.all([found({ count: 50 }), found({ count: 70 })]);
    expect(many.slice(0, 50).map(({ id }) => id)).toEqual(few.map(({ id }) => id));
  });

  test("a count beyond what exists returns what exists, at the flat price", async () => {
    const records = await found({ query: "ноутбук", count: ALL });
    expect(records).toHaveLength(items().filter(({ category }) => category.slug === "noutbuki").length);
    expect(operation.price.of(records.length)).toBe(1);
    expect(operation.price.of(0)).toBe(1);
  });

  test("words without results give no records", async () => {
    expect(await found({ query: "абракадабра" })).toEqual([]);
    expect(await found({ query: "абракадабра", min_rating: "4.5" })).toEqual([]);
  });

  test("an unknown brand or facet is rejected even if the words have no results", async () => {
    const body = { query: "абракадабра", brands: ["Неведомый"], filters: ["1_2:1_2x"] };
    await expect(found(body)).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ["body", "brands", 0] }, { loc: ["body", "filters", 0] }],
    });
  });
});

describe("city", () => {
  test.each(cities.map((city) => [city.id, city] as const))("%s has its own prices and stock", async (id, city) => {
    const records = await found({ city: id });
    expect(records).toHaveLength(items().filter(isFound).length);
    for (const record of records) {
      const item = items().find((other) => other.id === record.id)!;
      const offer = offerIn(city, item);
      expect(record).toMatchObject({
        city: id,
        city_name: city.name,
        price: offer.price || null,
        is_available: offer.isAvailable,
        stock_in_stores: offer.stores.length,
      });
    }
  });

  test("an unknown code is rejected", async () => {
    await expect(found({ city: "nowhere_cl" })).rejects.toMatchObject({
      status: 422,
      detail: [{ type: "value_error", loc: ["body", "city"], input: "nowhere_cl" }],
    });
  });

  test("city is requested with cookie and header, and its name is looked up once", async () => {
    bench.calls.length = 0;
    await found({ city: "srt_cl", count: 1 });
    await found({ city: "srt_cl", count: 1 });
    expect(bench.calls.filter(({ url }) => url.pathname === "/search/").length).toBeLessThanOrEqual(1);
    for (const { headers } of bench.calls)
      expect(headers).toMatchObject({ cookie: "_space=srt_cl", "x-cityid": "srt_cl" });
  });
});

describe("with_images", () => {
  test.each([true, false])("%s", async (with_images) => {
    for (const record of await found({ with_images, count: 30 })) {
      const { pictures } = items().find(({ id }) => id === record.id)!;
      expect(record.images).toHaveLength(with_images ? pictures : 0);
      expect(record.image).toMatch(new RegExp(`width:1200.*/${record.id}-1\\.jpg$`));
    }
  });
});

describe("sort", () => {
  const keys = {
    price_asc: ({ price }: Record_) => -price,
    price_desc: ({ price }: Record_) => price,
    discount: ({ discount_percent }: Record_) => discount_percent ?? 0,
    rating: ({ rating }: Record_) => rating ?? 0,
    opinions: ({ opinion_count }: Record_) => opinion_count,
    reviews: ({ review_count }: Record_) => review_count,
  };

  test.each(Object.entries(keys))("%s", async (sort, key) => {
    const records = await found({ sort });
    expect(ids(records)).toEqual(expected(() => true));
    const values = records.filter(({ is_available }) => is_available).map(key);
    expect(values).toEqual(values.toSorted((one, other) => other - one));
    expect(new Set(values).size).toBeGreaterThan(3);
  });

  test("sort is rejected if the site ignores it", async () => {
    const standIn = await source.standIn();
    const deaf = await standInFor({
      ...source,
      standIn: async () => ({
        ...standIn,
        answer: (call) => standIn.answer({ ...call, body: call.body.replace('"id":"rating"', '"id":"nosuch"') }),
      }),
    });
    await expect(deaf.run(operation, { query, count: 1, sort: "rating" })).rejects.toMatchObject({
      status: 422,
      detail: [{ type: "value_error", loc: ["body", "sort"], input: "rating" }],
    });
    await deaf.close();
  });

  test("relevance is the default, and differs from the others", async () => {
    const order = (records: Record_[]) => records.map(({ id }) => id).join();
    const relevance = order(await found({ sort: "relevance" }));
    expect(order(await found())).toBe(relevance);
    for (const sort of Object.keys(keys)) expect(order(await found({ sort }))).not.toBe(relevance);
  });
});

describe("price", () => {
  const median = () => {
    const prices = items()
      .filter(isFound)
      .map((item) => offerIn(cities[0], item).price)
      .filter((price) => price > 0)
      .sort((one, other) => one - other);
    return prices[Math.floor(prices.length / 2)]!;
  };

  test("price_min", async () => {
    const price_min = median();
    expect(ids(await found({ price_min }))).toEqual(divided((_, { price }) => price >= price_min));
  });

  test("price_max", async () => {
    const price_max = median();
    expect(ids(await found({ price_max }))).toEqual(divided((_, { price }) => price > 0 && price <= price_max));
  });

  test("both, inclusive at both ends", async () => {
    const price = median();
    const rule = (_: Item, offer: Offer) => offer.price === price;
    expect(ids(await found({ price_min: price, price_max: price }))).toEqual(divided(rule));
  });

  test("a range outside all prices gives none", async () => {
    expect(await found({ price_min: 50_000_000 })).toEqual([]);
    expect(await found({ price_max: 1 })).toEqual([]);
  });
});

describe("filters with enums", () => {
  const isPickedUp = ({ stores, pickup }: Offer) => stores.length > 0 || pickup.length > 0;
  const rules: Array<[body: Record<string, unknown>, rule: (item: Item, offer: Offer) => boolean]> = [
    [{ availability: ["pickup"] }, (_, offer) => isPickedUp(offer)],
    [{ availability: ["pickup_now"] }, (_, { stores }) => stores.length > 0],
    [{ availability: ["delivery"] }, (_, { delivery }) => delivery],
    [{ availability: ["pickup_now", "delivery"] }, (_, { stores, delivery }) => stores.length > 0 || delivery],
    ...(["on_sale", "installment", "new", "hit", "sale", "clearance"] as const).map(
      (status): (typeof rules)[number] => [{ status: [status] }, ({ statuses }) => statuses.has(status)],
    ),
    [{ status: ["new", "hit"] }, ({ statuses }) => statuses.has("new") || statuses.has("hit")],
    ...["3.0", "3.5", "4.0", "4.5"].map((min_rating): (typeof rules)[number] => [
      { min_rating },
      ({ rating }) => rating >= Number(min_rating),
    ]),
    ...["5", "10", "20", "35"].map((min_discount): (typeof rules)[number] => [
      { min_discount },
      ({ discountPercent }, { isAvailable }) => isAvailable && discountPercent >= Number(min_discount),
    ]),
    [
      { status: ["installment"], min_rating: "3.5", availability: ["delivery"] },
      ({ statuses, rating }, { delivery }) => statuses.has("installment") && rating >= 3.5 && delivery,
    ],
  ];

  test.each(rules.map(([body, rule]) => [JSON.stringify(body), body, rule] as const))("%s", async (_, body, rule) => {
    expect(ids(await found(body))).toEqual(divided(rule));
  });
});

describe("brands", () => {
  test.each([[["Philips"]], [["philips"]], [[" PHILIPS "]]])("%j: by name or slug", async (brands) => {
    expect(ids(await found({ brands }))).toEqual(divided(({ brand }) => brand === "PHILIPS"));
  });

  test("several match any of them; a brand of two words is one brand", async () => {
    const records = await found({ query: "пылесос", brands: ["Тёплый дом", "bosch"] });
    const rule = ({ brand, category }: Item) => category.slug === "pylesosy" && ["ТЁПЛЫЙ ДОМ", "BOSCH"].includes(brand);
    expect(ids(records)).toEqual(
      items()
        .filter(rule)
        .map(({ id }) => id)
        .sort(),
    );
  });

  test.each(["Неведомый", "SAMSUNG"])("%s, which has no product here, is rejected with its location", async (brand) => {
    await expect(found({ brands: ["Philips", brand] })).rejects.toMatchObject({
      status: 422,
      detail: [
        {
          type: "value_error",
          loc: ["body", "brands", 1],
          input: brand,
          msg: expect.stringMatching(`no product of the brand ${brand} in this search\\. `),
        },
      ],
    });
  });
});

describe("filters", () => {
  const isMachine = ({ category }: Item) => category.slug === "kofemashiny";
  const machines = (filters: string[]) => found({ query: "кофемашина", filters });

  test("one option", async () => {
    const records = await machines(["6551_655:6551_655rozhkovaya"]);
    expect(ids(records)).toEqual(divided(({ values }) => values[0] === "рожковая", isMachine));
  });

  test("options of one group are alternatives, groups are combined", async () => {
    const filters = ["6551_655:6551_655rozhkovaya", "6551_655:6551_655kapsulnaya", "6553_655:6553_6551b78d1l"];
    const rule = ({ values }: Item) => ["рожковая", "капсульная"].includes(values[0]!) && values[1] === "1.8";
    expect(ids(await machines(filters))).toEqual(divided(rule, isMachine));
  });

  test("a shop, which the site nests inside another filter", async () => {
    const [store] = cities[0].stores;
    const records = await found({ filters: [`store_filter_group_id:available.${store!.id}`] });
    expect(ids(records)).toEqual(divided((_, { stores }) => stores.includes(store!.id)));
  });

  test.each(["6551_655:6551_655nosuch", "9999_655:6551_655rozhkovaya", "6553_655:6551_655rozhkovaya"])(
    "%s, which the site did not apply, is rejected with its location",
    async (entry) => {
      await expect(machines(["6551_655:6551_655rozhkovaya", entry])).rejects.toMatchObject({
        status: 422,
        detail: [{ type: "value_error", loc: ["body", "filters", 1], input: entry }],
      });
    },
  );
});

test("the site's own error instead of a result is 412", async () => {
  await expect(found({ query: "внутренняя ошибка поиска" })).rejects.toMatchObject({
    status: 412,
    code: "no_such_thing",
  });
});
