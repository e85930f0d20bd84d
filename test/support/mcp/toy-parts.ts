import { expect } from "vitest";
import type { Caller } from "../../../src/accounts/types.ts";
import { SimulatedClock } from "../../../src/base/clock.ts";
import { flat } from "../../../src/contract/price.ts";
import { callTool } from "../../../src/entry/mcp/call-tool.ts";
import { createCallWindow } from "../../../src/entry/mcp/call-window.ts";
import type { McpDependencies, ToolResult } from "../../../src/entry/mcp/read-result.ts";
import work from "../../../src/entry/mcp/result-worker.ts";
import type { NewLink } from "../../../src/jobs/result-links.ts";
import type { Entry, Registry } from "../../../src/service/registry.ts";
import { localWindows } from "../../../src/store/shared-windows.ts";

/** A result's id. */
export const ID = "0192a4b0-0000-7000-8000-00000000000a";

/** The result of an action, or the text of its error. */
export const said = async (act: () => unknown): Promise<unknown> => {
  try {
    return await act();
  } catch (error) {
    return (error as Error).message;
  }
};

/** A service with one operation and no other parts. */
export const entry = {
  name: "toyshelf/things",
  source: { name: "toyshelf" },
  operation: {
    summary: "Things",
    description: "All",
    price: flat(2),
    examples: [{ shelf: "top" }],
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
export const registry = {
  entries: [entry, other],
  byName: (name: string) => [entry, other].find((one) => one.name === name),
} as unknown as Registry;
export const caller = (sources: string[] | null = null) =>
  ({ account: { id: "ada" }, key: { id: "k", sources } }) as Caller;

export function parts(over: Partial<McpDependencies> = {}) {
  const clock = new SimulatedClock();
  const asked: unknown[] = [];
  const logged: unknown[] = [];
  const made = {
    service: { registry },
    clock,
    windows: localWindows(clock),
    window: createCallWindow(clock, localWindows(clock)),
    log: { error: (context: object, message: string) => void logged.push([context, message]) },
    answerOf: async (...args: unknown[]) => {
      asked.push(args);
      return { headers: { "x-results-end": "count" }, body: Buffer.from('[{"id":1},{"id":2}]') };
    },
    recent: async (_caller: Caller, max: number) => {
      asked.push(max);
      const row = { endpoint: "/api/toyshelf/things", response_count: 3, started_at: "2027-03-01" };
      return [
        { ...row, id: ID, response_status_code: 200 },
        { ...row, id: "failed", response_status_code: 412 },
      ];
    },
    jobs: { find: async () => null, submit: () => expect.unreachable() },
    links: {
      create: async (_: unknown, { format }: NewLink) => ({ url: `/links/toy.${format}`, expires_at: "later" }),
    },
    publicOrigin: () => "https://winnow.example",
    reader: { read: async (body: Uint8Array, job: never) => work({ body, job }), close: async () => {} },
    ...over,
  } as unknown as McpDependencies;
  return { made, asked, logged };
}
export const call = (made: McpDependencies, name: string, args: object): Promise<ToolResult> =>
  callTool(made, name, {
    caller: caller(["toyshelf"]),
    args: args as Record<string, unknown>,
    signal: new AbortController().signal,
    takesTasks: false,
    from: { address: "", headers: {} },
    onProgress() {},
  } as never);
