import { describe, expect, test } from "vitest";
import { requestDefaults } from "../../contract/canary.ts";
import { checkCity, isCity, parseCity } from "./cities.ts";
import { brandIdsIn, checkApplied, checkSort } from "./filters.ts";
import type { Listing } from "./graphql.ts";
import operation from "./products-search.ts";
import type { SearchRequest } from "./request.ts";

const request = (over: object) => ({ ...requestDefaults(operation), query: "x", ...over }) as SearchRequest;
const option = (id: string, isSelected = false, more: object = {}) => ({
  id,
  name: id.toUpperCase(),
  isSelected,
  ...more,
});
const group = (id: string, options: object[], name = "x") => ({ id, name, filter: { filters: options } });
const brands = (...options: object[]) => group("b1", options, "Бренд");
const prices = (range: object) => ({ id: "price_filter_group_id", name: "Цена", filter: { minValue: null, ...range } });
const listing = (groups: object[] | null, count = 1) => ({ page: { rows: count }, groups }) as unknown as Listing;

/** The rejected fields, each with its message. */
function refused(over: object, groups: object[] | null, { count = 1, brandIds = [] as string[] } = {}) {
  try {
    checkApplied(request(over), listing(groups, count), brandIds);
    return [];
  } catch (error) {
    const { status, detail } = error as {
      status: number;
      detail: Array<{ loc: unknown[]; msg: string; input: unknown }>;
    };
    expect(status).toBe(422);
    return detail.map(({ loc, msg, input }) => [loc.slice(1).join("."), msg, input] as const);
  }
}
const fields = (...given: Parameters<typeof refused>) => refused(...given).map(([field]) => field);

describe("enums", () => {
  const all = { availability: ["pickup", "delivery"], status: ["new"], min_rating: "4.5", min_discount: "10" };
  const ids = ["available.all", "available.delivery", "ms_new", "rating.4.5", "discount.price1_10"];

  test("enums are applied if each id is selected, in any group", () => {
    expect(
      refused(all, [
        group(
          "g",
          ids.slice(0, 3).map((id) => option(id, true)),
        ),
        group(
          "h",
          ids.slice(3).map((id) => option(id, true)),
        ),
      ]),
    ).toEqual([]);
    expect(refused({}, [])).toEqual([]);
  });

  test.each(
    ids.map((id, index) => [
      id,
      ["availability.0", "availability.1", "status.0", "min_rating", "min_discount"][index]!,
    ]),
  )("without %s, %s is rejected", (missing, field) => {
    const groups = [
      group(
        "g",
        ids.map((id) => option(id, id !== missing)),
      ),
    ];
    expect(refused(all, groups)).toEqual([
      [field, expect.stringContaining("the site did not apply this filter"), expect.anything()],
    ]);
  });

  test("enums are rejected if the response does not report filters, unless it is empty as well", () => {
    expect(fields(all, null)).toHaveLength(5);
    expect(fields(all, [])).toHaveLength(5);
    expect(fields(all, null, { count: 0 })).toEqual([]);
    expect(fields(all, [group("g", [option("a")])], { count: 0 })).toHaveLength(5);
  });

  test("inside another choice count as well", () => {
    const inner = option("a", false, { childGroups: [group("h", [option("ms_new", true)])] });
    expect(fields({ status: ["new"] }, [group("g", [inner])])).toEqual([]);
  });
});

describe("brands", () => {
  test("brands are applied if the site's own brand is selected", () => {
    expect(refused({ brands: ["Acme"] }, [brands(option("acme", true))], { brandIds: ["acme"] })).toEqual([]);
    expect(fields({ brands: ["Acme"] }, [group("g", [option("acme", true)])], { brandIds: ["acme"] })).toEqual([
      "brands.0",
    ]);
  });

  test("brands that are not applied are named, with those that exist", () => {
    const groups = [
      brands(option("acme"), option("zero", false, { total: 0 }), option("globex", false, { total: 3 }), {
        id: "plain",
      }),
    ];
    const [one] = refused({ brands: [" Acme "] }, groups, { brandIds: ["acme"] });
    expect(one![1]).toContain("no product of the brand ACME in this search. Look");
    const named = (brand: string) => refused({ brands: [brand] }, groups, { brandIds: ["?"] })[0]![1];
    expect(named("Globx")).toContain('Did you mean "GLOBEX"?');
    expect(named("plai")).toContain('Did you mean "plain"?');
    expect(named("zer")).not.toContain("ZERO");
    expect(one![1]).toContain("Look up valid values with POST /api/ruretail/products/filters.");
    expect(one![2]).toBe(" Acme ");
    expect(refused({ brands: [" Acme "] }, [], { brandIds: ["acme"], count: 0 })[0]![1]).toContain(
      "no product of the brand Acme in this search. Look up valid values",
    );
  });

  test("use the id that the response has for their name", () => {
    const ids = (name: string, ...options: object[]) => brandIdsIn(listing([brands(...options)]), [name])[0];
    expect(ids("Acme", option("acme"), { id: "b7", name: "ACME" })).toBe("acme");
    expect(ids("Acme", { id: "b7", name: "ACME" })).toBe("b7");
    expect(ids("B7", { id: "B7", name: "x" })).toBe("B7");
    expect(ids("Acme", { id: "b7", name: "Other" }, { id: "b8" })).toBe("acme");
    expect(brandIdsIn(listing(null), ["Acme"])).toEqual(["acme"]);
    expect(brandIdsIn(listing([group("g", [{ id: "b7", name: "Acme" }])]), ["Acme"])).toEqual(["acme"]);
  });
});

