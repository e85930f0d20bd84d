import { describe, expect, test } from "vitest";
import { noFacts } from "../../contract/answer-facts.ts";
import { WinnowError } from "../../contract/errors.ts";
import type { WindowState } from "../../metering/types.ts";
import { type CallState, newCallState } from "../../service/operation-call.ts";
import { callHeaders, errorHeaders, rateLimitHeaders } from "./headers.ts";

const NOW = Date.parse("2028-02-10T12:00:00.000Z");
const window = (name: WindowState["name"], limit: number, usage: number, resets_at: string): WindowState => ({
  name,
  limit,
  usage,
  resets_at: Date.parse(resets_at),
});

describe("RateLimit headers", () => {
  const windows = [
    window("ten_second", 5, 5, "2028-02-10T12:00:03.001Z"),
    window("minutely", 20, 7, "2028-02-10T12:00:59.999Z"),
    window("hourly", 100, 101, "2028-02-10T13:00:00.000Z"),
    window("daily", 1000, 0, "2028-02-11T00:00:00.000Z"),
    window("monthly", 9000, 1, "2028-03-01T00:00:00.000Z"),
  ];

  test("report what is left, never below zero, and the whole seconds until more, rounded up", () => {
    expect(rateLimitHeaders(windows, NOW).ratelimit).toBe(
      '"ten_second";r=0;t=4, "minutely";r=13;t=60, "hourly";r=0;t=3600, "daily";r=1000;t=43200, "monthly";r=8999;t=1684800',
    );
  });

  test("report each quota and its window in seconds; a month has its actual length", () => {
    expect(rateLimitHeaders(windows, NOW)["ratelimit-policy"]).toBe(
      '"ten_second";q=5;w=10, "minutely";q=20;w=60, "hourly";q=100;w=3600, "daily";q=1000;w=86400, "monthly";q=9000;w=2505600',
    );
  });

  test("a window that has just ended is 0 seconds away, not less", () => {
    expect(rateLimitHeaders([window("minutely", 1, 1, "2028-02-10T11:59:58.000Z")], NOW).ratelimit).toBe(
      '"minutely";r=0;t=0',
    );
  });
});

describe("headers of a call", () => {
  const state: CallState = { ...newCallState(NOW - 1_234, "id"), charged: 3, points: 97 };

  test("report the time in seconds, the charge and the balance", () => {
    expect(callHeaders(state, NOW)).toEqual({
      "x-request-id": "id",
      "x-execution-time": "1.234",
      "x-credits-charged": "3",
      "x-token-points": "97",
    });
  });

  test("omit a balance or windows that are not known", () => {
    expect(callHeaders({ ...state, points: null, charged: 0 }, NOW)).toEqual({
      "x-request-id": "id",
      "x-execution-time": "1.234",
      "x-credits-charged": "0",
    });
  });

  test("report what the response says about itself, and the call's own warnings", () => {
    const facts = { ...noFacts, resultsEnd: "count", resultsTotal: 7, warnings: ["stream_left"], age: 3 } as const;
    const reported: CallState = {
      ...state,
      evidenceKept: true,
      warnings: ["request_id_replaced"],
      windows: [],
      facts: { ...facts, warnings: [...facts.warnings] },
    };
    expect(callHeaders(reported, NOW)).toMatchObject({
      "x-results-end": "count",
      "x-results-total": "7",
      age: "3",
      "x-evidence": "kept",
      "x-warnings": "request_id_replaced, stream_left",
      ratelimit: "",
      "ratelimit-policy": "",
    });
    expect(callHeaders({ ...reported, facts: null }, NOW)["x-warnings"]).toBe("request_id_replaced");
  });

  test("mark a response as a replay", () => {
    expect(callHeaders({ ...state, replayed: true }, NOW)).toMatchObject({ "idempotent-replayed": "true" });
  });
});

describe("headers of an error", () => {
  test("one ASCII line, with its code and its own headers", () => {
    const error = new WinnowError("rate_limited", "Zu oft: über\n20", { headers: { "retry-after": "7" } });
    expect(errorHeaders(error)).toEqual({
      "x-error": "Zu oft: ?ber?20",
      "x-error-code": "rate_limited",
      "retry-after": "7",
    });
  });

  test("name the next step: when to retry, how to sign in, where to look up a value", () => {
    expect(errorHeaders(new WinnowError("unavailable"))["retry-after"]).toBe("1");
    const later = new WinnowError("unavailable", undefined, { headers: { "retry-after": "9" } });
    expect(errorHeaders(later)["retry-after"]).toBe("9");
    expect(errorHeaders(new WinnowError("key_missing"))["www-authenticate"]).toBe(
      'ApiKey realm="winnow", header="access-token"',
    );
    const { "x-hint": hint, ...others } = errorHeaders(new WinnowError("bad_request", "no", { hint: "näher" }));
    expect([hint, others]).toEqual(["n?her", { "x-error": "no", "x-error-code": "bad_request" }]);
  });

  test.each([
    [500, 500, "x"],
    [501, 500, "..."],
  ])("a text of %i characters is a header of %i that ends in %s", (length, kept, end) => {
    const line = errorHeaders(new WinnowError("bad_request", "x".repeat(length)))["x-error"]!;
    expect([line.length, line.endsWith(end)]).toEqual([kept, true]);
  });
});
