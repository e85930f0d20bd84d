import { expect, test } from "vitest";
import type { Caller } from "../accounts/types.ts";
import { whyForbidden } from "./permission.ts";
import type { Entry } from "./registry.ts";

const entry = { source: { name: "toy" } } as Entry;

test.each([
  [{ usage_context: "standard", sources: null }, "http", null, ""],
  [{ usage_context: "standard", sources: null }, "mcp", null, ""],
  [{ usage_context: "mcp_only", sources: null }, "mcp", null, ""],
  [{ usage_context: "mcp_only", sources: null }, "http", "mcp_only", ""],
  [{ usage_context: "mcp_only", sources: ["toy"] }, "dashboard", "mcp_only", ""],
  [{ usage_context: "standard", sources: ["stays", "toy"] }, "http", null, ""],
  [
    { usage_context: "standard", sources: ["stays", "ruretail"] },
    "http",
    "source_forbidden",
    "This key may not use toy; it is allowed for stays, ruretail.",
  ],
  [
    { usage_context: "standard", sources: [] },
    "mcp",
    "source_forbidden",
    "This key may not use toy; it is allowed for no source.",
  ],
] as const)("a key with %j by %s: %s %s", (key, entryPoint, code, words) => {
  const why = whyForbidden({ key, account: {} } as unknown as Caller, entry, entryPoint);
  expect(why?.code ?? null).toBe(code);
  if (words) expect(why!.detail).toBe(words);
});
