import { describe, expect, test } from "vitest";
import { ID, said } from "../../../test/support/mcp/toy-parts.ts";
import { SimulatedClock } from "../../base/clock.ts";
import { limits } from "../../limits/limits.ts";
import { localWindows } from "../../store/shared-windows.ts";
import { createCallWindow } from "./call-window.ts";
import { checkArguments } from "./check-arguments.ts";
import { listedTools } from "./message-handler.ts";

test("the listed tools match the snapshot, because every agent reads them", async () => {
  await expect(`${JSON.stringify(listedTools, null, 2)}\n`).toMatchFileSnapshot("tools.snapshot");
});

describe("edge cases of arguments", () => {
  const taken = (tool: Parameters<typeof checkArguments>[0], args: object) => {
    try {
      return checkArguments(tool, args);
    } catch (error) {
      return (error as Error).message.split(";")[0];
    }
  };
  const list = (length: number, item: unknown) => Array(length).fill(item);
  const condition = { field: "a", op: "is_null" };

  test("an omitted argument has its default", () => {
    expect(taken("get_page", { result_id: ID })).toEqual({ result_id: ID, offset: 0, limit: 10 });
    expect(taken("query", { result_id: ID })).toEqual({ result_id: ID, offset: 0, limit: 20 });
    expect(taken("export", { result_id: ID })).toEqual({ result_id: ID, format: "json" });
    expect(taken("discover", {})).toEqual({});
    expect(taken("execute", { operation: "a", request: {} })).toEqual({ operation: "a", request: {} });
  });

  test.each<[Parameters<typeof checkArguments>[0], object, object]>([
    ["get_page", { limit: 100 }, { limit: 101 }],
    ["get_page", { limit: 1 }, { limit: 0 }],
    ["get_page", { offset: 1_000_000 }, { offset: 1_000_001 }],
    ["get_page", { offset: 0 }, { offset: -1 }],
    ["get_page", { fields: list(100, "a") }, { fields: list(101, "a") }],
    ["get_page", { fields: ["x".repeat(200)] }, { fields: ["x".repeat(201)] }],
    ["get_page", { fields: ["x"] }, { fields: [""] }],
    ["query", { limit: 100 }, { limit: 101 }],
    ["query", { limit: 1 }, { limit: 0 }],
    ["query", { where: list(20, condition) }, { where: list(21, condition) }],
    ["query", { where: [condition] }, { where: [{ op: "is_null" }] }],
    ["query", { where: [condition] }, { where: [{ field: "a" }] }],
    ["query", { where: [condition] }, { where: [{ ...condition, more: 1 }] }],
    ["query", { group_by: list(5, "a") }, { group_by: list(6, "a") }],
    ["query", { aggregate: list(10, { fn: "count" }) }, { aggregate: list(11, { fn: "count" }) }],
    ["query", { aggregate: [{ fn: "count" }] }, { aggregate: [{ field: "a" }] }],
    ["query", { sort: list(5, { field: "a" }) }, { sort: list(6, { field: "a" }) }],
    ["query", { sort: [{ field: "a", order: "asc" }] }, { sort: [{ order: "asc" }] }],
    ["export", { format: "csv" }, { format: "xml" }],
    ["export", { format: "ndjson" }, { format: 1 }],
    ["execute", { max_cost: 0 }, { max_cost: -1 }],
    ["execute", { idempotency_key: "x".repeat(255) }, { idempotency_key: "x".repeat(256) }],
    ["execute", { idempotency_key: "a b" }, { idempotency_key: "a\nb" }],
    ["execute", { background: true }, { background: "true" }],
    ["execute", { no_cache: false }, { no_cache: 0 }],
    ["execute", { operation: "x".repeat(200) }, { operation: "x".repeat(201) }],
    ["execute", {}, { operation: undefined }],
    ["discover", { values_of: "x" }, { values_of: "" }],
    ["discover", {}, { more: 1 }],
  ])("%s accepts %j and not %j", (tool, right, wrong) => {
    const needed = { discover: {}, execute: { operation: "a", request: {} } }[tool as string] ?? { result_id: ID };
    expect(taken(tool, { ...needed, ...right })).toBeTypeOf("object");
    expect(taken(tool, { ...needed, ...wrong })).toBeTypeOf("string");
  });

  test.each([ID.toUpperCase(), ID])("%s is a result's id", (result_id) => {
    expect(taken("get_page", { result_id })).toMatchObject({ result_id });
  });

  test.each([`${ID}0`, `x${ID}`, ID.slice(1), ID.replaceAll("-", "")])("%s is not", (result_id) => {
    expect(taken("get_page", { result_id })).toMatch(/^result_id must be an id that execute returned/);
  });

  test("a given value is shown shortened, and a nested one is named by its place", () => {
    expect(taken("query", { result_id: "x".repeat(56) })).toContain("must be an id that execute returned");
    const full = (args: object) => said(() => checkArguments("query", { result_id: ID, ...args }));
    return Promise.all([
      expect(full({ limit: "y".repeat(58) })).resolves.toBe(
        `limit must be of type integer; it was "${"y".repeat(58)}". Nothing was done.`,
      ),
      expect(full({ limit: "y".repeat(59) })).resolves.toBe(
        `limit must be of type integer; it was "${"y".repeat(56)}.... Nothing was done.`,
      ),
      expect(full({ limit: [1] })).resolves.toContain("it was a list."),
      expect(full({ limit: {} })).resolves.toContain("it was an object."),
      expect(full({ limit: null })).resolves.toContain("it was null."),
      expect(full({ where: [{ field: "a" }] })).resolves.toBe(
        '"op" is missing in where.0. Allowed in where.0: field, op, value. Nothing was done.',
      ),
      expect(full({ where: [{ ...condition, more: 1 }] })).resolves.toBe(
        'There is no "more" in where.0. Allowed: field, op, value. Nothing was done.',
      ),
    ]);
  });

  test.each([null, [], "x", 7])("%j is not an object of arguments", async (given) => {
    expect(await said(() => checkArguments("discover", given))).toBe("arguments must be an object.");
  });
});

describe("how often an account may call", () => {
  const clock = new SimulatedClock("2027-03-01T12:00:15.500Z");

  test("120 times a minute, whatever the tool", async () => {
    const window = createCallWindow(clock, localWindows(clock));
    for (let call = 0; call < limits.mcpCalls.max; call++) window.count("ada");
    expect(await said(() => window.count("ada"))).toBe(
      "429 rate_limited: 120 calls a minute at /mcp. Try again in 45 s. Nothing was done.",
    );
    window.count("bob");
    clock.advance(44_500);
    window.count("ada");
  });

  test("each account reads four results concurrently", async () => {
    const window = createCallWindow(clock, localWindows(clock));
    const ends: Array<() => void> = [];
    const reading = (account = "ada") =>
      window.during(account, () => new Promise<string>((resolve) => ends.push(() => resolve("read"))));
    const first = Array.from({ length: limits.mcpResultsBeingRead.max }, () => reading());
    expect(await said(() => reading())).toBe("429 rate_limited: 4 results are being read. Wait for one to end.");
    const bobs = reading("bob");
    ends[0]!();
    expect(await first[0]).toBe("read");
    const fifth = reading();
    expect(await said(() => reading())).toMatch(/^429/);
    for (const end of ends) end();
    await Promise.all([...first, bobs, fifth]);
    const failing = () => window.during("ada", () => Promise.reject(new Error("broken")));
    for (let time = 0; time < 6; time++) expect(await said(failing)).toBe("broken");
  });
});
