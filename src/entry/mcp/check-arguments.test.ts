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

describe("common spellings are accepted", () => {
  test.each([
    [">", "gt"],
    [">=", "gte"],
    ["gte", "gte"],
    ["GTE", "gte"],
    ["<", "lt"],
    ["<=", "lte"],
    ["=", "eq"],
    ["==", "eq"],
    ["!=", "ne"],
    ["<>", "ne"],
    ["in", "in"],
    ["is not null", "not_null"],
  ])("op %s is %s", (op, meant) => {
    expect(query({ where: [{ field: "price", op, value: 1 }] }).where[0].op).toBe(meant);
  });

  test("between becomes both bounds", () => {
    expect(query({ where: { field: "price", operator: "between", value: [1, 5] } }).where).toEqual([
      { field: "price", op: "gte", value: 1 },
      { field: "price", op: "lte", value: 5 },
    ]);
  });

  test.each([
    ["price desc", { field: "price", order: "desc" }],
    [["-price"], { field: "price", order: "desc" }],
    [[{ field: "price", direction: "DESC" }], { field: "price", order: "desc" }],
    [
      { field: "price", order: "descending" },
      { field: "price", order: "desc" },
    ],
    ["price", { field: "price", order: "asc" }],
    ['[{"field":"price","order":"desc"}]', { field: "price", order: "desc" }],
  ])("sort %j", (sort, meant) => {
    expect(query({ sort }).sort).toEqual([meant]);
  });

  test.each([
    ["avg(price)", { fn: "avg", field: "price" }],
    ["count", { fn: "count" }],
    [
      { function: "mean", field: "price", alias: "m" },
      { fn: "avg", field: "price", as: "m" },
    ],
  ])("aggregate %j", (aggregate, meant) => {
    expect(query({ aggregate }).aggregate).toEqual([meant]);
  });

  test("comma-separated lists", () => {
    expect(query({ fields: "id, name", group_by: "name" })).toMatchObject({
      fields: ["id", "name"],
      group_by: ["name"],
    });
  });
});

describe("everything else is an error that says what is allowed", () => {
  test.each([
    ["query", { result_id, where: [{ field: "a", op: "~", value: 1 }] }, "must be one of eq, ne, gt, gte"],
    ["query", { result_id, where: ["price > 5"] }, "where.0 must be of type object"],
    ["query", { result_id, sort: [{ field: "a", order: "sideways" }] }, "must be one of asc, desc"],
    ["query", { result_id, aggregate: ["median(price)"] }, "must be one of count, sum, avg, min, max"],
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

describe("far too long input is rejected unread, without trying spellings", () => {
  const blanks = " ".repeat(400_000);
  test.each([
    ["an aggregate", { aggregate: [`a(${blanks}x`] }],
    ["an operator", { where: [{ field: "price", op: `x${blanks}1`, value: 1 }] }],
    ["an order", { sort: [{ field: "price", order: `x${blanks}1` }] }],
    ["a sort key", { sort: `a${blanks}b c` }],
    ["a function", { aggregate: { fn: `x${blanks}1` } }],
    ["a list of sort keys", { sort: Array(40_000).fill({ column: "price" }) }],
    ["a list of conditions", { where: Array(40_000).fill({ column: "price", operator: "=" }) }],
    ["fields between commas", { fields: "a,".repeat(200_000) }],
  ])("%s", (_, args) => {
    // Each of these once kept the process busy from half a second to hours.
    expect(refusal("query", { result_id, ...args })).toContain("Nothing was done");
  });
});
