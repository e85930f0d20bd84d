import { describe, expect, test } from "vitest";
import { catalogue, type ErrorCode } from "./catalogue.ts";
import {
  AskAgain,
  AskedToWait,
  Blocked,
  inTime,
  NoSuchThing,
  NotResponding,
  notMeant,
  type Policy,
  retryAfter,
  ruleBroken,
  type SourceError,
  Throttled,
  Unreadable,
  type ValidationItem,
  WinnowError,
} from "./errors.ts";

/** Callers rely on these: changing a status breaks a client. */
const STATUSES: Record<ErrorCode, number> = {
  bad_request: 400,
  key_missing: 401,
  key_invalid: 401,
  key_expired: 401,
  key_revoked: 401,
  source_forbidden: 403,
  permission_missing: 403,
  nothing_kept: 403,
  network_forbidden: 403,
  mcp_only: 403,
  origin_forbidden: 403,
  not_enough_points: 403,
  over_spending_cap: 403,
  over_max_cost: 403,
  not_found: 404,
  not_acceptable: 406,
  method_not_allowed: 405,
  deadline: 408,
  queue_timeout: 408,
  request_late: 408,
  idempotency_running: 409,
  job_not_ended: 409,
  no_such_thing: 412,
  blocked: 412,
  asked_to_wait: 412,
  not_cached: 412,
  not_responding: 412,
  body_too_large: 413,
  range_outside: 416,
  validation: 422,
  idempotency_mismatch: 422,
  result_incomplete: 422,
  result_not_kept: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  unreadable: 500,
  worker_lost: 500,
  source_unavailable: 500,
  overloaded: 503,
  not_set_up: 503,
  unavailable: 503,
};

describe("every failure that callers see", () => {
  test.each(Object.entries(STATUSES) as Array<[ErrorCode, number]>)(
    "%s is %i, with a message and advice",
    (code, status) => {
      const error = new WinnowError(code);
      expect(error.status).toBe(status);
      // Each message is a distinct sentence, not a code.
      expect(error.detail).toMatch(/^[A-Za-z].*[a-z] ?.*[A-Za-z.]$/);
      expect(catalogue[code].advice).toMatch(/^[A-Z].* .*\.$/);
      expect(Object.values(catalogue).filter(({ text }) => text === error.detail)).toHaveLength(1);
    },
  );

  test("the list above is complete", () => {
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(STATUSES).sort());
  });
});

describe("an error", () => {
  test("uses its own message if given, otherwise the catalogue's; the log may get a different one", () => {
    expect(new WinnowError("not_found")).toMatchObject({
      name: "WinnowError",
      code: "not_found",
      detail: "Not Found",
      message: "Not Found",
    });
    expect(new WinnowError("not_found").headers).toEqual({});
    expect(new WinnowError("not_found", "no such job", { internal: "job 7 of account 3" })).toMatchObject({
      detail: "no such job",
      message: "job 7 of account 3",
    });
  });

  test("tells when to retry, in whole seconds and as a time", () => {
    const now = Date.parse("2027-03-01T12:00:00Z");
    expect(inTime(29_001, now)).toBe("in 30 s, from 2027-03-01T12:00:29.001Z on");
    expect(retryAfter(1)).toEqual({ "retry-after": "1" });
    expect(retryAfter(0)).toEqual({ "retry-after": "1" });
  });

  test("carries headers and a cause if given", () => {
    const cause = new Error("inner");
    const error = new WinnowError("rate_limited", undefined, { headers: { "retry-after": "3" }, cause });
    expect(error.headers).toEqual({ "retry-after": "3" });
    expect(error.cause).toBe(cause);
    expect(Object.hasOwn(new WinnowError("rate_limited"), "cause")).toBe(false);
  });

  test("logs the first five faults of a body, but never the values sent", () => {
    const items = Array.from({ length: 6 }, (_, at) => ({
      type: "missing",
      loc: ["body", "list", at],
      msg: `fault ${at}`,
      input: "secret",
    }));
    expect(new WinnowError("validation", items).message).toBe(
      [0, 1, 2, 3, 4].map((at) => `body.list.${at}: fault ${at}`).join("; "),
    );
  });

  test("an error is 400 for a meaningless request and 422 for a broken rule, one item per rule in FastAPI's shape", () => {
    expect(notMeant("Give a or b.")).toMatchObject({ code: "bad_request", detail: "Give a or b." });
    const broken = ruleBroken({ loc: ["to"], msg: "before from", input: 1 }, { loc: ["list", 0], msg: "is odd" });
    expect(broken.code).toBe("validation");
    expect(broken.detail).toEqual([
      { type: "value_error", loc: ["body", "to"], msg: "Value error, before from", input: 1, ctx: { error: {} } },
      {
        type: "value_error",
        loc: ["body", "list", 0],
        msg: "Value error, is odd",
        input: undefined,
        ctx: { error: {} },
      },
    ]);
  });
});

