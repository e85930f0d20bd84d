import { expect, test } from "vitest";
import { ThrottlePause } from "./throttle-pause.ts";

const throttled = { kind: "throttled", retryAfterMs: null } as const;
const START = 1_000_000;

/** Pauses in seconds after 429s that these accounts get, each sent when the pause before it is over. */
function pausesOf(accounts: string[], pause = new ThrottlePause()): number[] {
  let now = START;
  return accounts.map((account) => {
    const outcome = pause.timed(throttled, account, now, now);
    const ms = outcome.kind === "throttled" ? outcome.retryAfterMs! : 0;
    now += ms;
    return ms / 1000;
  });
}

test("one account's 429 without a time pauses a source for half a minute, however often", () => {
  expect(pausesOf(["a", "a", "a"])).toEqual([30, 30, 30]);
});

test("each further account that gets one doubles the pause, up to a quarter of an hour", () => {
  expect(pausesOf([..."abcdefgh"])).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
});

test("requests that were in flight together have one complaint, and a response ends the count", () => {
  const pause = new ThrottlePause();
  expect(pausesOf(["a"], pause)).toEqual([30]);
  expect(pause.timed(throttled, "b", START - 10, START + 5_000)).toMatchObject({ retryAfterMs: 25_000 });
  pause.timed({ kind: "answered", tookMs: 1 }, "c", START + 30_000, START + 30_000);
  expect(pause.timed(throttled, "b", START + 31_000, START + 31_000)).toMatchObject({ retryAfterMs: 30_000 });
});

test("a time that the site names is kept", () => {
  const named = { kind: "throttled", retryAfterMs: 700 } as const;
  expect(new ThrottlePause().timed(named, "a", START, START)).toBe(named);
});
