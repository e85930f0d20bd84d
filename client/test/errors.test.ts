import { afterEach, describe, expect, test, vi } from "vitest";
import { catalogue } from "../../src/contract/catalogue.ts";
import { fakeTimers } from "../../test/support/fake-timers.ts";
import { ApiError, ConnectionFailed, ServerFault, UnexpectedAnswer, type ValidationFailed } from "../src/errors.ts";
import { connectionError, newKey } from "../src/transport.ts";

const refusal = { code: null, detail: "words", requestId: null, retryAfter: null };

test("each status of the service's catalogue has a class of its own", () => {
  const statuses = new Set(Object.values(catalogue).map(({ status }) => status));
  const names = [...statuses].map((status) => {
    const error = ApiError.of({ status, ...refusal });
    expect(error).toBeInstanceOf(ApiError);
    return error.name;
  });
  expect(names).not.toContain("ApiError");
  expect(new Set(names).size).toBe(statuses.size);
});

test.each([
  [400, "BadRequest"],
  [401, "Unauthorized"],
  [403, "Forbidden"],
  [404, "NotFound"],
  [405, "MethodNotAllowed"],
  [408, "DeadlinePassed"],
  [409, "StillInFlight"],
  [412, "Unavailable"],
  [413, "BodyTooLarge"],
  [416, "RangeOutside"],
  [422, "ValidationFailed"],
  [429, "RateLimited"],
  [431, "HeadersTooLarge"],
  [499, "ApiError"],
  [500, "ServerFault"],
  [503, "Overloaded"],
  [504, "ServerFault"],
])("%i is named %s, as the docs say", (status, name) => {
  const error = ApiError.of({ status, ...refusal });
  expect([error.name, error.constructor.name, error instanceof ServerFault]).toEqual([name, name, status >= 500]);
});

describe("an error response", () => {
  const answer = (body: string, init: ResponseInit) => ApiError.read(new Response(body, init));

  test("keeps status, code, detail, request, Retry-After and hint", async () => {
    const headers = {
      "x-error-code": "rate_limited",
      "x-request-id": "r1",
      "retry-after": "7",
      "x-hint": "look there",
    };
    expect(await answer('{"detail":"wait"}', { status: 429, headers })).toMatchObject({
      status: 429,
      code: "rate_limited",
      detail: "wait",
      message: "wait",
      requestId: "r1",
      retryAfter: 7,
      hint: "look there",
      advice: "look there",
    });
    const bare = await answer("<html>", { status: 502, statusText: "Bad Gateway" });
    expect(bare).toMatchObject({ code: null, detail: "502 Bad Gateway", retryAfter: null, hint: null, advice: null });
    expect((await answer("{}", { status: 502 })).detail).toBe("502");
  });

  test("gives advice by its code, unless it has a hint", () => {
    expect(ApiError.of({ ...refusal, status: 429, code: "rate_limited" }).advice).toBe(catalogue.rate_limited.advice);
    expect(ApiError.of({ ...refusal, status: 429, code: "of_tomorrow" as never }).advice).toBeNull();
    expect(ApiError.of({ ...refusal, status: 429 }).advice).toBeNull();
  });

  test("names the client's options, not the service's headers", async () => {
    const detail = "The request could cost 50 points; x-max-cost allows 1.";
    const error = ApiError.of({ ...refusal, status: 403, code: "over_max_cost", detail });
    expect([error.message, error.advice]).toEqual([
      "The request could cost 50 points; maxCost allows 1.",
      "Raise maxCost or lower count.",
    ]);
    expect(error.detail).toBe(detail);
  });

  test("names each field of a 422, and has no items if the detail is text", async () => {
    const detail = [
      { type: "missing", loc: ["body", "count"], msg: "Field required" },
      { type: "x", loc: ["body", "tags", 0], msg: "too short" },
    ];
    const error = (await answer(JSON.stringify({ detail }), { status: 422 })) as ValidationFailed;
    expect([error.message, error.items]).toEqual(["body.count: Field required; body.tags.0: too short", detail]);
    expect((ApiError.of({ ...refusal, status: 422 }) as ValidationFailed).items).toEqual([]);
  });

  test("accepts a Retry-After that is a date, past or future, and ignores nonsense", async () => {
    await fakeTimers({ now: Date.parse("2026-01-01T00:00:00Z") });
    const after = async (value: string) =>
      (await answer("{}", { status: 503, headers: { "retry-after": value } })).retryAfter;
    expect(await after("Thu, 01 Jan 2026 00:00:09 GMT")).toBe(9);
    vi.setSystemTime(Date.parse("2026-01-01T00:00:00.400Z"));
    expect(await after("Thu, 01 Jan 2026 00:00:09 GMT")).toBe(9);
    expect(await after("Wed, 31 Dec 2025 00:00:00 GMT")).toBe(0);
    expect([await after("soon"), await after("12"), await after("0")]).toEqual([null, 12, 0]);
  });
});
afterEach(() => void vi.useRealTimers());

test("a response of another type is quoted in one line of at most 80 characters", () => {
  const told = (text?: string) => new UnexpectedAnswer("http://x", 200, "text/html", text).message;
  expect(told(" a\n\t b ")).toContain('answers ("a b"): check');
  expect(told("  ")).toContain("answers: check the address.");
  expect(told()).toContain("answers: check the address.");
  expect(told("y".repeat(81))).toContain(`("${"y".repeat(80)}")`);
});

describe("connection errors", () => {
  const named = (name: string, message = "words") => Object.assign(new Error(message), { name });
  test.each([
    [
      "a network fault",
      new TypeError("fetch failed", { cause: new Error("ECONNRESET") }),
      "no complete response: ECONNRESET",
    ],
    ["one without a cause", new TypeError("fetch failed"), "no complete response: fetch failed"],
    ["half a JSON", new SyntaxError("Unexpected end"), "no complete response: Unexpected end"],
    ["a body that was cut", named("AbortError", "aborted"), "no complete response: aborted"],
  ])("%s is ConnectionFailed", (_, error, message) => {
    expect(connectionError(error, undefined)).toMatchObject({ name: "ConnectionFailed", message, cause: error });
  });

  test("exceeding the time limit is TimedOut, a kind of ConnectionFailed", () => {
    const late = connectionError(named("TimeoutError"), undefined);
    expect(late).toMatchObject({ name: "TimedOut", message: "no answer in time" });
    expect(late).toBeInstanceOf(ConnectionFailed);
  });

  test("other errors stay unchanged, and an abort keeps the caller's reason", () => {
    const bug = new RangeError("a bug");
    expect(connectionError(bug, undefined)).toBe(bug);
    expect(connectionError("text", undefined)).toBe("text");
    const stop = new AbortController();
    expect(connectionError(bug, stop.signal)).toBe(bug);
    stop.abort(bug);
    expect(connectionError(new TypeError("fetch failed"), stop.signal)).toBe(bug);
  });
});

test("keys are unique, even if the runtime cannot generate them", () => {
  expect(newKey()).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  vi.stubGlobal("crypto", undefined);
  try {
    const [one, other] = [newKey(), newKey()];
    expect(one).toMatch(/^([0-9a-z]+-){3}[0-9a-z]+$/);
    expect(one).not.toBe(other);
  } finally {
    vi.unstubAllGlobals();
  }
});
