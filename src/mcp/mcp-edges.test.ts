import { describe, expect, test } from "vitest";
import type { KeyHolder } from "../accounts/types.ts";
import { SimulatedClock } from "../clock.ts";
import { NoSuchThing, WinnowError } from "../contract/errors.ts";
import { flat } from "../contract/price.ts";
import type { Entry, Registry } from "../service/registry.ts";
import { localWindows } from "../store/shared-windows.ts";
import { callTool, type McpParts, readResult, shownError, type ToolResult } from "./call-tool.ts";
import { CallWindow } from "./call-window.ts";
import { checkArguments } from "./check-arguments.ts";
import { discover } from "./discover.ts";
import { Fault } from "./fault.ts";
import { listedTools } from "./listed-tools.ts";
import { completionsOf, promptOf, prompts } from "./prompts.ts";
import { type Query, runQuery } from "./query.ts";
import { listResources, readResource, resourceTemplates } from "./resources.ts";
import work from "./result-worker.ts";

const ID = "0192a4b0-0000-7000-8000-00000000000a";
const said = async (work: () => unknown): Promise<unknown> => {
  try {
    return await work();
  } catch (error) {
    return (error as Error).message;
  }
};

test("the tools that agents see are these: whoever changes one changes what every agent reads", async () => {
  await expect(`${JSON.stringify(listedTools, null, 2)}\n`).toMatchFileSnapshot("tools.snapshot");
});

