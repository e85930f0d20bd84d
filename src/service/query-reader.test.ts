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
