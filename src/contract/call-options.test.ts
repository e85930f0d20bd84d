import { describe, expect, test } from "vitest";
import {
  type CallOptions,
  callOptions,
  optionIn,
  optionRows,
  optionsAmong,
  optionsInHeaders,
  optionsOfRow,
  refuseExcluded,
  storedOptions,
} from "./call-options.ts";

const badRequest = (detail: string) => expect.objectContaining({ code: "bad_request", detail });

test("every option of a call is read from its header, by its own name", () => {
  const headers = {
    "x-provenance": "true",
    "idempotency-key": "order-1",
    prefer: "respond-async, wait=5, partial=keep",
    "webhook-url": "https://caller.example/hook",
    "x-max-cost": "100",
    "x-evidence": "keep",
    "x-retain": "none",
    "x-tag": "team-b, team-a",
    "x-fault": "slow",
    "x-stream-summary": "true",
    "x-request-id": "mine",
    "x-picker": "true",
    "cache-control": "no-cache, no-store, max-age=60, stale-if-error=30, only-if-cached",
  };
  const inHeaders = optionRows.filter(([, { header }]) => header !== undefined).map(([name]) => name);
  const options = optionsInHeaders(headers);
  expect(Object.keys(options).sort()).toEqual([...inHeaders].sort());
  expect(options).toMatchObject({ wait: 5, partial: "keep", max_cost: 100, tag: "team-a,team-b", max_age: 60 });
  expect(options).toMatchObject({ retain: "none", no_cache: true, provenance: true, idempotency_key: "order-1" });
  expect(optionsInHeaders({})).toEqual({});
});

describe("x-max-cost", () => {
  test.each(["0", "100", "999999999999"])("%s is taken", (text) => {
    expect(optionIn("max_cost", { "x-max-cost": text })).toBe(Number(text));
  });

  test.each(["", "abc", "1.5", "-1", "1e3", " 1", "10 points", "1000000000000", "0x10", "１", ["1", "2"]])(
    "%o is not a whole number: 400, by name",
    (raw) => {
      expect(() => optionIn("max_cost", { "x-max-cost": raw })).toThrow(
        badRequest("Header x-max-cost must be a whole number such as 100."),
      );
    },
  );
});

describe("Idempotency-Key", () => {
  test.each(["a", "order-1", "!~", "x".repeat(255)])("%o is accepted", (key) => {
    expect(optionIn("idempotency_key", { "idempotency-key": key })).toBe(key);
  });

  test.each(["", "two words", "x".repeat(256), "naïve", "tab\there", ["a", "b"]])("%o is 400", (key) => {
    expect(() => optionIn("idempotency_key", { "idempotency-key": key })).toThrow(
      badRequest("Header idempotency-key must be 1 to 255 printable characters without blanks."),
    );
  });
});

test.each([
  ["x-evidence", ["", "Keep", "keep it"], "keep"],
  ["x-retain", ["", "all"], "none"],
  ["x-provenance", ["", "1", "True"], "true"],
  ["x-fault", ["", "storm", "slow,wall"], "one of slow, wall, drift, empty"],
  ["x-tag", ["", "a b", "a,b,c,d"], callOptions.tag.form],
])("%s with another value is 400 with what it must be", (header, values, form) => {
  for (const value of values) {
    expect(() => optionsInHeaders({ [header]: value })).toThrow(badRequest(`Header ${header} must be ${form}.`));
  }
});

describe("cache-control", () => {
  test.each<[string, CallOptions]>([
    ["No-Cache, max-age=60", { no_cache: true, max_age: 60 }],
    ['max-age="60"', { max_age: 60 }],
    [" MAX-AGE = 60 ", { max_age: 60 }],
    ["no-transform, only-if-cached", { only_if_cached: true }],
    ["max-stale=nothing", {}],
    ["", {}],
  ])("%s is read, and unknown directives are ignored", (header, expected) => {
    expect(optionsInHeaders({ "cache-control": header })).toEqual(expected);
  });

  test.each(["max-age=soon", "max-age=7soon", "max-age=x7", "max-age", "max-age=", "max-age=-1", "max-age=1.5"])(
    "%s is 400 with what it must be",
    (header) => {
      expect(() => optionsInHeaders({ "cache-control": header })).toThrow(
        badRequest("Header cache-control: max-age must be whole seconds, such as max-age=10."),
      );
    },
  );
});

