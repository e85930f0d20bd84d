import type { Static } from "typebox";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { requestDefaults } from "../../contract/canary.ts";
import { capturesOf, readingContext, savedAnswer } from "../../source-testing/saved-answer.ts";
import { type StandInBench, standInFor } from "../../source-testing/stand-in-for.ts";
import { tamperedSite } from "../../source-testing/tampered-site.ts";
import type { Filter } from "./filters.ts";
import operation from "./products-filters.ts";
import productsSearch from "./products-search.ts";
import source from "./source.ts";

type FilterRecord = Static<typeof Filter>;

const captures = capturesOf("ruretail");
const parse = (text: string) =>
  [
    ...operation.parse(savedAnswer(text), { query: "x", city: "msk_cl", timeout: 300 }, readingContext),
  ] as FilterRecord[];

describe.skipIf(!captures)("the saved response of a category", () => {
  const text = () => captures!("graphql-category-filtered-2024-08.json");
  const groups = () => JSON.parse(text()).data.productsFilter.record.groups as any[];

  test("every option of every group, including nested ones, is an entry to send", () => {
    const flat = (list: any[]): any[] =>
      list.flatMap((group) =>
        (group.filter.filters ?? []).flatMap((option: any) => [{ group, option }, ...flat(option.childGroups ?? [])]),
      );
    const expected = flat(groups()).filter(({ option }) => !["rating.any", "discount.any"].includes(option.id));
    expect(expected.length).toBeGreaterThan(200);
    const options = parse(text()).filter(({ option_id }) => option_id !== null);
    expect(options.map(({ parameter, value, ...rest }) => rest)).toEqual(
      expected.map(({ group, option }) => ({
        "@type": "RuretailFilter",
        group_id: group.id,
        group_name: group.name,
        option_id: option.id,
        label: option.name.replace(/\s+/g, " ").trim(),
        product_count: option.total,
        filter: `${group.id}:${option.id}`,
        min_value: null,
        max_value: null,
        unit: null,
      })),
    );
  });

  test("brands and enums have their own parameter", () => {
    const own = parse(text()).filter(({ parameter, option_id }) => parameter !== null && option_id !== null);
    const brands = groups().find(({ name }) => name === "Бренд").filter.filters as any[];
    expect(own.filter(({ parameter }) => parameter === "brands").map(({ value }) => value)).toEqual(
      brands.map(({ name }) => name),
    );
    expect(
      own
        .filter(({ parameter }) => parameter !== "brands")
        .map(({ option_id, parameter, value }) => [option_id, parameter, value]),
    ).toEqual([
      ["available.all", "availability", "pickup"],
      ["available.instore", "availability", "pickup_now"],
      ["ms_installment", "status", "installment"],
      ["ms_action", "status", "on_sale"],
      ["ms_new", "status", "new"],
      ["discount.price1_5", "min_discount", "5"],
      ["discount.price1_10", "min_discount", "10"],
      ["discount.price1_20", "min_discount", "20"],
      ["discount.price1_35", "min_discount", "35"],
      ["rating.4.5", "min_rating", "4.5"],
      ["rating.4.0", "min_rating", "4.0"],
      ["rating.3.5", "min_rating", "3.5"],
      ["rating.3.0", "min_rating", "3.0"],
    ]);
  });

  test("the price is a range with its bounds and unit", () => {
    expect(parse(text()).filter(({ option_id }) => option_id === null)).toMatchObject([
      { group_id: "price_filter_group_id", label: "Цена", min_value: 690, max_value: 137_600, unit: "₽", filter: null },
    ]);
  });

  test("a page without its filters is unreadable here", () => {
    expect(() => parse(captures!("search-rendered-2026-02.html"))).toThrow(
      expect.objectContaining({ code: "unreadable" }),
    );
  });
});

describe("the search accepts the results", () => {
  let bench: StandInBench;
  const query = "кофемашина";
  let offered: FilterRecord[];
  beforeAll(async () => {
    bench = await standInFor({ ...source, politeness: { concurrency: 8, perSecond: 1_000 } });
    offered = (await bench.run(operation, { query })) as unknown as FilterRecord[];
  });
  afterAll(() => bench.close());
  const search = (body: Record<string, unknown>) => bench.run(productsSearch, { query, count: 5_000, ...body });

  test("filters: each entry, with the stated number of products", async () => {
    const facets = offered.filter(({ parameter, filter }) => parameter === null && filter !== null);
    expect(facets.length).toBeGreaterThan(6);
    for (const { filter, product_count } of facets.slice(-7)) {
      expect(await search({ filters: [filter] }), filter!).toHaveLength(product_count!);
    }
  });

  test.each(["brands", "availability", "status"])("%s: each value", async (parameter) => {
    const values = offered.filter((record) => record.parameter === parameter);
    expect(values.length).toBeGreaterThan(2);
    for (const { value, product_count } of values) {
      expect(await search({ [parameter]: [value] }), value!).toHaveLength(product_count!);
    }
  });

  test.each(["min_rating", "min_discount"])("%s: each value", async (parameter) => {
    const values = offered.filter((record) => record.parameter === parameter);
    expect(values).toHaveLength(4);
    for (const { value, product_count } of values) {
      expect(await search({ [parameter]: value }), value!).toHaveLength(product_count!);
    }
  });

  test("the bounds of the price contain everything on sale", async () => {
    const { min_value, max_value } = offered.find(({ unit }) => unit === "₽")!;
    const found = await search({ price_min: min_value, price_max: max_value });
    expect(found).toHaveLength((await search({})).filter(({ price }) => price !== null).length);
  });

  test("words without results have no filters, and are free of charge; an unknown city is 422", async () => {
    expect(await bench.run(operation, { query: "абракадабра" })).toEqual([]);
    expect([operation.price.of(0), operation.price.of(90)]).toEqual([0, 1]);
    await expect(bench.run(operation, { query, city: "nowhere_cl" })).rejects.toMatchObject({ status: 422 });
  });
});

test("an empty page of another search is rejected, as any other page of it is", async () => {
  const site = await tamperedSite(source);
  onTestFinished(() => site.close());
  const request = { ...requestDefaults(operation), query: "ноутбук" };
  const empty = (await site.run(operation, { ...request, query: "zzzzzz" })).exchanges.at(-1)!;
  const { outcome } = await site.run(operation, request, () => empty.reply);
  expect(outcome).toMatchObject({ status: 500, code: "unreadable" });
});
