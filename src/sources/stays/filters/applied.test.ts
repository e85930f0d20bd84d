import { expect, test } from "vitest";
import type { SearchReading } from "../reading/search-reading.ts";
import type { SiteFilter } from "../reading/site-filters.ts";
import { ignoredFilters, otherMeanings, refuse } from "./applied.ts";
import type { CodedFilter, RequestedFilter } from "./requested-filters.ts";

const requested = (over: Partial<RequestedFilter>): RequestedFilter => ({
  loc: ["property_amenities", 1],
  value: "sauna",
  kind: "value",
  key: "hotelfacility",
  code: "10",
  isUnsure: false,
  labels: ["sauna"],
  ...over,
});
const offered: SiteFilter[] = [
  { key: "hotelfacility", code: "2", label: "Parking", count: 3 },
  { key: "hotelfacility", code: "14", label: "Garden", count: 3 },
  { key: "di", code: "7", label: "Alfama", count: 3 },
];

function broken(filters: RequestedFilter[], why?: string) {
  try {
    refuse(filters, offered, why);
  } catch (error) {
    return error as { status: number; detail: Array<{ loc: unknown[]; msg: string; input: unknown }> };
  }
  return null;
}

test("an empty list rejects nothing", () => {
  expect(broken([])).toBeNull();
});

test("each filter is named with its reason and the alternatives", () => {
  const error = broken([
    requested({}),
    requested({ loc: ["district_ids", 0], value: 9, kind: "id", key: "di", code: "9" }),
  ])!;
  expect(error.status).toBe(422);
  const [value, id] = error.detail;
  expect(value!.msg).toContain('the site did not apply "sauna" at this destination. Look up valid values with POST ');
  const near = broken([requested({ value: "gardn" })])!.detail[0]!;
  expect(near.msg).toContain('Did you mean "garden"? Look up');
  expect(value).toMatchObject({ input: "sauna" });
  expect(value!.loc.slice(-2)).toEqual(["property_amenities", 1]);
  expect(id!.msg).toContain("unknown district 9 at this destination.");
  expect(id!.msg).toContain("Look up valid values with POST /api/stays/filters.");
  expect(id!.loc.slice(-2)).toEqual(["district_ids", 0]);
});

test("another reason can be given", () => {
  expect(broken([requested({})], "the site offers no filter for")!.detail[0]!.msg).toContain(
    'the site offers no filter for "sauna" at this destination',
  );
});

const coded = (key: string, code: string, over: Partial<CodedFilter> = {}): CodedFilter =>
  ({ loc: [key], value: code, kind: "value", key, code, isUnsure: false, labels: ["sauna"], ...over }) as CodedFilter;
const reading = (applied: string[] | null, over: { total?: number | null; names?: Array<[string, string]> } = {}) =>
  ({
    page: { facts: { total: "total" in over ? over.total : 5 } },
    filters: () => applied && { offered: [], applied: new Set(applied), names: new Map(over.names) },
  }) as unknown as SearchReading;

test("filters that the site does not report as applied were ignored; any price range is accepted", () => {
  const requested = [coded("a", "1"), coded("a", "2"), coded("price", "EUR-1-2-1")];
  const codes = (...given: Parameters<typeof reading>) =>
    ignoredFilters(requested, reading(...given)).map(({ code }) => code);
  expect(codes(["a=1", "a=2", "price=EUR-0-5-1"])).toEqual([]);
  expect(codes(["a=1", "b=2"])).toEqual(["2", "EUR-1-2-1"]);
  expect(codes(["price=EUR-1-2-1"])).toEqual(["1", "2"]);
  expect(codes(["prices=EUR-1-2-1", "a=1", "a=2"])).toEqual(["EUR-1-2-1"]);
  expect(codes([])).toEqual(["1", "2", "EUR-1-2-1"]);
  // With no results, or no report, they were applied or nobody knows.
  expect(codes([], { total: 0 })).toEqual([]);
  expect(codes([], { total: null })).toHaveLength(3);
  expect(codes(null)).toEqual([]);
  expect(ignoredFilters([], reading(["a=1"]))).toEqual([]);
});

test("an unsure filter is wrong if the site has another label for its code", () => {
  const unsure = coded("a", "1", { isUnsure: true });
  const misread = (names: Array<[string, string]>, requested = [unsure]) =>
    otherMeanings(requested, reading([], { names })).length;
  expect(misread([["a=1", "Garden"]])).toBe(1);
  expect(misread([["a=1", "Sauna"]])).toBe(0);
  expect(misread([["a=2", "Garden"]])).toBe(0);
  expect(misread([["a=1", "Garden"]], [coded("a", "1")])).toBe(0);
  expect(otherMeanings([unsure], reading(null))).toEqual([]);
});
