import { expect, test } from "vitest";
import { browserSuite, openPage, signUp } from "../browser.ts";

const { address, newContext } = browserSuite();

test("each program has its own settings, sign-in first; a program that calls appears as connected without a reload", async () => {
  const context = await newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  const at = await context.newPage();
  await signUp(at, "ada@people.example");
  await openPage(at, "/mcp-setup");
  expect(await at.getByRole("radio", { name: "Sign in (recommended)" }).isChecked()).toBe(true);
  const copied = async (program: string) => {
    await at.getByRole("tab", { name: program, exact: true }).click();
    await at.getByRole("button", { name: `Copy for ${program}`, exact: true }).click();
    return (await at.evaluate("navigator.clipboard.readText()")) as string;
  };
  expect(await copied("Claude")).toBe(`${address()}/mcp`);
  expect(await copied("Claude Code")).toBe(`claude mcp add --transport http winnow ${address()}/mcp`);
  expect(JSON.parse(await copied("Cursor"))).toEqual({ mcpServers: { winnow: { url: `${address()}/mcp` } } });
  expect(JSON.parse(await copied("VS Code")).servers.winnow.url).toBe(`${address()}/mcp`);
  await at.getByText("No program is connected yet.").waitFor();

  // Creates the key outside the page, as another tab would: the open page follows.
  const key = (await at.evaluate(`fetch("/dashboard-api/keys", {
    method: "POST",
    headers: { "x-winnow-dashboard": "1", "content-type": "application/json" },
    body: JSON.stringify({ name: "My agent", usage_context: "mcp_only", sources: null, expires_in_days: null, spending_cap: null }),
  }).then((answer) => answer.json()).then(({ api_key }) => api_key)`)) as string;
  const programs = at.getByRole("region", { name: "Connected programs" });
  await programs.getByText("Allowed, not used yet").waitFor();
  const asked = { operation: "nlretail/products/search", request: { keyword: "koffiezetapparaat", count: 1 } };
  const answer = await fetch(`${address()}/mcp`, {
    method: "POST",
    headers: {
      "access-token": key,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-06-18",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "execute", arguments: asked },
    }),
  });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("NlretailSearchProduct")]);
  await programs.getByText("Connected", { exact: true }).waitFor();
  await context.close();
});