describe("prefer", () => {
  test.each<[string, string | string[], CallOptions]>([
    ["another preference", "return=minimal", {}],
    ["no wait", "respond-async", { respond_async: true }],
    ["a wait, in any order and case", "Wait=10, Respond-Async", { respond_async: true, wait: 10 }],
    ["two lines", ["respond-async", "wait=7"], { respond_async: true, wait: 7 }],
    ["a quoted value", 'respond-async, wait="8"', { respond_async: true, wait: 8 }],
    ["a parameter after the value", "respond-async; foo=1, wait=9; bar", { respond_async: true, wait: 9 }],
    ["partial=keep", "respond-async, partial=keep", { respond_async: true, partial: "keep" }],
    ["nothing without respond-async", "partial=drop, wait=soon", {}],
  ])("with %s is read", (_name, prefer, expected) => {
    expect(optionsInHeaders({ prefer })).toEqual(expected);
  });

  test.each(["soon", '"8" or so', "-1", "1.5", "", "1234567890"])("wait=%s is 400", (wait) => {
    expect(() => optionsInHeaders({ prefer: `respond-async, wait=${wait}` })).toThrow(
      badRequest("Header prefer: wait must be whole seconds, such as wait=10."),
    );
  });

  test("with another partial is 400", () => {
    expect(() => optionsInHeaders({ prefer: "respond-async, partial=drop" })).toThrow(
      badRequest("Header prefer: partial must be keep, as in partial=keep."),
    );
  });
});

test("over MCP only the options that are no arguments are read from headers", () => {
  const headers = { "x-tag": "a", "x-fault": "wall", "x-max-cost": "no number", "cache-control": "max-age=soon" };
  expect(optionsInHeaders(headers, "mcp")).toEqual({ tag: "a", fault: "wall" });
});

test("a body gives the options that hold there, and null is none", () => {
  const body = { max_cost: null, tag: "b,a,b", max_age: 0, partial: "keep", retain: "none", requests: [] };
  expect(optionsAmong(body, "batch")).toEqual({ tag: "a,b", max_age: 0, partial: "keep" });
  expect(optionsAmong({ ...body, max_cost: 5 }, "schedule")).toEqual({ tag: "a,b" });
});

test("a row remembers what its runs need, and nothing that is of the call that stored it", () => {
  const remembered: CallOptions = {
    max_cost: 5,
    tag: "a",
    fault: "slow",
    max_age: 60,
    no_store: true,
    partial: "keep",
  };
  const options = storedOptions({
    ...remembered,
    respond_async: true,
    idempotency_key: "k",
    webhook: "https://a.example",
  });
  expect(optionsOfRow({ options })).toEqual(remembered);
});

describe("options that exclude each other are refused", () => {
  test.each<[CallOptions, string]>([
    [{ evidence: "keep", respond_async: true }, "Header x-evidence is for requests that are waited for"],
    [{ provenance: true, respond_async: true }, "provenance is for requests that are waited for."],
    [{ only_if_cached: true, respond_async: true }, "only-if-cached is for requests that are waited for"],
    [{ retain: "none", respond_async: true }, "leave out Prefer: respond-async"],
    [{ retain: "none", evidence: "keep" }, "leave one of them out"],
  ])("%o", (options, words) => {
    expect(() => refuseExcluded(options)).toThrow(words);
    for (const name of Object.keys(options)) refuseExcluded({ [name]: options[name as keyof CallOptions] });
  });
});
