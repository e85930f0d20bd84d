import { beforeAll, describe, expect, test } from "vitest";
import { mcpClient, mcpRevisions } from "../../../test/support/mcp/client.ts";
import type { TestService } from "../../../test/support/service.ts";
import { sharedToyService } from "../../../test/support/shared-service.ts";

const oneThing = { operation: "toyshelf/things", request: { shelf: "top", count: 1 } };

describe.each(mcpRevisions)("who may call, in revision %s", (_, mode) => {
  let service: TestService;
  let key: string;

  beforeAll(async () => {
    service = await sharedToyService();
    key = await service.createKey({ points: 1000 });
  });

  const connect = (headers: Record<string, string>) => mcpClient(service.address, mode, headers);

  test("a wrong key is rejected", async () => {
    await expect(connect({ "access-token": "wnw_wrong" })).rejects.toThrow(/401|not valid/);
  });

  test("a 401 names both ways to authenticate", async () => {
    const answer = async (headers: Record<string, string>) => {
      const { statusCode, headers: reported } = await service.inject({
        method: "POST",
        url: "/mcp",
        payload: {},
        headers,
      });
      return [statusCode, reported["www-authenticate"]];
    };
    const ways = (fault: string) =>
      expect.stringMatching(
        new RegExp(
          `^Bearer realm="winnow", resource_metadata="[^"]+"${fault}, ApiKey realm="winnow", header="access-token"$`,
        ),
      );
    expect(await answer({})).toEqual([401, ways("")]);
    expect(await answer({ "access-token": "wnw_nonsense" })).toEqual([401, ways(', error="invalid_token"')]);
  });

  test("the key works as a bearer token here", async () => {
    const other = await connect({ authorization: `Bearer ${key}` });
    expect((await other.listTools()).tools).toHaveLength(5);
    await other.close();
  });

  test("an mcp_only key works here", async () => {
    const other = await connect({ "access-token": await service.createKey({ usage_context: "mcp_only" }) });
    const answer = await other.callTool({ name: "execute", arguments: oneThing });
    expect(answer.structuredContent).toMatchObject({ total: 1 });
    await other.close();
  });

  test("another account's result does not exist", async () => {
    const own = await connect({ "access-token": key });
    const { structuredContent } = await own.callTool({ name: "execute", arguments: oneThing });
    const { result_id } = structuredContent as { result_id: string };
    expect((await own.callTool({ name: "get_page", arguments: { result_id } })).isError).toBeFalsy();
    const other = await connect({ "access-token": await service.createKey() });
    expect((await other.callTool({ name: "get_page", arguments: { result_id } })).isError).toBe(true);
    await Promise.all([own.close(), other.close()]);
  });

  test("a page of another site is rejected", async () => {
    const answer = await fetch(`${service.address}/mcp`, {
      method: "POST",
      headers: { "access-token": key, origin: "https://elsewhere.example", "content-type": "application/json" },
      body: "{}",
    });
    expect(answer.status).toBe(403);
  });

  test("a page of this machine belongs to the service, under any of its names", async () => {
    const statusFrom = async (host: string) => {
      const origin = service.address.replace("127.0.0.1", host);
      const headers = { "access-token": key, origin, "content-type": "application/json" };
      return (await fetch(`${service.address}/mcp`, { method: "POST", headers, body: "{}" })).status;
    };
    const own = await statusFrom("127.0.0.1");
    expect(own).not.toBe(403);
    expect([await statusFrom("localhost"), await statusFrom("[::1]")]).toEqual([own, own]);
    expect(await statusFrom("localhost.example")).toBe(403);
  });
});
