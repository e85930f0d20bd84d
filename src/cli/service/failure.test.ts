import { expect, test } from "vitest";
import { ApiError } from "../../../client/src/errors.ts";
import { ConnectionFailed, type ErrorCode } from "../../../client/src/index.ts";
import { asFailure, failureEnding } from "./failure.ts";

const refused = (status: number, code: ErrorCode | null = null) =>
  ApiError.of({ status, code, detail: "words", requestId: "request", retryAfter: 7 });

test.each([
  [400, null, "badCall"],
  [401, "key_invalid", "key"],
  [403, "key_restricted", "key"],
  [403, "not_enough_points", "points"],
  [403, "over_spending_cap", "points"],
  [403, "over_max_cost", "points"],
  [404, "not_found", "badCall"],
  [408, "deadline", "deadline"],
  [409, "idempotency_running", "deadline"],
  [412, "blocked", "blocked"],
  [412, "not_responding", "blocked"],
  [412, "no_such_thing", "noSuchThing"],
  [422, "validation", "badCall"],
  [429, "rate_limited", "rateLimited"],
  [499, null, "badCall"],
  [500, "unreadable", "unknownForm"],
  [500, "internal", "service"],
  [502, null, "service"],
] as const)("%i %s ends a command as %s", (status, code, ending) => {
  expect(failureEnding(refused(status, code as ErrorCode | null))).toBe(ending);
});

test("a rejection keeps its details for scripts", () => {
  expect(asFailure(refused(429, "rate_limited"), "http://x")).toMatchObject({
    message: expect.stringMatching(/^429 rate_limited: words\n\w/),
    exitCode: 8,
    facts: { status: 429, code: "rate_limited", detail: "words", request_id: "request", retry_after: 7 },
  });
  expect(asFailure(refused(502), "http://x")).toMatchObject({ message: "502: words", exitCode: 10 });
});

test("an unreachable service is named, with the setting to check", () => {
  expect(asFailure(new ConnectionFailed("refused"), "http://127.0.0.1:9")).toMatchObject({
    message: "http://127.0.0.1:9 does not answer: refused. Is it the right address (WINNOW_URL)?",
    exitCode: 10,
  });
});

test("an error from elsewhere is unchanged", () => {
  const bug = new TypeError("a bug");
  expect(asFailure(bug, "http://x")).toBe(bug);
});
