import { describe, expect, test } from "vitest";
import { caller, entry, ID, parts, registry, said } from "../../../test/support/mcp/toy-parts.ts";
import type { Registry } from "../../service/registry.ts";
import { discover } from "./discover.ts";
import { completionsOf, promptOf, prompts } from "./prompts.ts";
import { listResources, readResource, resourceTemplates } from "./resources.ts";

describe("discover", () => {
  test("says when it is free, when it is unavailable, and where to look up a value", () => {
    expect(discover(registry, { operation: "toyshelf/things" })).toMatchObject({
      free_if_asked_within_hours: 24,
      unavailable_when: "never",
      price: "2 credits per request",
      summary: "Things",
      request: {
        shelf: { type: "string", found_with: "id of toyshelf/shelves where kind is x where open is true" },
        plain: { type: "string", found_with: "id of toyshelf/shelves" },
      },
    });
    const bare = { ...entry, operation: { ...entry.operation, cache: undefined, unavailableWhen: undefined } };
    const reported = discover({ ...registry, byName: () => bare } as unknown as Registry, { operation: "x" });
    expect(reported).not.toHaveProperty("free_if_asked_within_hours");
    expect(reported).not.toHaveProperty("unavailable_when");
    expect(JSON.stringify(reported)).not.toContain("x-lookup");
  });
});

describe("prompts", () => {
  const text = (name: string, args: Record<string, string> = {}) =>
    promptOf(registry, name, args).messages[0]!.content.text;

  test("are an overview, and one operation with a goal of at most 1,000 characters", async () => {
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

  test("an operation is completed from those of the key, at most a hundred", () => {
    const complete = (value: string, sources: string[] | null = null, name = "operation", of = registry) =>
      completionsOf(of, caller(sources), { name, value }).completion;
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
  test("are the instructions, the key's operations, and the ten newest existing results", async () => {
    const { made, asked } = parts();
    expect(await listResources(made, caller(["toyshelf"]))).toEqual([
      { uri: "winnow://docs/agents.md", name: "How to work with Winnow", mimeType: "text/markdown" },
      {
        uri: "winnow://operations/toyshelf/things",
        name: "toyshelf/things",
        mimeType: "application/json",
        description: "Things: 2 credits per request",
      },
      {
        uri: `winnow://results/${ID}.json`,
        mimeType: "application/json",
        name: "toyshelf/things: 3 records",
        description: "Requested at 2027-03-01.",
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
    const read = async (uri: string) => (await readResource(made, caller(), uri)).contents[0];
    expect(await read("winnow://docs/agents.md")).toEqual({
      uri: "winnow://docs/agents.md",
      mimeType: "text/markdown",
      text: "# How to",
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
