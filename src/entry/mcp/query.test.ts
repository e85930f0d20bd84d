import { describe, expect, test } from "vitest";
import { type Query, runQuery } from "./query.ts";

const rows = [
  { name: "a", price: 5, maker: { city: "Delft" }, tags: ["new", "red"] },
  { name: "b", price: 150, maker: { city: "Gouda" }, tags: [] },
  { name: "c", price: null, maker: null, tags: ["red"] },
];
const names = (query: Query) => runQuery(rows, query).rows.map(({ name }) => name);
const fault = (query: Query) => {
  try {
    runQuery(rows, query);
  } catch (error) {
    return (error as Error).message;
  }
  return "accepted";
};

test.each<[Query["where"] & object, string[]]>([
  [[{ field: "price", op: "gt", value: 100 }], ["b"]],
  [[{ field: "price", op: "lte", value: "5" }], ["a"]],
  [[{ field: "maker.city", op: "eq", value: "Delft" }], ["a"]],
  [[{ field: "tags", op: "eq", value: "red" }], ["a", "c"]],
  [[{ field: "price", op: "eq", value: null }], ["c"]],
  [[{ field: "price", op: "ne", value: null }], ["a", "b"]],
  [[{ field: "name", op: "in", value: ["a", "c"] }], ["a", "c"]],
  [[{ field: "maker.city", op: "contains", value: "GO" }], ["b"]],
  [[{ field: "maker.city", op: "contains", value: "del" }], ["a"]],
])("where %j", (where, found) => {
  expect(names({ where })).toEqual(found);
});

test("sorts both ways, with nulls last", () => {
  expect(names({ sort: [{ field: "price", order: "desc" }] })).toEqual(["b", "a", "c"]);
  expect(names({ sort: [{ field: "price" }] })).toEqual(["a", "b", "c"]);
});

test("groups are sorted and cut by their aggregates", () => {
  const query: Query = {
    group_by: ["name"],
    aggregate: [{ fn: "sum", field: "price" }],
    sort: [{ field: "sum_price", order: "desc" }],
    fields: ["name", "sum_price"],
  };
  expect(runQuery(rows, query).rows).toEqual([
    { name: "b", sum_price: 150 },
    { name: "a", sum_price: 5 },
    { name: "c", sum_price: null },
  ]);
});

describe("a query that would return wrong data is an error", () => {
  test.each<[Query, string]>([
    [{ where: [{ field: "price", op: "gt", value: "cheap" }] }, "gt needs a number"],
    [{ where: [{ field: "price", op: "in", value: 5 }] }, "needs a list"],
    [{ where: [{ field: "price", op: "eq", value: { a: 1 } }] }, "needs one value"],
    [{ where: [{ field: "name", op: "contains", value: "x".repeat(1_001) }] }, "at most 1000 characters"],
    [{ fields: ["prize"] }, 'no field "prize". Fields: name, price, maker, tags'],
    [{ where: [{ field: "prize", op: "gt", value: 1 }] }, 'no field "prize"'],
    [{ group_by: ["prize"] }, 'no field "prize"'],
    [{ aggregate: [{ fn: "max", field: "prize" }] }, 'no field "prize"'],
    [{ fields: ["maker.town"] }, 'no field "maker.town". Fields: maker.city'],
    [{ fields: ["constructor"] }, 'no field "constructor"'],
    [{ fields: ["maker.__proto__"] }, 'no field "maker.__proto__"'],
    [{ aggregate: [{ fn: "avg", field: "name" }] }, '"name" does not hold numbers'],
    [{ aggregate: [{ fn: "sum" }] }, "needs a field"],
    [
      { group_by: ["name"], sort: [{ field: "price" }] },
      'After grouping there is no field "price". Fields: name, count',
    ],
  ])("%j", (query, words) => {
    expect(fault(query)).toContain(words);
  });
});

test("a hundred thousand records are grouped and their extremes found", () => {
  const many = Array.from({ length: 100_000 }, (_, n) => ({ n, half: n % 2 }));
  const found = runQuery(many, {
    group_by: ["half"],
    aggregate: [
      { fn: "max", field: "n" },
      { fn: "min", field: "n" },
    ],
  });
  expect(found.rows).toEqual([
    { half: 0, max_n: 99_998, min_n: 0 },
    { half: 1, max_n: 99_999, min_n: 1 },
  ]);
});
