import { describe, expect, test } from "vitest";
import { csvRows } from "../../files/csv-rows.ts";
import type { RemoteOperation } from "../service/operations.ts";
import { readRequest } from "../service/request-words.ts";
import { readLines } from "./read-lines.ts";

const list = { type: "array", items: { type: "string" }, default: [] };
const operation = {
  name: "toys/search",
  fields: {
    query: { type: "string" },
    count: { type: "integer" },
    price_max: { anyOf: [{ type: "integer" }, { type: "null" }], default: null },
    brands: list,
    ages: { ...list, items: { type: "integer" } },
    fast: { type: "boolean", default: false },
  },
} as unknown as RemoteOperation;

describe("key=value", () => {
  test("key=value is read by the field's type", () => {
    const words = ["query=7", "count=7", "price_max=", "brands=a, b", "ages=3,4", "fast=yes"];
    expect(readRequest(operation, words)).toEqual({
      query: "7",
      count: 7,
      price_max: null,
      brands: ["a", "b"],
      ages: [3, 4],
      fast: true,
    });
  });

  test("a value keeps its own equals signs and colons", () => {
    expect(readRequest(operation, ["query=a=b:=c"])).toEqual({ query: "a=b:=c" });
  });

  test("key:=json is JSON", () => {
    expect(readRequest(operation, ['brands:=["a,b"]', "price_max:=null"])).toEqual({
      brands: ["a,b"],
      price_max: null,
    });
  });

  test("a value that does not fit the type is sent unchanged, and the service reports why", () => {
    expect(readRequest(operation, ["count=many", "fast=perhaps"])).toEqual({ count: "many", fast: "perhaps" });
  });

  test.each([
    ["word", '"word" is not key=value or key:=json'],
    ["queri=1", 'toys/search has no field "queri"; it has query, count, price_max, brands, ages, fast'],
    ["toString=1", 'toys/search has no field "toString"'],
    ["count:=[", "count: "],
  ])("%s is rejected", (word, why) => {
    expect(() => readRequest(operation, [word])).toThrow(why);
  });
});

describe("CSV", () => {
  test("quoted cells may contain commas, quotes and line breaks; a BOM, CRLF and empty lines are ignored", () => {
    expect(csvRows('\uFEFFa,b\r\n"x, ""y""","1\n2"\r\n\r\n,last')).toEqual([
      ["a", "b"],
      ['x, "y"', "1\n2"],
      ["", "last"],
    ]);
  });

  test("an empty last cell is a cell", () => {
    expect(csvRows("a,b\n1,")).toEqual([
      ["a", "b"],
      ["1", ""],
    ]);
  });

  test("a misplaced quote is an error, not a guess", () => {
    expect(() => csvRows('a\nb"c')).toThrow("row 2");
  });
});

describe("the lines of a batch", () => {
  test("a cell is read by its field's type, an empty one is omitted, and common fields fill in", () => {
    const text = 'query,count,brands\nlamp,5,"a,b"\ntafel,,\n';
    expect(readLines("x.csv", text, operation, { count: 1, fast: true })).toEqual([
      { query: "lamp", count: 5, brands: ["a", "b"], fast: true },
      { query: "tafel", count: 1, fast: true },
    ]);
  });

  test.each([
    ["x.csv", "query,colour\na,b\n", 'no field "colour"'],
    ["x.csv", "query,count\na\n", "line 1 has 1 cells, but the first row has 2"],
    ["x.csv", "query\n", "has no requests"],
    ["x.ndjson", '{"query":"a"}\n[]\n', "line 2 is not a JSON object"],
    ["x.ndjson", '{"qeury":"a"}\n', 'no field "qeury"'],
  ])("%s %j is rejected", (file, text, why) => {
    expect(() => readLines(file, text, operation, {})).toThrow(why);
  });
});
