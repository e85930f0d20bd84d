import { describe, expect, test } from "vitest";
import type { Source } from "../contract/source.ts";
import { savedAnswer } from "../source-testing/saved-answer.ts";
import { classifyResponse, isWall, retryAfterMs } from "./classify-response.ts";

const source = { blockMarker: () => null } as unknown as Source;
const NOW = Date.parse("2027-03-01T12:00:00Z");
const answer = (status: number, text = "", headers: Record<string, string> = {}) =>
  savedAnswer(text, { status, headers });
const errorOf = (...args: Parameters<typeof answer>) => {
  try {
    classifyResponse(source, answer(...args), NOW);
    return null;
  } catch (error) {
    return error as Error;
  }
};

describe("the meaning of a response's status", () => {
  test.each<[Parameters<typeof answer>, string | null]>([
    [[200, "access denied"], null],
    [[404], null],
    [[403], "Blocked"],
    [[403, "Access Denied"], "Blocked"],
    [[429], "Throttled"],
    [[429, "unusual traffic"], "Blocked"],
    [[503, "", { "retry-after": "3" }], "Throttled"],
    [[503], "NotResponding"],
    [[503, "are you a robot"], "Blocked"],
    [[202], "AskAgain"],
    [[202, "px-captcha"], "Blocked"],
    [[202, "a page"], null],
    [[499], null],
    [[500], "NotResponding"],
  ])("%j is %s", (args, name) => {
    expect(errorOf(...args)?.name ?? null).toBe(name);
  });

  test.each([202, 403, 429, 503])("the words of any bot wall on %i are a block, and are reported", (status) => {
    const words =
      "captcha|challenge-platform|/.well-known/sbsd|sec-if-cpt|awswaf|_Incapsula_|datadome|px-captcha|access denied|" +
      "are you a human|are you a robot|unusual traffic";
    for (const word of words.split("|")) {
      const message = errorOf(status, `<p>${word.toUpperCase()}</p>`)?.message ?? "";
      expect(message.toLowerCase()).toContain(`status ${status}, ${word.toLowerCase()}`);
    }
  });

  test("the meaning of a response's status is searched for at the beginning of a page", () => {
    const far = (before: number) => errorOf(202, `${" ".repeat(before)}datadome`)?.name ?? null;
    expect([far(64 * 1024 - 8), far(64 * 1024 - 7)]).toEqual(["Blocked", null]);
  });

  test("carries a wait", () => {
    expect(errorOf(429, "", { "retry-after": "7" })).toMatchObject({ retryAfterMs: 7_000 });
    expect(errorOf(429)).toMatchObject({ retryAfterMs: null });
    expect(errorOf(503, "", { "retry-after": "3" })).toMatchObject({
      retryAfterMs: 3_000,
      message: expect.stringContaining("status 503"),
    });
    expect(errorOf(503, "", { "retry-after": "0" })).toMatchObject({ name: "Throttled", retryAfterMs: 0 });
    expect(errorOf(403)?.message).toContain("status 403");
    expect(errorOf(429)?.message).toContain("status 429");
    expect(errorOf(500)?.message).toContain("status 500");
    expect(errorOf(202)).toMatchObject({
      message: "status 202",
      last: { name: "Blocked", message: expect.stringContaining("status 202") },
    });
  });

  test("a block is a bare 403 or a wall's words; a source's own marker counts on any status", () => {
    expect(isWall(source, answer(403))).toBe(true);
    expect(isWall(source, answer(503, "datadome"))).toBe(true);
    expect([404, 500, 200].map((status) => isWall(source, answer(status)))).toEqual([false, false, false]);
    const marking = { blockMarker: () => "its own page" } as unknown as Source;
    expect(isWall(marking, answer(200))).toBe(true);
  });

  test.each([
    [" 12 ", 12_000],
    ["1.5", 1_500],
    ["0", 0],
    ["-5", 0],
    ["900", 900_000],
    ["901", 900_000],
    ["86400", 900_000],
    ["99999999999", 900_000],
    ["9".repeat(400), 900_000],
    [`-${"9".repeat(400)}`, 0],
    [new Date(NOW + 90_000).toUTCString(), 90_000],
    [new Date(NOW + 90_000).toISOString(), 90_000],
    ["Monday, 01-Mar-27 12:01:30 GMT", 90_000],
    ["Mon Mar  1 12:01:30 2027 GMT", 90_000],
    [new Date(NOW - 90_000).toUTCString(), 0],
    ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
    ["Fri, 31 Dec 9999 23:59:59 GMT", 900_000],
    ["Sat, 99 Foo 99999 99:99:99 GMT", 900_000],
    ["soon", 900_000],
    ["1x", 900_000],
    ["x1", 900_000],
    ["foo 5", 900_000],
    ["1e9", 900_000],
    ["0x10", 900_000],
    ["Infinity", 900_000],
    ["3, 86400", 900_000],
    ["", null],
    [" ", null],
  ])("Retry-After %j is at most 15 minutes: %s ms", (value, waitMs) => {
    expect(retryAfterMs(answer(429, "", { "retry-after": value }), NOW)).toBe(waitMs);
  });

  test("no Retry-After names no time", () => {
    expect(retryAfterMs(answer(429), NOW)).toBeNull();
  });
});

test("unavailable for legal reasons is a block, like a refusal", () => {
  expect(errorOf(451)?.message).toContain("status 451");
  expect(isWall(source, answer(451))).toBe(true);
});
