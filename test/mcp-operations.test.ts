import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestService, type TestService } from "./support/service.ts";

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startTestService();
  key = await service.createKey({ points: 1_000, usage_context: "mcp_only" });
});
afterAll(() => service.close());

test("every operation runs with the examples from discover", async () => {
  const client = new Client({ name: "test", version: "1" });
  const requestInit = { headers: { "access-token": key } };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${service.address}/mcp`), { requestInit }) as unknown as Parameters<
      Client["connect"]
    >[0],
  );
  const { structuredContent } = (await client.callTool({ name: "discover", arguments: {} })) as any;
  const names: string[] = structuredContent.operations.map(({ operation }: { operation: string }) => operation);
  expect(names).toEqual(service.registry.entries.map(({ name }) => name));
  for (const operation of names) {
    const request = service.registry.byName(operation)!.operation.examples[0];
    const answer: any = await client.callTool({ name: "execute", arguments: { operation, request } });
    expect(answer.isError, operation).toBeFalsy();
    expect(answer.structuredContent.total, operation).toBeGreaterThan(0);
    expect(answer.structuredContent.credits_charged, operation).toBeGreaterThan(0);
  }
  await client.close();
});
