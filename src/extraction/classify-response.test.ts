import { describe, expect, test } from "vitest";
import type { Source } from "../contract/source.ts";
import { answerOf } from "../contract/testing/saved-answer.ts";
import { classifyResponse, isWall, retryAfterMs } from "./classify-response.ts";

const source = { blockMarker: () => null } as unknown as Source;
const NOW = Date.parse("2027-03-01T12:00:00Z");
const answer = (status: number, text = "", headers: Record<string, string> = {}) => answerOf(text, { status, headers });
const errorOf = (...args: Parameters<typeof answer>) => {
  try {
    classifyResponse(source, answer(...args), NOW);
    return null;
  } catch (error) {
    return error as Error;
  }
};

describe("what the status of an answer says", () => {
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

  test("a wait goes with it", () => {
    expect(errorOf(429, "", { "retry-after": "7" })).toMatchObject({ retryAfterMs: 7_000 });
    expect(errorOf(429)).toMatchObject({ retryAfterMs: null });
  });

  test("a wall is a bare 403, or what a wall says; a source's own mark counts on any status", () => {
    expect(isWall(source, answer(403))).toBe(true);
    expect(isWall(source, answer(503, "datadome"))).toBe(true);
    expect([404, 500, 200].map((status) => isWall(source, answer(status)))).toEqual([false, false, false]);
    const marking = { blockMarker: () => "its own page" } as unknown as Source;
    expect(isWall(marking, answer(200))).toBe(true);
  });

  test("Retry-After is seconds or a date; a date that is past is now, and words are none", () => {
    const read = (value: string) => retryAfterMs(answer(429, "", { "retry-after": value }), NOW);
    expect(read(" 12 ")).toBe(12_000);
    expect(read(new Date(NOW + 90_000).toUTCString())).toBe(90_000);
    expect(read(new Date(NOW - 90_000).toUTCString())).toBe(0);
    expect([read("soon"), read(""), retryAfterMs(answer(429), NOW)]).toEqual([null, null, null]);
  });
});
