import { describe, expect, test } from "vitest";
import { call, caller, ID, parts, said } from "../../../test/support/mcp/toy-parts.ts";
import { NoSuchThing, WinnowError } from "../../contract/errors.ts";
import { limits } from "../../limits/limits.ts";
import { shownError } from "./agent-words.ts";
import { Fault } from "./fault.ts";
import { type Query, runQuery } from "./query.ts";
import { readResult } from "./read-result.ts";
import work from "./result-worker.ts";

describe("tools over a stored result", () => {
  test("a page, a query and a file of it, as text and as data", async () => {
    const { made, asked } = parts();
    const page = await call(made, "get_page", { result_id: ID.toUpperCase(), offset: 1, fields: ["id"] });
    expect(page.structuredContent).toEqual({ total: 2, offset: 1, records: [{ id: 2 }] });
    expect(page.content).toEqual([{ type: "text", text: JSON.stringify(page.structuredContent) }]);
    expect(asked).toEqual([["ada", ID, ["toyshelf"]]]);
    const rows = await call(made, "query", { result_id: ID, where: [{ field: "id", op: "gt", value: 1 }] });
    expect(rows.structuredContent).toEqual({ total: 1, rows: [{ id: 2 }] });
    const file = await call(made, "export", { result_id: ID, format: "ndjson" });
    const uri = `winnow://results/${ID}.ndjson`;
    const url = "https://winnow.example/links/toy.ndjson";
    const about = { format: "ndjson", bytes: 18, total: 2, columns: ["id"], examples: [{ id: 1 }, { id: 2 }] };
    const summary = { url, expires_at: "later", ...about };
    expect(file).toEqual({
      content: [
        { type: "text", text: JSON.stringify(summary) },
        { type: "resource_link", uri: url, name: `${ID}.ndjson`, mimeType: "application/x-ndjson", size: 18 },
        { type: "resource", resource: { uri, mimeType: "application/x-ndjson", text: '{"id":1}\n{"id":2}\n' } },
      ],
      structuredContent: summary,
    });
  });

  test("a part that an interrupted stream had sent is not shown as a result, but one that a job was asked to keep is", async () => {
    const reading = (headers: Record<string, string>) => {
      const { made } = parts({
        answerOf: async () => ({ headers, results: 2, body: Buffer.from('[{"id":1},{"id":2}]') }) as never,
      });
      return call(made, "get_page", { result_id: ID });
    };
    const cut = await reading({ "x-warnings": "stream_left", "x-credits-charged": "3" });
    expect([cut.isError, (cut.content[0] as { text: string }).text]).toEqual([
      true,
      "The stream of this request was interrupted after 2 records, which cost 3 points. Call execute again with its idempotency_key to get all records.",
    ]);
    expect((await reading({ "x-warnings": "partial" })).structuredContent).toMatchObject({ total: 2 });
  });

  test("a file above limits.mcpInline is not put into the agent's context: size, columns, three examples and a link", async () => {
    const rows = Array.from({ length: 1_000 }, (_, id) => ({ id, name: `thing ${id}` }));
    const headers = { "x-results-end": "count" };
    const { made } = parts({ answerOf: async () => ({ headers, body: Buffer.from(JSON.stringify(rows)) }) as never });
    const { content, structuredContent } = await call(made, "export", { result_id: ID, format: "csv" });
    expect(content.map(({ type }) => type)).toEqual(["text", "resource_link"]);
    expect(structuredContent).toMatchObject({ total: 1_000, columns: ["id", "name"], examples: rows.slice(0, 3) });
    expect(structuredContent!.bytes).toBeGreaterThan(limits.mcpInline.max);
    expect(JSON.stringify(content).length).toBeLessThan(1_000);
  });

  test.each([
    ["json", "application/json", '[{"id":1},{"id":2}]'],
    ["csv", "text/csv", /^id\r?\n1\r?\n2/],
  ])("as %s", async (format, mimeType, text) => {
    const { content } = await call(parts().made, "export", { result_id: ID, format });
    expect(content[2]).toMatchObject({
      resource: { mimeType, text: typeof text === "string" ? text : expect.stringMatching(text) },
    });
  });

  test("an unknown result says so; a running job reports its progress, a failed one its reason", async () => {
    const read = (job: unknown) => {
      const { made } = parts({ answerOf: async () => null, jobs: { find: async () => job } as never });
      return said(() => readResult(made, caller(), ID, { do: "query", query: {} }));
    };
    const gone = `There is no result "${ID}" for this key; results are kept 7 days. Run execute again.`;
    expect(await read(null)).toBe(gone);
    const progress = { pages: 2, records: 40 };
    expect(await read({ status: "running", ended_at: null, error: null, progress })).toBe(
      "The result is not there yet: running, 2 pages and 40 records so far. Ask again in a few seconds.",
    );
    expect(await read({ status: "succeeded", ended_at: "x", error: null, progress })).toBe(gone);
    expect(
      await read({ status: "failed", ended_at: "x", error: { code: "blocked", detail: "a wall" }, progress }),
    ).toBe("a wall");
  });

  test("an error is worded for an agent: internal ones are hidden, but logged under a number", async () => {
    const { made, logged } = parts();
    const text = (error: unknown) => shownError(made, error);
    expect(text(new Fault("Say it otherwise."))).toBe("Say it otherwise.");
    expect(text(new WinnowError("blocked", "a wall", { hint: "Try later." }))).toBe(
      "412 blocked: a wall Try later. Nothing was charged.",
    );
    expect(text(new NoSuchThing("none"))).toMatch(/^412 no_such_thing: none \S.* Nothing was charged\.$/);
    expect(logged).toEqual([]);
    const internal = text(new TypeError("secret words"));
    const [, reference] = /^500 internal: something went wrong on our side\. Try again; quote ([\w-]{36}) when/.exec(
      internal,
    )!;
    expect(logged).toMatchObject([[{ reference, err: { message: "secret words" } }, "an MCP call failed"]]);
    expect(new Fault("x").name).toBe("Fault");
  });

  test("an unknown tool is answered with the known ones; every call counts", async () => {
    const { made } = parts();
    const unknown = await call(made, "x".repeat(70), {});
    expect(unknown).toEqual({
      content: [
        {
          type: "text",
          text: `There is no tool "${"x".repeat(60)}". Tools: discover, execute, get_page, query, export.`,
        },
      ],
      isError: true,
    });
    for (let at = 0; at < 119; at++) await call(made, "discover", {});
    expect((await call(made, "discover", {})).content[0]).toMatchObject({
      text: expect.stringMatching(/^429 rate_limited/),
    });
  });
});

