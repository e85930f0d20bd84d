import { describe, expect, test } from "vitest";
import { requestDefaults } from "../../contract/canary.ts";
import operation from "./products-search.ts";
import type { SearchRequest } from "./request.ts";
import { brandId, parseFacet, searchPage, shopPage } from "./search-request.ts";

const ORIGIN = "https://www.shop.example";
const request = (over: object = {}) => ({ ...requestDefaults(operation), query: "ноутбук", ...over }) as SearchRequest;
const requested = (over: object = {}, page = 1, brandIds: string[] = [], document: "rich" | "plain" = "rich") => {
  const { body, asks: _, page: __, ...rest } = searchPage(request(over), ORIGIN, { page, brandIds, document });
  const { query, variables } = JSON.parse(body!);
  return { ...rest, query: String(query), input: variables.fullSearchProductsFilterInput };
};

test("a page of the search is requested as the shop's own page does", () => {
  const { query, ...rest } = requested({ city: "spb_cl:cd1" }, 3);
  expect(rest).toEqual({
    path: "/graphql/",
    method: "POST",
    headers: {
      cookie: "_space=spb_cl%3Acd1",
      "X-CityId": "spb_cl:cd1",
      "content-type": "application/json",
      accept: "*/*",
      origin: ORIGIN,
      referer: `${ORIGIN}/search/?text=${encodeURIComponent("ноутбук")}`,
    },
    input: {
      categoryId: "0",
      pagination: { page: 3, perPage: 48 },
      conditions: [{ filterGroupId: "", filterIds: ["discount.any", "rating.any"] }],
      sorting: { id: "", direction: "SORT_DIRECTION_DESC" },
      searchText: "ноутбук",
      popularitySegmentId: "THREE",
    },
  });
  expect(query).toContain("shop { sources { url size } }");
});

test.each<[object, string[], unknown[]]>([
  [
    { availability: ["pickup", "pickup_now", "delivery"] },
    [],
    ["available.all", "available.instore", "available.delivery", "discount.any", "rating.any"],
  ],
  [
    { status: ["on_sale", "installment", "new", "hit", "sale", "clearance"] },
    [],
    ["ms_action", "ms_installment", "ms_new", "ms_hit", "ms_sale", "ms_clearance", "discount.any", "rating.any"],
  ],
  ...["5", "10", "20", "35"].map((min_discount): [object, string[], unknown[]] => [
    { min_discount },
    [],
    [`discount.price1_${min_discount}`, "rating.any"],
  ]),
  ...["3.0", "3.5", "4.0", "4.5"].map((min_rating): [object, string[], unknown[]] => [
    { min_rating },
    [],
    ["discount.any", `rating.${min_rating}`],
  ]),
  [{ brands: ["Acme"] }, ["acme", "acme"], ["discount.any", "rating.any", "acme"]],
  [{ filters: ["1_2:1_2a", "1_3: x y "] }, [], ["discount.any", "rating.any", "1_2a", "x y"]],
])("%j is requested with the ids of the notes", (over, brandIds, ids) => {
  expect(requested(over, 1, brandIds).input.conditions).toEqual([{ filterGroupId: "", filterIds: ids }]);
});

test.each<[object, string]>([
  [{ price_min: 100 }, "100-99999999"],
  [{ price_max: 100 }, "0-100"],
  [{ price_min: 0, price_max: 0 }, "0-0"],
])("%j is a separate range", (over, range) => {
  expect(requested(over).input.conditions[1]).toEqual({ filterGroupId: "price_filter_group_id", filterIds: [range] });
});

describe("the query", () => {
  const RICH = [
    "bonusPoints isFairPrice",
    "discount { sources",
    "brand { name id slug",
    "category { id name slug",
    "propertiesGroup",
    "value measure",
  ];

  test("requests filters only on the first page", () => {
    for (const part of ["groups {", "sortings {", "childGroups", "fromValue toValue minValue maxValue unit"]) {
      expect(requested({}, 1).query).toContain(part);
      expect(requested({}, 2).query).not.toContain(part);
    }
    expect(requested({}, 2).query).toContain("pageInfo { hasNextPage");
  });

  test("requests all known fields of a product, or only those seen in responses", () => {
    for (const part of RICH) {
      expect(requested({}, 1, [], "rich").query).toContain(part);
      expect(requested({}, 1, [], "plain").query).not.toContain(part);
    }
    for (const part of [
      "id name shortName slug isAvailable",
      "club clubPriceViewType",
      "countInStores",
      "counters { opinions reviews }",
    ])
      expect(requested({}, 1, [], "plain").query).toContain(part);
  });
});

test("the shop's own page is requested for the same city, and cached", () => {
  expect(shopPage(request({ query: "a & b", city: "spb_cl" }))).toEqual({
    path: "/search/?text=a+%26+b",
    headers: { cookie: "_space=spb_cl", "X-CityId": "spb_cl" },
    lasting: true,
  });
});

test.each<[string, object | null]>([
  ["a:b", { group: "a", option: "b" }],
  [" a : b c ", { group: "a", option: "b c" }],
  ["a:b:c", { group: "a", option: "b:c" }],
  ["a b:c", null],
  ["a:", null],
  [":b", null],
  ["ab", null],
  ["a:b\nc", null],
])("the facet %j is %j", (entry, facet) => {
  expect(parseFacet(entry)).toEqual(facet);
});

test("a brand's id is its name in lower case", () => {
  expect(brandId("  Acme   Works ")).toBe("acme works");
});
