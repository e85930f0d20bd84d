import { expect, test } from "vitest";
import type { Caller } from "../accounts/types.ts";
import { WinnowError } from "../contract/errors.ts";
import type { EndedCall } from "./call-log.ts";
import { errorText } from "./error-text.ts";
import { loggedRun } from "./logged-run.ts";
import { newCallState } from "./operation-call.ts";
import type { Entry } from "./registry.ts";
import type { Service } from "./service.ts";

const entry = { source: { name: "toy" }, operation: { path: "/api/toy/rows" } } as Entry;
const caller = { account: { id: "account", retain: "usual" }, key: { id: "key" } } as Caller;

/** Returns what was logged of a call that did this. */
async function logged(work: () => Promise<unknown>, kind: "refused" | "admitted" = "refused") {
  const lines: EndedCall[] = [];
  const service = { logCall: (line: EndedCall) => void lines.push(line) } as unknown as Service;
  const state = { ...newCallState(1_000, "0191a0b0-1111-7222-8333-444455556666"), kind };
  const from = { address: "192.0.2.7", headers: { "user-agent": "toy/1" } };
  const about = { entry, caller, entryPoint: "mcp" as const, state, body: { count: 1 }, from };
  const ended = await loggedRun(service, about, work).catch((error: unknown) => ({ error }));
  expect(lines).toHaveLength(1);
  return { line: lines[0]!, ended, state };
}

test("a successful call returns its result and is logged with all its details", async () => {
  const { line, ended, state } = await logged(async () => "given");
  expect(ended).toBe("given");
  expect(line).toEqual({
    requestId: state.requestId,
    accountId: "account",
    keyId: "key",
    endpoint: "/api/toy/rows",
    source: "toy",
    entryPoint: "mcp",
    kind: "refused",
    startedAt: 1_000,
    status: 200,
    errorCode: null,
    errorText: null,
    address: "192.0.2.7",
    body: '{"count":1}',
    headersIn: { "user-agent": "toy/1" },
    headersOut: {},
    retention: "usual",
    timeline: state.timeline,
  });
});

test("an admitted call has its body in the history, not here", async () => {
  expect((await logged(async () => {}, "admitted")).line).toMatchObject({ kind: "admitted", body: null });
});

test("a failed call rethrows, and is logged with its status, code and text", async () => {
  const error = new WinnowError("validation", [{ type: "x", loc: ["body", "count"], msg: "too much" }]);
  const failed = await logged(() => Promise.reject(error));
  expect(failed.ended).toEqual({ error });
  expect(failed.line).toMatchObject({ status: 422, errorCode: "validation", errorText: "body.count: too much" });
});

test("an internal error is logged as one, without its text", async () => {
  const error = new TypeError("x is not a function");
  const failed = await logged(() => Promise.reject(error));
  expect(failed.ended).toEqual({ error });
  expect(failed.line).toMatchObject({ status: 500, errorCode: "internal" });
  expect(failed.line.errorText).not.toContain("function");
});

test("several faults are one line", () => {
  const detail = [
    { type: "x", loc: ["body", "tags", 1], msg: "no" },
    { type: "x", loc: ["query", "count"], msg: "more" },
  ];
  expect(errorText(new WinnowError("validation", detail))).toBe("body.tags.1: no; query.count: more");
  expect(errorText(new WinnowError("bad_request", "as it is"))).toBe("as it is");
});
