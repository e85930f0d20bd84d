import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mcpClient, mcpRevisions } from "../../../test/support/mcp/client.ts";
import type { TestService } from "../../../test/support/service.ts";
import { sharedToyService } from "../../../test/support/shared-service.ts";
import { listedTools } from "./message-handler.ts";

interface Reported {
  isError?: boolean;
  content: Array<{ type: string; text?: string; resource?: { uri: string; text: string; mimeType: string } }>;
  structuredContent?: any;
}

test("the whole of tools/list stays under 1,000 tokens", () => {
  // A tokenizer counts 4.1 characters per token here.
  expect(JSON.stringify({ tools: listedTools }).length / 4).toBeLessThan(1_000);
  // Empty phrases still cost context; required arguments are declared.
  expect(JSON.stringify(listedTools)).not.toMatch(/"required":\[\]|"maxLength"/);
  expect(JSON.stringify(listedTools)).toContain('"required":["operation","request"]');
});

describe.each(mcpRevisions)("revision %s", (_, mode) => {
  let service: TestService;
  let key: string;
  let client: Client;

  beforeAll(async () => {
    service = await sharedToyService();
    key = await service.createKey({ points: 1000 });
    client = await mcpClient(service.address, mode, { "access-token": key });
  });
  afterAll(async () => {
    await client.close();
  });

  const call = (name: string, args: Record<string, unknown>, by = client): Promise<Reported> =>
    by.callTool({ name, arguments: args }) as Promise<Reported>;

  const execute = async (count = 15): Promise<any> =>
    (await call("execute", { operation: "toyshelf/things", request: { shelf: "top", count } })).structuredContent;

  test("tools that spend points say so, and every tool describes its result", async () => {
    const listed = (await client.listTools()).tools;
    const hints = listed.map(({ name, annotations }) => [name, annotations?.readOnlyHint, annotations?.openWorldHint]);
    expect(hints).toEqual([
      ["discover", true, false],
      ["execute", false, true],
      ["get_page", true, false],
      ["query", true, false],
      ["export", true, false],
    ]);
    expect(listed.every(({ outputSchema }) => outputSchema?.type === "object")).toBe(true);
  });

  test("the official client lists the tools", async () => {
    const listed = await client.listTools();
    expect(listed.tools.map(({ name }) => name)).toEqual(["discover", "execute", "get_page", "query", "export"]);
  });

  describe("discover", () => {
    test("lists the operations with their prices", async () => {
      const { structuredContent } = await call("discover", {});
      expect(structuredContent.operations).toEqual([
        { operation: "toyshelf/things", summary: "Things on a shelf", price: "3 credits per 10 results" },
      ]);
    });

    test("describes an operation's fields with an example", async () => {
      const { structuredContent } = await call("discover", { operation: "toyshelf/things" });
      expect(structuredContent).toMatchObject({ required: ["shelf", "count"], example: { shelf: "top", count: 5 } });
    });

    test("lists the existing names for a wrong one", async () => {
      const answer = await call("discover", { operation: "toys" });
      expect([answer.isError, answer.content[0]!.text]).toEqual([true, expect.stringContaining("toyshelf/things")]);
    });
  });

  describe("execute", () => {
    test("returns the first 10 records, the total, the cost and a result to continue reading", async () => {
      const answer = await execute();
      expect(answer).toMatchObject({ total: 15, shown: 10, credits_charged: 6 });
      const page = await call("get_page", { result_id: answer.result_id, offset: 10, limit: 3, fields: ["id"] });
      expect(page.structuredContent).toEqual({
        total: 15,
        offset: 10,
        records: [{ id: "10" }, { id: "11" }, { id: "12" }],
      });
    });

    test("appears in the history with its cost, like any other request", async () => {
      const { result_id } = await execute(3);
      const [row] = (await service.get("/token/requests?limit=1", key)).json();
      expect(row).toMatchObject({ id: result_id, cost: 3, response_count: 3 });
    });

    test("tells an agent what to do about an error, and that nothing was charged", async () => {
      const bad = await call("execute", { operation: "toyshelf/things", request: { count: 0 } });
      expect(bad.isError).toBe(true);
      expect(bad.content[0]!.text).toMatch(
        /422 validation: request\.shelf: Field required; request\.count: .*Nothing was charged/,
      );
      const none = await call("execute", { operation: "toyshelf/things", request: { shelf: "none", count: 1 } });
      expect(none.content[0]!.text).toContain("412 no_such_thing: no such shelf");
    });

    test("a field that the operation does not have is rejected by name before anything is charged", async () => {
      const request = { shelf: "top", count: 1, colour: "red" };
      const { isError, content } = await call("execute", { operation: "toyshelf/things", request });
      expect([isError, content[0]!.text]).toEqual([true, expect.stringMatching(/"colour".*nothing was charged/)]);
    });

    test("shows only the fields that are asked for and keeps all; an unknown one is refused before anything is charged", async () => {
      const request = { shelf: "top", count: 2 };
      const asked = await call("execute", { operation: "toyshelf/things", request, fields: ["name"] });
      expect(asked.structuredContent.records.map(Object.keys)).toEqual([["name"], ["name"]]);
      const { result_id } = asked.structuredContent;
      const kept = (await call("get_page", { result_id })).structuredContent.records;
      expect(Object.keys(kept[0]).length).toBeGreaterThan(1);
      const refused = await call("execute", { operation: "toyshelf/things", request, fields: ["nam"] });
      expect(refused.content[0]!.text).toMatch(/has no field "nam"\. Did you mean name\? .*nothing was charged/);
    });

    test("a repeated idempotency_key is not charged again, and returns the first result to continue reading", async () => {
      const args = {
        operation: "toyshelf/things",
        request: { shelf: "top", count: 15 },
        idempotency_key: "the same twice",
      };
      const first = (await call("execute", args)).structuredContent;
      const again = (await call("execute", args)).structuredContent;
      expect([first.credits_charged, again.credits_charged]).toEqual([6, 0]);
      expect(again.result_id).toBe(first.result_id);
      const { total, records } = (await call("get_page", { result_id: again.result_id })).structuredContent;
      expect([total, records.length]).toEqual([15, 10]);
      const later = (await call("execute", { ...args, background: true })).structuredContent;
      expect(later).toMatchObject({ result_id: first.result_id, status: "succeeded", credits_charged: 0 });
    });

    test("an argument of the wrong type is an error, and nothing is charged", async () => {
      const before = (await service.get("/token/statistic", key)).json()[0].points;
      const args = { operation: "toyshelf/things", request: { shelf: "top", count: 20 } };
      for (const guard of [{ max_cost: "5" }, { idempotency_key: 77 }]) {
        expect((await call("execute", { ...args, ...guard })).isError).toBe(true);
      }
      expect((await service.get("/token/statistic", key)).json()[0].points).toBe(before);
    });

    test("rejects a call that could cost more than max_cost", async () => {
      const answer = await call("execute", {
        operation: "toyshelf/things",
        request: { shelf: "top", count: 20 },
        max_cost: 5,
      });
      expect(answer.content[0]!.text).toContain("403 over_max_cost");
      // Names its arguments: an agent sends no headers.
      expect(answer.content[0]!.text).toMatch(/max_cost allows 5\. Raise max_cost/);
      expect(answer.content[0]!.text).not.toContain("x-max-cost");
    });

    test("sends one progress notification per page, with the number of requested records", async () => {
      const seen: unknown[] = [];
      await client.callTool(
        { name: "execute", arguments: { operation: "toyshelf/things", request: { shelf: "top", count: 15 } } },
        { onprogress: ({ progress, total }) => seen.push([progress, total]) },
      );
      expect(seen.length).toBeGreaterThan(0);
      expect(seen.length).toBeLessThan(15);
      expect(seen).toEqual(seen.map(() => [expect.any(Number), 15]));
    });

    test("sends progress while pages arrive, and a cancellation stops the work and releases the points", async () => {
      const before = (await service.get("/token/statistic", key)).json()[0].points;
      const stop = new AbortController();
      const seen: number[] = [];
      const running = client.callTool(
        { name: "execute", arguments: { operation: "toyshelf/things", request: { shelf: "slow", count: 20 } } },
        {
          signal: stop.signal,
          onprogress: ({ progress }) => {
            seen.push(progress);
            stop.abort("enough");
          },
        },
      );
      await expect(running).rejects.toThrow();
      expect(seen.length).toBeGreaterThan(0);
      await expect
        .poll(async () => (await service.get("/token/requests?limit=1", key)).json()[0])
        .toMatchObject({ response_status_code: 499, cost: 0 });
      expect((await service.get("/token/statistic", key)).json()[0].points).toBe(before);
    });
  });

  test("execute in the background returns immediately with a result to read later", async () => {
    const args = { operation: "toyshelf/things", request: { shelf: "top", count: 15 }, background: true };
    const { result_id, ...reported } = (await call("execute", args)).structuredContent;
    expect(reported).toMatchObject({ records: [], total: 0, shown: 0, credits_charged: 0 });
    expect(reported.status).toMatch(/^(queued|running)$/);
    const page = async () => (await call("get_page", { result_id })).structuredContent?.total;
    await expect.poll(page, { timeout: 15_000 }).toBe(15);
    const failing = { ...args, request: { shelf: "none", count: 1 } };
    const failed = (await call("execute", failing)).structuredContent;
    await expect
      .poll(async () => (await call("get_page", { result_id: failed.result_id })).content[0]!.text, { timeout: 15_000 })
      .toMatch(/^412 no_such_thing/);
    const slow = { ...args, request: { shelf: "slow", count: 20 } };
    const waiting = (await call("execute", slow)).structuredContent;
    expect((await call("get_page", { result_id: waiting.result_id })).content[0]!.text).toMatch(/not there yet/);
  });

  test("query groups and sorts a stored result, free of charge", async () => {
    const { result_id, points_left } = await execute(20);
    const { structuredContent } = await call("query", {
      result_id,
      where: [{ field: "name", op: "contains", value: "thing" }],
      group_by: ["name"],
      aggregate: [{ fn: "count", as: "n" }],
      sort: [{ field: "name", order: "desc" }],
      limit: 2,
    });
    expect(structuredContent).toEqual({
      total: 10,
      rows: [
        { name: "thing 9", n: 2 },
        { name: "thing 8", n: 2 },
      ],
    });
    expect((await service.get("/token/statistic", key)).json()[0].points).toBe(points_left);
  });

  test("a query for an unknown field names the known ones", async () => {
    const { result_id } = await execute(1);
    const answer = await call("query", { result_id, sort: [{ field: "price" }] });
    expect([answer.isError, answer.content[0]!.text]).toEqual([true, expect.stringContaining("@type, id, name")]);
  });

  test.each([
    ["json", 2, "application/json"],
    ["ndjson", 3, "application/x-ndjson"],
    ["csv", 4, "text/csv"],
  ])("export returns the whole result as %s", async (format, _, type) => {
    const { result_id } = await execute(12);
    const { content } = await call("export", { result_id, format });
    const { resource } = content[2]!;
    expect(resource!.mimeType).toBe(type);
    const rows =
      format === "json"
        ? JSON.parse(resource!.text).length
        : resource!.text.trim().split("\n").length - (format === "csv" ? 1 : 0);
    expect(rows).toBe(12);
    expect(content.map(({ type }) => type)).toEqual(["text", "resource_link", "resource"]);
    const { contents } = await client.readResource({ uri: resource!.uri });
    expect((contents[0] as { text: string }).text).toBe(resource!.text);
  });

  test.each(["json", "ndjson", "csv"])(
    "export links to the same %s file, which opens without a key",
    async (format) => {
      const { result_id } = await execute(12);
      const { content, structuredContent } = await call("export", { result_id, format });
      const answer = await fetch(structuredContent.url);
      expect([answer.status, answer.headers.get("content-type")?.split(";")[0]]).toEqual([
        200,
        content[2]!.resource!.mimeType,
      ]);
      expect((await answer.text()).trim()).toBe(content[2]!.resource!.text.trim());
      expect(content[1]).toMatchObject({ type: "resource_link", uri: structuredContent.url });
      const again = await call("export", { result_id, format });
      expect(again.structuredContent.url).toBe(structuredContent.url);
    },
  );

  test("a table is only linked: its file is made when the link is opened", async () => {
    const { result_id } = await execute(12);
    const { content, structuredContent } = await call("export", { result_id, format: "xlsx" });
    expect(content.map(({ type }) => type)).toEqual(["text", "resource_link"]);
    expect(structuredContent).toMatchObject({ total: 12, format: "xlsx" });
    const file = Buffer.from(await (await fetch(structuredContent.url)).arrayBuffer());
    expect(file.subarray(0, 2).toString()).toBe("PK");
  });

  test("a link to chosen fields returns only those; one to a background result returns its records", async () => {
    const request = { shelf: "top", count: 3 };
    const queued = await call("execute", { operation: "toyshelf/things", request, background: true });
    const { result_id } = queued.structuredContent;
    await service.get(`/jobs/${result_id}?wait=60`, key);
    const { structuredContent } = await call("export", { result_id, fields: ["name"] });
    const records = (await (await fetch(structuredContent.url)).json()) as object[];
    expect(records.map((record) => Object.keys(record))).toEqual([["name"], ["name"], ["name"]]);
  });

  test("a subscription is acknowledged and ends immediately, because the lists do not change while a process runs", async () => {
    if (mode === "legacy") return;
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const params = { notifications: { toolsListChanged: true }, _meta };
    const answer = await fetch(`${service.address}/mcp`, {
      method: "POST",
      headers: {
        "access-token": key,
        "content-type": "application/json",
        "mcp-protocol-version": "2026-07-28",
        accept: "application/json, text/event-stream",
        "mcp-method": "subscriptions/listen",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "subscriptions/listen", params }),
    });
    const frames = [...(await answer.text()).matchAll(/^data: (.+)$/gm)].map(([, frame]) => JSON.parse(frame!));
    expect(frames).toMatchObject([
      { method: "notifications/subscriptions/acknowledged", params: { notifications: {} } },
      { id: 1, result: { resultType: "complete" } },
    ]);
  });

  describe("resources", () => {
    test("recent results are readable resources", async () => {
      const { result_id } = await execute(12);
      const { resources } = await client.listResources();
      expect(resources.map(({ uri }) => uri)).toContain(`winnow://results/${result_id}.json`);
      const textOf = async (uri: string) => ((await client.readResource({ uri })).contents[0] as { text: string }).text;
      expect(JSON.parse(await textOf(`winnow://results/${result_id}.json`))).toHaveLength(12);
      await expect(textOf("winnow://nothing")).rejects.toThrow(/winnow:\/\/results/);
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
        "winnow://results/{result_id}.{format}",
      ]);
    });
  });

  test("a client that reads only tools/list and errors gets its records", async () => {
    const errorOf = async (name: string, args: object) => (await call(name, args as never)).content[0]!.text!;
    // It calls each tool without arguments, and follows each error's advice.
    const unnamed = await errorOf("execute", {});
    expect(unnamed).toMatch(/operation/);
    const unknown = await errorOf("execute", { operation: "things", request: {} });
    const operation = /Operations: ([\w/-]+)/.exec(unknown)![1]!;
    const missing = await errorOf("execute", { operation, request: {} });
    const fields = [...missing.matchAll(/request\.(\w+): Field required/g)].map(([, field]) => field);
    expect(fields).toEqual(["shelf", "count"]);
    const wrong = await errorOf("execute", { operation, request: { shelf: "top", count: "many" } });
    expect(wrong).toMatch(/request\.count: .*integer/);
    const { structuredContent } = await call("execute", { operation, request: { shelf: "top", count: 3 } });
    expect(structuredContent.records).toHaveLength(3);
    const sorted = await errorOf("query", { result_id: structuredContent.result_id, sort: [{ field: "nothing" }] });
    expect(sorted).toMatch(/name/);
  });
});