describe("reading a stored result", () => {
  const body = Buffer.from('[{"id":1,"a":{"b":2}},{"id":2,"a":null}]');

  test("returns chosen fields, or all; a fault is reported, and an internal error is thrown", () => {
    expect(work({ body, job: { do: "export", format: "json", fields: ["a.b"] } })).toEqual({
      total: 2,
      text: '[{"a.b":2},{"a.b":null}]',
      columns: ["a.b"],
      examples: [{ "a.b": 2 }, { "a.b": null }],
    });
    expect(work({ body: Buffer.from('[{"id":1}]'), job: { do: "export", format: "csv", fields: [] } })).toMatchObject({
      text: expect.stringMatching(/^id\r?\n1/),
    });
    expect(work({ body: Buffer.from("[]"), job: { do: "export", format: "csv", fields: [] } })).toMatchObject({
      total: 0,
    });
    expect(work({ body, job: { do: "export", format: "json", fields: ["none"] } })).toEqual({
      fault: expect.stringContaining('no field "none"'),
    });
    expect(() => work({ body: Buffer.from("nonsense"), job: { do: "query", query: {} } })).toThrow(SyntaxError);
  });
});

describe("edge cases of queries", () => {
  const rows = [
    { n: 1, s: "b" },
    { n: 2, s: "a" },
    { n: 10, s: null },
  ];
  const ns = (query: Query) => runQuery(rows, query).rows.map(({ n }) => n);

  test("numbers and texts are compared by their own type; texts with numbers as texts", () => {
    expect(ns({ where: [{ field: "s", op: "gt", value: 1 }] })).toEqual([1, 2]);
    expect(ns({ where: [{ field: "s", op: "lte", value: "a" }] })).toEqual([2]);
    expect(ns({ where: [{ field: "n", op: "gte", value: true }] })).toEqual([1, 2, 10]);
    expect(ns({ where: [{ field: "s", op: "eq", value: true }] })).toEqual([]);
    expect(ns({ where: [{ field: "n", op: "in", value: [null, "2"] }] })).toEqual([2]);
  });

  test("an offset beyond the end returns none; a limit one higher returns one more", () => {
    expect(ns({ offset: 3 })).toEqual([]);
    expect(ns({ offset: 2 })).toEqual([10]);
    expect([ns({ limit: 1 }), ns({ limit: 2 })]).toEqual([[1], [1, 2]]);
  });

  test("an empty result rejects no field; its groups are empty", () => {
    expect(runQuery([], { fields: ["any"], where: [{ field: "x", op: "eq", value: 1 }] })).toEqual({
      total: 0,
      rows: [],
    });
    expect(runQuery([], { aggregate: [{ fn: "count" }] })).toEqual({ total: 1, rows: [{ count: 0 }] });
    expect(runQuery(rows, { group_by: [], aggregate: [], sort: [], fields: [] }).rows).toEqual(rows);
  });
});
