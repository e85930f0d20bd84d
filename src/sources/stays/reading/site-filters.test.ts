import { expect, test } from "vitest";
import { findSearch } from "./search-block.ts";
import { readSiteFilters, splitId } from "./site-filters.ts";

const read = (output: object) => {
  const found = readSiteFilters(findSearch({ results: [], ...output })!);
  return found && { offered: found.offered, applied: [...found.applied], names: Object.fromEntries(found.names) };
};
const group = (...options: object[]) => ({ filters: [{ options }] });
const option = (urlId: string, text: string, more: object = {}) => ({ urlId, value: { text }, ...more });

test("a response without a filter list has none; an empty list is one", () => {
  expect(read({})).toBeNull();
  expect(read({ filters: {}, appliedFilterOptions: null })).toBeNull();
  expect(read({ filters: [] })).toEqual({ offered: [], applied: [], names: {} });
  expect(read({ appliedFilterOptions: [] })).toEqual({ offered: [], applied: [], names: {} });
});

test("options have their key, code, label and number; selected ones are applied", () => {
  const output = group(
    option("class=4", " 4  stars ", { count: 12 }),
    option("class=5", "5 stars", { selected: true }),
    option("class=3", "3 stars", { selected: "true" }),
    { urlId: "nothing", genericId: "di-7-8", value: { text: "Alfama" }, count: 0 },
  );
  expect(read(output)).toEqual({
    offered: [
      { key: "class", code: "4", label: "4 stars", count: 12 },
      { key: "class", code: "5", label: "5 stars", count: null },
      { key: "class", code: "3", label: "3 stars", count: null },
      { key: "di", code: "7-8", label: "Alfama", count: 0 },
    ],
    applied: ["class=5"],
    names: { "class=4": "4 stars", "class=5": "5 stars", "class=3": "3 stars", "di=7-8": "Alfama" },
  });
});

test.each([
  { value: { text: "x" } },
  { urlId: "class", value: { text: "x" } },
  { urlId: 4, value: { text: "x" } },
  { genericId: "class", value: { text: "x" } },
  { genericId: 4, value: { text: "x" } },
  { urlId: "class=4" },
  { urlId: "class=4", value: { text: " " } },
])("%j is not an option", (one) => {
  expect(read(group(one))).toEqual({ offered: [], applied: [], names: {} });
});

test("applied filters are those that the response lists, with their names if it has them", () => {
  const appliedFilterOptions = [option("class=4", "4 stars"), { urlId: "oos=1" }, { value: { text: "x" } }];
  expect(read({ appliedFilterOptions })).toEqual({
    offered: [],
    applied: ["class=4", "oos=1"],
    names: { "class=4": "4 stars" },
  });
});

test("steppers have no code; the selected number is applied", () => {
  const stepperOptions = [
    { field: "bedrooms", title: { text: "Bedrooms" }, selected: 2 },
    { field: "bathrooms", labels: [{ text: "Bathrooms" }, { text: "no" }], selected: 0 },
    { field: "beds", selected: 1 },
    { title: { text: "Nothing" }, selected: 3 },
  ];
  expect(read({ filters: [{ stepperOptions }] })).toEqual({
    offered: [
      { key: "bedrooms", code: null, label: "Bedrooms", count: null },
      { key: "bathrooms", code: null, label: "Bathrooms", count: null },
    ],
    applied: ["bedrooms=2", "beds=1"],
    names: {},
  });
});

test.each<[object, string[]]>([
  [{ minSelected: 50, maxSelected: 90, min: 10, max: 400, currency: "EUR" }, ["price=EUR-50-90-1"]],
  [{ minSelected: 10, maxSelected: 90, min: 10, max: 400, currency: "EUR" }, ["price=EUR-10-90-1"]],
  [{ minSelected: 50, maxSelected: 400, min: 10, max: 400, currency: "EUR" }, ["price=EUR-50-400-1"]],
  [{ minSelected: 10, maxSelected: 400, min: 10, max: 400, currency: "EUR" }, []],
  [{ maxSelected: 90 }, ["price=-0-90-1"]],
  [{ minSelected: 50, currency: "EUR" }, []],
  [{ minSelected: 5, maxSelected: 0, min: 1, max: 9 }, []],
  [{}, []],
])("a slider at %j applies %j", (sliderOptions, applied) => {
  expect(read({ filters: [{ sliderOptions }] })!.applied).toEqual(applied);
});

test("an id is split at its first separator", () => {
  expect([splitId("a=b"), splitId("a=b=c"), splitId("=b")]).toEqual([
    ["a", "b"],
    ["a", "b=c"],
    ["", "b"],
  ]);
});
