import { describe, expect, test } from "vitest";
import { checkArguments } from "./check-arguments.ts";

const result_id = "0192a4b0-0000-7000-8000-000000000000";
const query = (args: object) => checkArguments("query", { result_id, ...args }) as any;
const refusal = (tool: Parameters<typeof checkArguments>[0], args: unknown): string => {
  try {
    checkArguments(tool, args);
  } catch (error) {
    return (error as Error).message;
  }
  return "accepted";
};

test("JSON in a string, as some clients send it, is read where a list or an object is expected", () => {
  expect(query({ where: ' [{"field":"a","op":"eq","value":1}]' }).where).toEqual([{ field: "a", op: "eq", value: 1 }]);
  const { request } = checkArguments("execute", { operation: "a/b", request: '{"a":1}' });
  expect(request).toEqual({ a: 1 });
  expect(refusal("execute", { operation: "a/b", request: "{a" })).toContain("request must be of type object");
  expect(refusal("query", { result_id: '{"a":1}' })).toContain("result_id must be an id");
});

describe("any other argument is refused with what is allowed", () => {
  test.each([
    ["query", { result_id, where: [{ field: "a", op: "~", value: 1 }] }, "must be one of eq, ne, gt, gte"],
    ["query", { result_id, where: [{ field: "a", op: ">=", value: 1 }] }, "one of eq, ne, gt, gte, lt, lte, contains"],
    ["query", { result_id, where: ["price > 5"] }, "where.0 must be of type object"],
    ["query", { result_id, sort: "price desc" }, "sort must be of type array"],
    ["query", { result_id, sort: ["price desc"] }, "sort.0 must be of type object"],
    ["query", { result_id, sort: [{ field: "a", direction: "desc" }] }, 'There is no "direction" in sort.0'],
    ["query", { result_id, sort: [{ field: "a", order: "sideways" }] }, "must be one of asc, desc"],
    ["query", { result_id, aggregate: [{ fn: "median" }] }, "must be one of count, sum, avg, min, max"],
    ["query", { result_id, having: [] }, 'There is no "having". Allowed: result_id, where, group_by, aggregate'],
    ["query", { where: [] }, '"result_id" is missing'],
    ["query", { result_id: "../../etc" }, "result_id must be an id that execute returned"],
    ["query", { result_id, limit: 1e9 }, "limit must be <= 100"],
    ["query", { result_id, fields: Array(101).fill("a") }, "fields must NOT have more than 100 items"],
    ["query", { result_id, fields: ["x".repeat(1000)] }, "must NOT have more than 200 characters"],
    ["execute", { operation: "a/b", request: {}, max_cost: "5" }, 'max_cost must be of type integer; it was "5"'],
    [
      "execute",
      { operation: "a/b", request: {}, idempotency_key: 77 },
      "idempotency_key must be of type string; it was 77",
    ],
    ["execute", { operation: "a/b", request: "all" }, "request must be of type object"],
    ["export", { result_id, format: "constructor" }, "must be one of json, ndjson, csv"],
    ["discover", { operation: ["a"] }, "operation must be of type string; it was a list"],
    ["discover", "all", "arguments must be an object"],
  ] as const)("%s %j", (tool, args, words) => {
    expect(refusal(tool, args)).toContain(words);
  });
});
