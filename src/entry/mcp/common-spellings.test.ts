import { describe, expect, test } from "vitest";
import { withCommonSpellings } from "./common-spellings.ts";

const query = (args: Record<string, unknown>) => withCommonSpellings("query", args);
const op = (word: unknown) => (query({ where: [{ field: "a", op: word, value: 1 }] }).where as [{ op: unknown }])[0].op;
const order = (given: unknown) => (query({ sort: [given] }).sort as unknown[])[0];
const fn = (given: unknown) => (query({ aggregate: [given] }).aggregate as unknown[])[0];

describe("spellings of operators", () => {
  test.each([
    ["eq", ["=", "==", "===", "equals", "equal", "is", "EQ"]],
    ["ne", ["!=", "!==", "<>", "neq", "not_equals", "not equal", "is-not"]],
    ["gt", [">", "greater than"]],
    ["gte", [">=", "ge", "At Least"]],
    ["lt", ["<", "less_than"]],
    ["lte", ["<=", "le", "at most"]],
    ["contains", ["includes", " Contains "]],
    ["in", ["one_of", "any of"]],
    ["is_null", ["null", "isnull", "is null"]],
    ["not_null", ["is_not_null", "notnull", "exists"]],
  ])("%s is meant by %j", (ours, theirs) => {
    expect(theirs.map(op)).toEqual(theirs.map(() => ours));
  });

  test("unknown, overlong or non-text values are left for the schema to reject", () => {
    expect(op("like")).toBe("like");
    expect(op("toString")).toBe("tostring");
    expect(op(7)).toBe(7);
    const long = "=".repeat(301);
    expect(op(long)).toBe(long);
    expect(query({ where: [{ field: "a" }, 3] }).where).toEqual([{ field: "a" }, 3]);
  });

  test("alternative names, and a range of two", () => {
    expect(query({ where: { column: "a", operator: "=", value: 1 } }).where).toEqual([
      { field: "a", op: "eq", value: 1 },
    ]);
    expect(query({ where: [{ field: "a", operation: ">", value: 1 }] }).where).toEqual([
      { field: "a", op: "gt", value: 1 },
    ]);
    expect(query({ where: [{ field: "a", op: "between", value: [1, 5] }] }).where).toEqual([
      { field: "a", op: "gte", value: 1 },
      { field: "a", op: "lte", value: 5 },
    ]);
    for (const value of [[1], [1, 2, 3], 7]) {
      const where = [{ field: "a", op: "between", value }];
      expect(query({ where }).where).toEqual(where);
    }
    const both = [{ field: "a", column: "b", op: "eq", operator: "ne" }];
    expect(query({ where: both }).where).toEqual(both);
    const other = [{ field: "a", op: "in", value: [1, 5] }];
    expect(query({ where: other }).where).toEqual(other);
  });
});

describe("spellings of an order", () => {
  test.each<[unknown, unknown]>([
    ["price", { field: "price", order: "asc" }],
    ["-price", { field: "price", order: "desc" }],
    [" price  DESC ", { field: "price", order: "desc" }],
    ["price ascending", { field: "price", order: "asc" }],
    ["price sideways", { field: "price", order: "sideways" }],
    ["a b c", "a b c"],
    [
      { field: "price", direction: "down" },
      { field: "price", order: "desc" },
    ],
    [
      { by: "price", dir: 1 },
      { field: "price", order: "asc" },
    ],
    [
      { column: "price", order: -1 },
      { field: "price", order: "desc" },
    ],
    [
      { field: "price", desc: true },
      { field: "price", order: "desc" },
    ],
    [
      { field: "price", desc: false },
      { field: "price", order: "asc" },
    ],
    [
      { field: "price", desc: true, order: "asc" },
      { field: "price", desc: true, order: "asc" },
    ],
    [{ field: "price" }, { field: "price" }],
    [7, 7],
  ])("%j", (given, expected) => {
    expect(order(given)).toEqual(expected);
  });

  test("several in one text, and a single one", () => {
    expect(query({ sort: "price desc, name" }).sort).toEqual([
      { field: "price", order: "desc" },
      { field: "name", order: "asc" },
    ]);
    expect(query({ sort: { field: "price", dir: "up" } }).sort).toEqual([{ field: "price", order: "asc" }]);
  });
});

describe("spellings of an aggregate", () => {
  test.each<[unknown, unknown]>([
    ["count", { fn: "count" }],
    ["count(*)", { fn: "count" }],
    ["avg( price )", { fn: "avg", field: "price" }],
    ["Average(price)", { fn: "avg", field: "price" }],
    ["mean(price)", { fn: "avg", field: "price" }],
    ["total(price)", { fn: "sum", field: "price" }],
    ["minimum(price)", { fn: "min", field: "price" }],
    ["maximum(price)", { fn: "max", field: "price" }],
    ["x avg(price)", "x avg(price)"],
    [
      { function: "mean", field: "p", alias: "m" },
      { fn: "avg", field: "p", as: "m" },
    ],
    [{ func: "sum" }, { fn: "sum" }],
    [{ type: "total" }, { fn: "sum" }],
    [{ field: "p" }, { field: "p" }],
    [null, null],
  ])("%j", (given, expected) => {
    expect(fn(given)).toEqual(expected);
  });
});

describe("arguments as a whole", () => {
  test("lists in one text, of a query and of other tools", () => {
    expect(withCommonSpellings("export", { fields: " a, b ,,c" })).toEqual({ fields: ["a", "b", "c"] });
    expect(query({ group_by: "a,b" })).toEqual({ group_by: ["a", "b"] });
    expect(withCommonSpellings("export", { group_by: "a,b", where: "x" })).toEqual({ group_by: "a,b", where: "x" });
  });

  test("JSON in a string is read only where a list or an object is expected", () => {
    expect(withCommonSpellings("call", { request: ' {"a":1}', name: '{"a":1}' })).toEqual({
      request: { a: 1 },
      name: '{"a":1}',
    });
    expect(query({ where: '[{"field":"a","op":"="}]' }).where).toEqual([{ field: "a", op: "eq" }]);
    expect(withCommonSpellings("call", { request: "{a" })).toEqual({ request: "{a" });
    expect(withCommonSpellings("call", { request: "x [1]" })).toEqual({ request: "x [1]" });
    expect(query({ fields: '["a,b"]' })).toEqual({ fields: ["a,b"] });
  });

  test("a list that is too long stays too long, and is read no further", () => {
    const many = Array.from({ length: 5_000 }, () => ({ field: "a", op: "=" }));
    expect(query({ where: many }).where).toHaveLength(101);
    expect(query({ sort: Array.from({ length: 100 }, () => "a") }).sort).toHaveLength(100);
    const long = "a,".repeat(20_000);
    expect(query({ fields: long, group_by: long, sort: long })).toEqual({ fields: long, group_by: long, sort: [long] });
  });
});
