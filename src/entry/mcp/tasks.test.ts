import { beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../../../test/support/service.ts";
import { sharedToyService } from "../../../test/support/shared-service.ts";

/** Requests as the specification of the Tasks extension writes them, without a client that could smooth anything over. */
const REVISION = "2026-07-28";
const tasks = { extensions: { "io.modelcontextprotocol/tasks": {} } };

describe("revision 2026-07-28: tasks and the server card", () => {
  let service: TestService;
  let key: string;

  beforeAll(async () => {
    service = await sharedToyService();
    key = await service.createKey({ points: 1000 });
  });

  async function ask(
    method: string,
    params: Record<string, unknown>,
    { by = key, capabilities = tasks as object } = {},
  ) {
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": REVISION,
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": capabilities,
    };
    const name = params.name ?? params.taskId;
    const response = await fetch(`${service.address}/mcp`, {
      method: "POST",
      headers: {
        "access-token": by,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": REVISION,
        "mcp-method": method,
        ...(typeof name === "string" && { "mcp-name": name }),
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }),
    });
    const text = await response.text();
    const [, data = text] = /^data: (.*\})$/m.exec(text) ?? [];
    return JSON.parse(data);
  }

  const begin = async (request: object, options?: object) =>
    ask(
      "tools/call",
      { name: "execute", arguments: { operation: "toyshelf/things", request, background: true } },
      options,
    );
  const settled = (taskId: string, status: string) =>
    expect
      .poll(async () => (await ask("tasks/get", { taskId })).result, { timeout: 15_000 })
      .toMatchObject({ taskId, status });

  test("the Tasks extension is announced, and a background execute returns a task that ends with the records of execute", async () => {
    const { result: about } = await ask("server/discover", {});
    expect(about.capabilities).toMatchObject(tasks);
    const { result } = await begin({ shelf: "top", count: 15 });
    expect(result).toMatchObject({ resultType: "task", status: "working", pollIntervalMs: 2000 });
    expect(Date.parse(result.createdAt)).toBeGreaterThan(0);
    await settled(result.taskId, "completed");
    const { result: ended } = await ask("tasks/get", { taskId: result.taskId });
    expect(ended).toMatchObject({ resultType: "complete", status: "completed" });
    expect(ended.result.structuredContent).toMatchObject({ result_id: result.taskId, total: 15, shown: 10 });
    expect(ended.result.structuredContent.records).toHaveLength(10);
    expect(ended.result.structuredContent.credits_charged).toBeGreaterThan(0);
  });

  test("a job that fails is a completed task whose result says why, in an agent's words", async () => {
    const { result } = await begin({ shelf: "none", count: 1 });
    await settled(result.taskId, "completed");
    const { result: ended } = await ask("tasks/get", { taskId: result.taskId });
    expect(ended.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^412 no_such_thing/) }],
    });
  });

  test("a cancelled task is stopped and free", async () => {
    const { result } = await begin({ shelf: "slow", count: 20 });
    expect((await ask("tasks/cancel", { taskId: result.taskId })).result).toMatchObject({ resultType: "complete" });
    await settled(result.taskId, "cancelled");
    expect((await service.get(`/jobs/${result.taskId}`, key)).json()).toMatchObject({ charged: 0 });
    expect((await ask("tasks/update", { taskId: result.taskId, inputResponses: {} })).result).toEqual(
      expect.objectContaining({ resultType: "complete" }),
    );
  });

  test("a client that did not declare the extension gets a plain result, and may not ask for tasks", async () => {
    const { result } = await begin({ shelf: "top", count: 1 }, { capabilities: {} });
    expect(result.structuredContent).toMatchObject({ records: [], result_id: expect.any(String) });
    const taskId = result.structuredContent.result_id;
    for (const method of ["tasks/get", "tasks/cancel", "tasks/update"]) {
      expect((await ask(method, { taskId }, { capabilities: {} })).error.code).toBe(-32021);
    }
  });

  test("another account's task, and one that never was, do not exist", async () => {
    const { result } = await begin({ shelf: "top", count: 1 });
    const other = await service.createKey({ points: 10 });
    for (const taskId of [result.taskId, "nothing"]) {
      for (const method of ["tasks/get", "tasks/cancel", "tasks/update"]) {
        expect((await ask(method, { taskId }, { by: other })).error.code).toBe(-32602);
      }
    }
  });

  test("before a client connects, the catalogue of the site names the server card, which says where and how to", async () => {
    const catalogue = (await service.get("/.well-known/mcp/catalog.json")).json();
    const [entry] = catalogue.entries;
    const card = await fetch(`${service.address}${new URL(entry.url).pathname}`);
    expect(card.headers.get("content-type")).toContain(entry.type);
    expect(card.headers.get("access-control-allow-origin")).toBe("*");
    const { name, description, remotes } = (await card.json()) as any;
    expect(name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(description.length).toBeLessThanOrEqual(100);
    expect(remotes).toMatchObject([{ type: "streamable-http", url: new URL("/mcp", entry.url).href }]);
    const { result } = await ask("server/discover", {});
    expect(remotes[0].supportedProtocolVersions).toEqual(expect.arrayContaining([REVISION]));
    expect(result.supportedVersions).toContain(REVISION);
  });
});
