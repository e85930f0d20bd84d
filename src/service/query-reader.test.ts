import { expect, test } from "vitest";
import type { WinnowError } from "../contract/errors.ts";
import { QueryReader } from "./query-reader.ts";

const faultsOf = (act: () => void): unknown => {
  try {
    act();
    return [];
  } catch (error) {
    return (error as WinnowError).detail;
  }
};

test("what is not given, or given empty, is null and no fault", () => {
  const query = new QueryReader({ limit: "", status: null });
  expect([query.text("cursor"), query.whole("limit", 1, 100), query.oneOf("status", ["a"])]).toEqual([
    ...[null, null, null],
  ]);
  expect(faultsOf(() => query.done())).toEqual([]);
});

test("what is given is read as what it is", () => {
  const query = new QueryReader({ limit: "100", least: "1", start: "2027-01-01T00:00:00Z", status: "b", cursor: "zz" });
  expect([query.whole("limit", 1, 100), query.whole("least", 1, 100)]).toEqual([100, 1]);
  expect(query.time("start")).toBe(Date.parse("2027-01-01T00:00:00Z"));
  expect([query.oneOf("status", ["a", "b"]), query.text("cursor")]).toEqual(["b", "zz"]);
  expect(faultsOf(() => query.done())).toEqual([]);
});

test("all that cannot be read is named at once, with what was meant", () => {
  const query = new QueryReader({ limit: "101", least: "0", half: "1.5", start: "soon", status: "c", other: "1" });
  query.whole("limit", 1, 100);
  query.whole("least", 1, 100);
  query.whole("half", 1, 100);
  query.time("start");
  query.oneOf("status", ["a", "b"]);
  expect(faultsOf(() => query.done())).toMatchObject([
    { loc: ["query", "limit"], msg: "Value error, must be a whole number from 1 to 100", input: "101" },
    { loc: ["query", "least"], input: "0" },
    { loc: ["query", "half"], input: "1.5" },
    { loc: ["query", "start"], msg: "Value error, must be an ISO 8601 date-time" },
    { loc: ["query", "status"], msg: "Value error, must be one of a, b" },
  ]);
});

test("a body's texts and lists are checked, and a field that nobody asked for is named", () => {
  const body = new QueryReader({ name: "", long: "xxx", events: ["a", 1], words: ["x"], naem: "?" }, "body");
  expect([body.needed("name"), body.needed("long", 2), body.listOf("events"), body.listOf("none")]).toEqual([
    ...["", "", null, null],
  ]);
  expect(body.listOf("words")).toEqual(["x"]);
  expect(faultsOf(() => body.done())).toMatchObject([
    { loc: ["body", "name"], msg: "Value error, must be a text of 1 to 2048 characters" },
    { loc: ["body", "long"] },
    { loc: ["body", "events"], msg: "Value error, must be a list of texts" },
    { loc: ["body", "naem"] },
  ]);
  const known = new QueryReader({ other: 1 }, "body");
  expect(faultsOf(() => known.done("other"))).toEqual([]);
  expect(faultsOf(() => new QueryReader("no object", "body").done())).toEqual([]);
  expect(faultsOf(() => new QueryReader({}, "body").needed("name"))).toEqual([]);
});

test("what is no object has no fields, wherever it is", () => {
  for (const raw of [null, undefined, "words", 7]) {
    const query = new QueryReader(raw);
    expect([query.text("a"), query.time("b"), query.listOf("c")]).toEqual([null, null, null]);
    expect(faultsOf(() => query.done())).toEqual([]);
  }
});

test("numbers of a body are read as they are, and a text of the full length is taken", () => {
  const body = new QueryReader({ budget: 7, name: "xx", long: "xxx", no: 5, when: null, list: null }, "body");
  expect([body.whole("budget", 7, 7), body.text("no"), body.needed("name", 2)]).toEqual([7, "5", "xx"]);
  expect([body.time("when"), body.listOf("list")]).toEqual([null, null]);
  expect(body.needed("no")).toBe("");
  expect(body.needed("long", 2)).toBe("");
  expect(faultsOf(() => body.done())).toEqual([
    { type: "value_error", loc: ["body", "no"], msg: expect.stringContaining("1 to 2048"), input: 5 },
    { type: "value_error", loc: ["body", "long"], msg: expect.stringContaining("1 to 2 characters"), input: "xxx" },
  ]);
});

test("a list is of the given values alone, and an empty one is a list", () => {
  const body = new QueryReader({ good: ["a", "b"], none: [], wrong: ["a", "c"], word: "a" }, "body");
  const values = ["a", "b"] as const;
  expect([body.listOf("good", values), body.listOf("none", values)]).toEqual([["a", "b"], []]);
  expect([body.listOf("wrong", values), body.listOf("word", values)]).toEqual([null, null]);
  expect(faultsOf(() => body.done())).toMatchObject([
    { loc: ["body", "wrong"], msg: "Value error, must be a list of a, b" },
    { loc: ["body", "word"] },
  ]);
});

test("a field that nobody asked for is named with those that there are, and not at full length", () => {
  const name = "x".repeat(200);
  const body = new QueryReader({ a: "1", [name]: 3 }, "body");
  body.text("a");
  expect(faultsOf(() => body.done("request"))).toEqual([
    {
      ...{ type: "extra_forbidden", loc: ["body", name], input: 3 },
      msg: `There is no field "${"x".repeat(100)}". The fields are a, request.`,
    },
  ]);
  // In a query it may be meant for somebody else.
  expect(faultsOf(() => new QueryReader({ other: "1" }).done())).toEqual([]);
});