describe("arguments, to the edge", () => {
  const taken = (tool: Parameters<typeof checkArguments>[0], args: object) => {
    try {
      return checkArguments(tool, args);
    } catch (error) {
      return (error as Error).message.split(";")[0];
    }
  };
  const list = (length: number, item: unknown) => Array(length).fill(item);
  const condition = { field: "a", op: "is_null" };

  test("what is left out has its default", () => {
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
  ])("%s takes %j and not %j", (tool, right, wrong) => {
    const needed = { discover: {}, execute: { operation: "a", request: {} } }[tool as string] ?? { result_id: ID };
    expect(taken(tool, { ...needed, ...right })).toBeTypeOf("object");
    expect(taken(tool, { ...needed, ...wrong })).toBeTypeOf("string");
  });

  test.each([ID.toUpperCase(), ID])("%s is a result's id", (result_id) => {
    expect(taken("get_page", { result_id })).toMatchObject({ result_id });
  });

  test.each([`${ID}0`, `x${ID}`, ID.slice(1), ID.replaceAll("-", "")])("%s is none", (result_id) => {
    expect(taken("get_page", { result_id })).toMatch(/^result_id is not in the form it needs/);
  });

  test("what was sent is shown short, and what is inside is named by its place", () => {
    expect(taken("query", { result_id: "x".repeat(56) })).toContain("form");
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

  test.each([null, [], "x", 7])("%j is no object of arguments", async (given) => {
    expect(await said(() => checkArguments("discover", given))).toBe("arguments must be an object.");
  });
});

describe("how often an account may call", () => {
  const clock = new SimulatedClock("2027-03-01T12:00:15.500Z");

  test("120 times a minute, whatever the tool", async () => {
    const window = new CallWindow(clock, localWindows(clock));
    for (let call = 0; call < 120; call++) window.count("ada");
    expect(await said(() => window.count("ada"))).toBe(
      "429 rate_limited: 120 calls a minute at /mcp. Try again in 45 s. Nothing was done.",
    );
    window.count("bob");
    clock.advance(44_500);
    window.count("ada");
  });

  test("four results are read at once, by each account", async () => {
    const window = new CallWindow(clock, localWindows(clock));
    const ends: Array<() => void> = [];
    const reading = (account = "ada") =>
      window.during(account, () => new Promise<string>((resolve) => ends.push(() => resolve("read"))));
    const first = Array.from({ length: 4 }, () => reading());
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

/** A service of one operation, without any of its parts. */
const entry = {
  name: "toyshelf/things",
  source: { name: "toyshelf" },
  operation: {
    ...{ summary: "Things", description: "All", price: flat(2), examples: [{ shelf: "top" }] },
    cache: { seconds: 86_400 },
    unavailableWhen: "never",
    request: {
      required: ["shelf"],
      properties: {
        shelf: {
          type: "string",
          "x-lookup": { operation: "/api/toyshelf/shelves", field: "id", where: { kind: "x", open: true } },
        },
        plain: { type: "string", "x-lookup": { operation: "/api/toyshelf/shelves", field: "id" } },
      },
    },
    record: { properties: { id: {} } },
  },
} as unknown as Entry;
const other = { ...entry, name: "stays/hotels", source: { name: "stays" } } as unknown as Entry;
const registry = {
  entries: [entry, other],
  byName: (name: string) => [entry, other].find((one) => one.name === name),
} as unknown as Registry;
const holder = (sources: string[] | null = null) => ({ person: { id: "ada" }, key: { id: "k", sources } }) as KeyHolder;

function parts(over: Partial<McpParts> = {}) {
  const clock = new SimulatedClock();
  const asked: unknown[] = [];
  const logged: unknown[] = [];
  const made = {
    ...{ service: { registry }, clock, windows: localWindows(clock), agentsPage: () => "# How to" },
    window: new CallWindow(clock, localWindows(clock)),
    log: { error: (context: object, message: string) => void logged.push([context, message]) },
    answerOf: async (...args: unknown[]) => {
      asked.push(args);
      return { body: Buffer.from('[{"id":1},{"id":2}]') };
    },
    recent: async (_holder: KeyHolder, most: number) => {
      asked.push(most);
      const row = { endpoint: "/api/toyshelf/things", response_count: 3, started_at: "2027-03-01" };
      return [
        { ...row, id: ID, response_status_code: 200 },
        { ...row, id: "failed", response_status_code: 412 },
      ];
    },
    jobs: { find: async () => null, submit: () => expect.unreachable() },
    reader: { read: async (body: Uint8Array, job: never) => work({ body, job }), close: async () => {} },
    ...over,
  } as unknown as McpParts;
  return { made, asked, logged };
}
const call = (made: McpParts, name: string, args: object): Promise<ToolResult> =>
  callTool(made, name, {
    ...{ holder: holder(["toyshelf"]), args: args as Record<string, unknown>, signal: new AbortController().signal },
    ...{ from: { address: "", headers: {} }, onProgress() {} },
  } as never);

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
    expect(file).toEqual({
      content: [
        { type: "resource", resource: { uri, mimeType: "application/x-ndjson", text: '{"id":1}\n{"id":2}\n' } },
        { type: "text", text: `2 records as ndjson, 18 bytes: ${uri}` },
        { type: "resource_link", uri, name: `${ID}.ndjson`, mimeType: "application/x-ndjson", size: 18 },
      ],
      structuredContent: { uri, format: "ndjson", total: 2, bytes: 18 },
    });
  });

  test.each([
    ["json", "application/json", '[{"id":1},{"id":2}]'],
    ["csv", "text/csv", /^id\r?\n1\r?\n2/],
  ])("as %s", async (format, mimeType, text) => {
    const { content } = await call(parts().made, "export", { result_id: ID, format });
    expect(content[0]).toMatchObject({
      resource: { mimeType, text: typeof text === "string" ? text : expect.stringMatching(text) },
    });
  });

  test("one that is not there says so; a job that runs says how far it is, one that failed why", async () => {
    const read = (job: unknown) => {
      const { made } = parts({ answerOf: async () => null, jobs: { find: async () => job } as never });
      return said(() => readResult(made, holder(), ID, { do: "query", query: {} }));
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

  test("an error is words for an agent: ours are not shown, but written down under a number", async () => {
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

  test("a tool that is not there is answered with those that are; every call counts", async () => {
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
    expect((await call(made, "discover", {})).content[0]!.text).toMatch(/^429 rate_limited/);
  });
});

describe("discover", () => {
  test("says when it costs nothing, when it cannot be had, and where a value is found", () => {
    expect(discover(registry, { operation: "toyshelf/things" })).toMatchObject({
      ...{
        free_if_asked_within_hours: 24,
        unavailable_when: "never",
        price: "2 credits per request",
        summary: "Things",
      },
      request: {
        shelf: { type: "string", found_with: "id of toyshelf/shelves where kind is x where open is true" },
        plain: { type: "string", found_with: "id of toyshelf/shelves" },
      },
    });
    const bare = { ...entry, operation: { ...entry.operation, cache: undefined, unavailableWhen: undefined } };
    const told = discover({ ...registry, byName: () => bare } as unknown as Registry, { operation: "x" });
    expect(told).not.toHaveProperty("free_if_asked_within_hours");
    expect(told).not.toHaveProperty("unavailable_when");
    expect(JSON.stringify(told)).not.toContain("x-lookup");
  });
});

describe("prompts", () => {
  const text = (name: string, args: Record<string, string> = {}) =>
    promptOf(registry, name, args).messages[0]!.content.text;

  test("are a look around, and one operation with a goal of 1,000 characters at most", async () => {
    expect(
      prompts.map(({ name, arguments: args }) => [name, args?.map(({ name, required }) => [name, required])]),
    ).toEqual([
      ["look_around", undefined],
      [
        "run_operation",
        [
          ["operation", true],
          ["goal", false],
        ],
      ],
    ]);
    expect(text("look_around")).toMatch(/^Call discover .* Do not run execute yet\.$/);
    const plain = text("run_operation", { operation: "toyshelf/things" });
    expect(plain).toMatch(
      /^Use toyshelf\/things \(Things; 2 credits per request\)\. .* such as \{"shelf":"top"\}, with/,
    );
    expect(text("run_operation", { operation: "toyshelf/things", goal: "g".repeat(1_001) })).toBe(
      `I want to know: ${"g".repeat(1_000)}\n\n${plain}`,
    );
    expect(promptOf(registry, "look_around", {}).messages[0]!.role).toBe("user");
    expect(await said(() => text("x".repeat(70)))).toBe(
      `There is no prompt "${"x".repeat(60)}". Prompts: look_around, run_operation.`,
    );
    expect(await said(() => text("run_operation"))).toMatch(/^There is no operation ""/);
    expect(await said(() => text("run_operation", { operation: "y".repeat(300) }))).toContain(`"${"y".repeat(200)}"`);
  });

  test("an operation is completed from what the key is for, a hundred at most", () => {
    const complete = (value: string, sources: string[] | null = null, name = "operation", of = registry) =>
      completionsOf(of, holder(sources), { name, value }).completion;
    expect(complete("")).toEqual({ values: ["toyshelf/things", "stays/hotels"], total: 2, hasMore: false });
    expect(complete("HOT")).toEqual({ values: ["stays/hotels"], total: 1, hasMore: false });
    expect(complete("", ["stays"]).values).toEqual(["stays/hotels"]);
    expect(complete("", null, "goal")).toEqual({ values: [], total: 0, hasMore: false });
    const many = (count: number) => ({ entries: Array(count).fill(entry) }) as unknown as Registry;
    expect([
      complete("", null, "operation", many(100)).hasMore,
      complete("", null, "operation", many(101)),
    ]).toMatchObject([false, { total: 101, hasMore: true, values: { length: 100 } }]);
  });
});

describe("resources", () => {
  test("are how to work here, the operations that the key is for, and the ten newest results that are there", async () => {
    const { made, asked } = parts();
    expect(await listResources(made, holder(["toyshelf"]))).toEqual([
      { uri: "winnow://docs/agents.md", name: "How to work with Winnow", mimeType: "text/markdown" },
      {
        ...{ uri: "winnow://operations/toyshelf/things", name: "toyshelf/things", mimeType: "application/json" },
        description: "Things: 2 credits per request",
      },
      {
        ...{ uri: `winnow://results/${ID}.json`, mimeType: "application/json" },
        ...{ name: "toyshelf/things: 3 records", description: "Asked for at 2027-03-01." },
      },
    ]);
    expect(asked).toEqual([10]);
    expect(resourceTemplates.map(({ uriTemplate, name }) => [uriTemplate, name])).toEqual([
      ["winnow://results/{result_id}.{format}", "result"],
      ["winnow://operations/{+operation}", "operation"],
    ]);
    expect(resourceTemplates[1]).toMatchObject({ mimeType: "application/json" });
  });

  test("are read by their address", async () => {
    const { made } = parts();
    const read = async (uri: string) => (await readResource(made, holder(), uri)).contents[0];
    expect(await read("winnow://docs/agents.md")).toEqual({
      ...{ uri: "winnow://docs/agents.md", mimeType: "text/markdown", text: "# How to" },
    });
    expect(await read("winnow://operations/toyshelf/things")).toMatchObject({
      mimeType: "application/json",
      text: expect.stringContaining('"operation":"toyshelf/things"'),
    });
    expect(await read(`WINNOW://results/${ID}.CSV`)).toMatchObject({ mimeType: "text/csv" });
    expect(await read(`winnow://results/${ID}.ndjson`)).toMatchObject({ text: '{"id":1}\n{"id":2}\n' });
    for (const wrong of [
      `winnow://results/${ID}.xml`,
      `xwinnow://results/${ID}.csv`,
      `winnow://results/${ID}.csvx`,
      "x",
      "",
    ])
      expect(await said(() => read(wrong))).toBe(
        "There is no such resource. Resources: winnow://docs/agents.md, winnow://results/{result_id}.{format}, winnow://operations/{+operation}.",
      );
    expect(await said(() => read("winnow://operations/nothing"))).toMatch(/^There is no operation "nothing"/);
    expect(await said(() => read(`winnow://operations/${"x".repeat(201)}`))).toMatch(/^There is no such resource/);
    for (let at = 0; at < 200; at++) await said(() => read("winnow://docs/agents.md"));
    expect(await said(() => read("winnow://docs/agents.md"))).toMatch(/^429/);
  });
});

describe("a stored result that is read", () => {
  const body = Buffer.from('[{"id":1,"a":{"b":2}},{"id":2,"a":null}]');

  test("gives chosen fields, or all; a fault is told, and one of ours is thrown", () => {
    expect(work({ body, job: { do: "export", format: "json", fields: ["a.b"] } })).toEqual({
      ...{ total: 2, text: '[{"a.b":2},{"a.b":null}]' },
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

describe("queries, to the edge", () => {
  const rows = [
    { n: 1, s: "b" },
    { n: 2, s: "a" },
    { n: 10, s: null },
  ];
  const ns = (query: Query) => runQuery(rows, query).rows.map(({ n }) => n);

  test("numbers and texts are compared as what they are; texts with numbers as texts", () => {
    expect(ns({ where: [{ field: "s", op: "gt", value: 1 }] })).toEqual([1, 2]);
    expect(ns({ where: [{ field: "s", op: "lte", value: "a" }] })).toEqual([2]);
    expect(ns({ where: [{ field: "n", op: "gte", value: true }] })).toEqual([1, 2, 10]);
    expect(ns({ where: [{ field: "s", op: "eq", value: true }] })).toEqual([]);
    expect(ns({ where: [{ field: "n", op: "in", value: [null, "2"] }] })).toEqual([2]);
  });

  test("an offset beyond the end gives none; one limit more gives one more", () => {
    expect(ns({ offset: 3 })).toEqual([]);
    expect(ns({ offset: 2 })).toEqual([10]);
    expect([ns({ limit: 1 }), ns({ limit: 2 })]).toEqual([[1], [1, 2]]);
  });

  test("an empty result has no fields to be wrong about; a group of it is empty", () => {
    expect(runQuery([], { fields: ["any"], where: [{ field: "x", op: "eq", value: 1 }] })).toEqual({
      total: 0,
      rows: [],
    });
    expect(runQuery([], { aggregate: [{ fn: "count" }] })).toEqual({ total: 1, rows: [{ count: 0 }] });
    expect(runQuery(rows, { group_by: [], aggregate: [], sort: [], fields: [] }).rows).toEqual(rows);
  });
});