describe("a failure at the site", () => {
  const cause = new Error("ECONNRESET");
  test.each<[name: string, error: SourceError, code: ErrorCode, policy: Policy, message: string]>([
    ["NoSuchThing", new NoSuchThing("no such shelf"), "no_such_thing", "give-up", "no such shelf"],
    ["NoSuchThing", new NoSuchThing(), "no_such_thing", "give-up", "The source has no such entity."],
    ["Blocked", new Blocked("captcha"), "blocked", "next-route", "blocked by the source: captcha"],
    ["Unreadable", new Unreadable("no list"), "unreadable", "give-up", "unreadable response: no list"],
    ["AskAgain", new AskAgain("a shell", new NoSuchThing("gone")), "no_such_thing", "retry", "a shell"],
    ["Throttled", new Throttled("429", 7_000), "blocked", "retry", "throttled by the source: 429"],
    [
      "AskedToWait",
      new AskedToWait(29_001, Date.parse("2027-03-01T12:00:00Z")),
      "asked_to_wait",
      "give-up",
      "The source asks to wait: try again in 30 s, from 2027-03-01T12:00:29.001Z on.",
    ],
    ["NotResponding", new NotResponding("reset", cause), "not_responding", "retry", "not responding: reset"],
  ])("%s", (name, error, code, policy, message) => {
    expect(error).toMatchObject({ name, code, policy, message });
    expect(error).toBeInstanceOf(WinnowError);
  });

  test("shows the caller only the public message; the evidence goes to the log", () => {
    for (const error of [
      new Blocked("captcha"),
      new Unreadable("no list"),
      new Throttled("429"),
      new NotResponding("x"),
    ])
      expect(error.detail).toBe(catalogue[error.code].text);
    expect(new AskAgain("a shell", new NoSuchThing("gone")).detail).toBe("gone");
    expect(new NoSuchThing("gone").detail).toBe("gone");
  });

  test("keeps what the next handler needs: the final error, the wait, the cause and the caller's headers", () => {
    const last = new Unreadable("no list");
    expect(new AskAgain("a shell", last).last).toBe(last);
    expect([new Throttled("429", 7_000).retryAfterMs, new Throttled("429").retryAfterMs]).toEqual([7_000, null]);
    expect(new AskedToWait(29_001, 0).headers).toEqual({ "retry-after": "30" });
    expect(new NotResponding("reset", cause)).toMatchObject({ cause });
    expect(new NotResponding("reset", cause).headers).toEqual({});
    const reported = { detail: "Its circuit breaker is open.", headers: { "retry-after": "5" } };
    expect(new NotResponding("reset", undefined, reported)).toMatchObject(reported);
    expect(Object.hasOwn(new NotResponding("reset"), "cause")).toBe(false);
  });
});

test("an error's own hint takes precedence over the catalogue's advice", () => {
  expect(new WinnowError("not_found").hint).toBeNull();
  expect(new WinnowError("not_found", undefined, { hint: "Look at /openapi.json." }).hint).toBe(
    "Look at /openapi.json.",
  );
});

test("no text of an error can steer a terminal or turn the text around it, whoever reads it", () => {
  const error = new WinnowError("blocked", "a\u202eb", { internal: "c\u001b[2Jd", hint: "e\u2066f\ud800" });
  expect([error.detail, error.message, error.hint]).toEqual(["ab", "c[2Jd", "ef\ufffd"]);
  const [item] = ruleBroken({ loc: ["city"], msg: "g\u202eh", input: "\u202e" }).detail as ValidationItem[];
  expect([item!.msg, item!.input]).toEqual(["Value error, gh", "\u202e"]);
});