describe("facets", () => {
  const groups = (isSelected: boolean) => [group("1_2", [option("1_2a", isSelected)]), group("1_3", [option("1_3a")])];

  test("facets are applied if the option is selected in its own group", () => {
    expect(refused({ filters: ["1_2:1_2a"] }, groups(true))).toEqual([]);
    expect(fields({ filters: ["1_3:1_2a"] }, groups(true))).toEqual(["filters.0"]);
    expect(fields({ filters: ["1_2:1_2a"] }, groups(false))).toEqual(["filters.0"]);
  });

  test("facets that are not applied are named, with the nearest, in an empty response too", () => {
    const [one] = refused({ filters: ["1_2:1_2b"] }, groups(false), { count: 0 });
    expect(one![1]).toContain('the site did not apply this filter. Did you mean "1_2:1_2a" (1_2A)');
    expect(one![2]).toBe("1_2:1_2b");
  });
});

test.each<[object, object | null, string[]]>([
  [{ price_min: 100 }, { fromValue: 100 }, []],
  [{ price_min: 100 }, { fromValue: 101 }, []],
  [{ price_min: 100 }, { fromValue: 99 }, ["price_min"]],
  [{ price_min: 100 }, { fromValue: 99, minValue: 100 }, []],
  [{ price_min: 100 }, { minValue: 99 }, ["price_min"]],
  [{ price_max: 100 }, { toValue: 100 }, []],
  [{ price_max: 100 }, { toValue: 99 }, []],
  [{ price_max: 100 }, { toValue: 101 }, ["price_max"]],
  [{ price_max: 100 }, { toValue: 101, maxValue: 100 }, []],
  [{ price_min: 1, price_max: 100 }, {}, ["price_min", "price_max"]],
  [{ price_min: 1, price_max: 100 }, null, ["price_min", "price_max"]],
  [{ price_min: 0 }, { fromValue: 0 }, []],
  [{}, null, []],
])("with %j, the range %j leaves %j", (over, range, expected) => {
  const groups = range === null ? [] : [{ ...prices({ fromValue: 500, toValue: 1 }), id: "other" }, prices(range)];
  expect(fields(over, groups)).toEqual(expected);
  for (const [, msg] of refused(over, groups)) expect(msg).toContain("the site did not apply this bound");
  expect(fields(over, groups, { count: 0 })).toEqual([]);
});

test("an order is accepted if the response marks it, or marks none", () => {
  const judge = (sort: SearchRequest["sort"], sortedBy: object | null) => () =>
    checkSort(sort, { sortedBy } as Listing);
  const price = { id: "price", direction: "SORT_DIRECTION_ASC" };
  expect(judge("price_asc", price)).not.toThrow();
  expect(judge("price_asc", null)).not.toThrow();
  expect(judge("relevance", price)).not.toThrow();
  for (const other of [
    { ...price, direction: "SORT_DIRECTION_DESC" },
    { ...price, id: "rating" },
  ])
    expect(judge("price_asc", other)).toThrow(
      expect.objectContaining({
        detail: [
          expect.objectContaining({
            loc: ["body", "sort"],
            msg: expect.stringContaining("the site did not apply the order price_asc here"),
          }),
        ],
      }),
    );
});

test("a city is recognised by its id, its region's code, or as a place in it", () => {
  const city = { id: "spb_cl:cd1", spaceId: "spb_space", name: "Питер" };
  expect(["spb_cl:cd1", "spb_space", "spb_cl", "spb", "msk_cl"].map((code) => isCity(city, code))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(() => checkCity("spb_cl", city)).not.toThrow();
  expect(() => checkCity("msk_cl", city)).toThrow(
    expect.objectContaining({ detail: [expect.objectContaining({ loc: ["body", "city"], input: "msk_cl" })] }),
  );
  expect(parseCity({ id: " a ", spaceId: "b", name: "c" })).toEqual({ id: "a", spaceId: "b", name: "c" });
  expect(parseCity({ id: "a" })).toEqual({ id: "a", spaceId: null, name: null });
  expect([parseCity({ name: "c" }), parseCity(null), parseCity("a")]).toEqual([null, null, null]);
});
