import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withAccounts } from "../../src/app/open-accounts.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { sourcesFolder, toySource } from "../support/toy-folder.ts";
import { mcpCaller } from "./support/mcp.ts";

/** OWASP API1:2023, broken object level authorization. */

let service: TestService;
const keys = { all: "", narrow: "", agent: "" };
const results: Record<string, string> = {};

beforeAll(async () => {
  const folder = await sourcesFolder({ toyshelf: toySource("toyshelf"), othershelf: toySource("othershelf") });
  service = await startTestService({ sourcesFolder: folder });
  await withAccounts(service.config, async ({ accounts }) => {
    const { id } = await accounts.createAccount({ email: "scope@people.example", plan: "pro", points: 1000 });
    keys.all = (await accounts.createKey(id, { name: "all" })).secret;
    keys.narrow = (await accounts.createKey(id, { name: "narrow", sources: ["othershelf"] })).secret;
    keys.agent = (await accounts.createKey(id, { name: "agent", usage_context: "mcp_only" })).secret;
  });
  for (const source of ["toyshelf", "othershelf"]) {
    const call = mcpCaller(service.address, keys.all);
    const reported = await call("execute", { operation: `${source}/things`, request: { shelf: "top", count: 2 } });
    results[source] = reported.structuredContent.result_id;
  }
});
afterAll(() => service.close());

describe("a key for one source", () => {
  test("sees only that source's requests in the history", async () => {
    const rows = (await service.get("/token/requests", keys.narrow)).json();
    expect(rows.map(({ id }: any) => id)).toEqual([results.othershelf]);
    expect((await service.get("/token/requests/count", keys.narrow)).json()).toEqual({ total: 1 });
    expect((await service.get("/token/requests/count", keys.all)).json()).toEqual({ total: 2 });
  });

  test("reads only that source's evidence", async () => {
    const asked = async (source: string) => {
      const headers = { "x-evidence": "keep" };
      const answer = await service.post(
        `/api/${source}/things`,
        { shelf: "top", count: 1 },
        { key: keys.all, headers },
      );
      return `/token/requests/${answer.headers["x-request-id"]}/evidence`;
    };
    expect((await service.get(await asked("othershelf"), keys.narrow)).statusCode).toBe(200);
    const other = await asked("toyshelf");
    expect((await service.get(other, keys.narrow)).statusCode).toBe(404);
    expect((await service.get(other, keys.all)).statusCode).toBe(200);
  });

  test.each(["get_page", "query", "export"])("reads only that source's results over MCP: %s", async (tool) => {
    const call = mcpCaller(service.address, keys.narrow);
    expect((await call(tool, { result_id: results.othershelf })).isError).toBeUndefined();
    expect((await call(tool, { result_id: results.toyshelf })).isError).toBe(true);
  });
});

test.each(["/token/statistic", "/token/requests", "/token/requests/count"])(
  "a key for MCP only cannot read %s",
  async (path) => {
    const answer = await service.get(path, keys.agent);
    expect([answer.statusCode, answer.json().detail]).toEqual([403, "This token is restricted to MCP usage only"]);
  },
);

test("another account's result gets the same response as one that does not exist", async () => {
  const call = mcpCaller(service.address, await service.createKey());
  const [theirs, none] = [results.toyshelf!, "0192a4b0-0000-7000-8000-000000000000"];
  const words = async (result_id: string) =>
    (await call("query", { result_id })).content[0]!.text!.replace(result_id, "");
  expect(await words(theirs)).toBe(await words(none));
});
