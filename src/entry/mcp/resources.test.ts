import { describe, expect, test } from "vitest";
import { caller, entry, ID, parts, registry, said } from "../../../test/support/mcp/toy-parts.ts";
import type { Registry } from "../../service/registry.ts";
import { discover } from "./discover.ts";
import { listResources, readResource, resourceTemplates } from "./message-handler.ts";

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

describe("resources", () => {
  test("resources are the ten newest existing results", async () => {
    const { made, asked } = parts();
    expect(await listResources(made, caller(["toyshelf"]))).toEqual([
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
    ]);
  });

  test("resources are read by their address", async () => {
    const { made } = parts();
    const read = async (uri: string) => (await readResource(made, caller(), uri)).contents[0];
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
        "There is no such resource. Resources: winnow://results/{result_id}.{format}.",
      );
    for (let at = 0; at < 200; at++) await said(() => read("x"));
    expect(await said(() => read("x"))).toMatch(/^429/);
  });
});
