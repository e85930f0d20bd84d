import { expect, test } from "vitest";
import { CANARY_CALLER } from "./canary-lookups.ts";
import type { FailureKind } from "./failures.ts";
import { OutcomeWindow } from "./outcome-window.ts";

function windowOf(...outcomes: Array<[digest: string, kind: FailureKind | null]>) {
  const window = new OutcomeWindow();
  for (const [digest, kind] of outcomes) window.add({ at: 1_000, caller: "somebody", digest, kind });
  return window;
}

test("down: five failures in a row, of three different requests", () => {
  const four: Array<[string, FailureKind]> = [
    ["a", "blocked"],
    ["b", "blocked"],
    ["c", "blocked"],
    ["a", "blocked"],
  ];
  expect(windowOf(...four).judge(1_000).state).not.toBe("down");
  expect(windowOf(...four, ["b", "blocked"]).judge(1_000)).toMatchObject({
    state: "down",
    kind: "blocked",
    failures: 5,
  });
});

test("one caller who repeats one request does not take a source down", () => {
  const repeated = Array.from({ length: 9 }, () => ["a", "not_responding"] as [string, FailureKind]);
  expect(windowOf(...repeated).judge(1_000).state).toBe("ok");
});

test("a success in between restarts the count; slowness alone degrades but does not close", () => {
  const failures: Array<[string, FailureKind]> = ["a", "b", "c", "d"].map((digest) => [digest, "unreadable"]);
  expect(windowOf(...failures, ["e", null], ...failures).judge(1_000).state).not.toBe("down");
  const slow = Array.from({ length: 12 }, (_, nth) => [`${nth}`, "timeout"] as [string, FailureKind]);
  expect(windowOf(...slow).judge(1_000)).toMatchObject({ state: "degraded", kind: "timeout" });
});

test("degraded: a fifth of ten or more calls; forgotten after a quarter of an hour", () => {
  const good = Array.from({ length: 8 }, (_, nth) => [`${nth}`, null] as [string, null]);
  expect(windowOf(["x", "blocked"], ...good, ["y", null]).judge(1_000).state).toBe("ok");
  const window = windowOf(["x", "blocked"], ["y", "blocked"], ...good);
  expect(window.judge(1_000).state).toBe("degraded");
  expect(window.judge(1_000 + 15 * 60_000)).toEqual({
    state: "ok",
    kind: null,
    failures: 0,
    calls: 0,
    isWidespread: false,
    isCalm: true,
  });
});

test("widespread: three accounts and a fifth of all saw failures; the canary is not an account", () => {
  const seenBy = (failing: string[], well: string[] = []) => {
    const window = new OutcomeWindow();
    for (const caller of failing) window.add({ at: 1_000, caller, digest: "a", kind: "blocked" });
    for (const caller of well) window.add({ at: 1_000, caller, digest: null, kind: null });
    return window.judge(1_000).isWidespread;
  };
  const others = (count: number) => Array.from({ length: count }, (_, nth) => `other ${nth}`);
  expect(seenBy(["a", "b", "a", "b", CANARY_CALLER])).toBe(false);
  expect(seenBy(["a", "b", "c"])).toBe(true);
  expect([seenBy(["a", "b", "c"], others(12)), seenBy(["a", "b", "c"], others(13))]).toEqual([true, false]);
});
