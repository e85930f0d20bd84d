import { expect, test } from "vitest";
import type { Caller } from "../accounts/types.ts";
import { SimulatedClock } from "../base/clock.ts";
import { createKnownCallers } from "./known-callers.ts";

const callerOf = (key: string, sources: string[] | null = null) =>
  ({ account: { id: `owner of ${key}` }, key: { id: key, sources } }) as unknown as Caller;

const quota = { points: 7, windows: [] };

function metOne(hash = "one", caller = callerOf("key")) {
  const clock = new SimulatedClock();
  const known = createKnownCallers(clock);
  known.met(hash, caller);
  return { clock, known, caller };
}

test("a caller is known by the hash of the key, and for two seconds with the points and windows last sent", () => {
  const { clock, known, caller } = metOne();
  expect(known.find("one")).toEqual({ caller, quota: null });
  known.remember(caller, quota);
  expect(known.find("one")).toEqual({ caller, quota });
  expect(known.find("other")).toBeNull();
  clock.advance(2_000);
  expect(known.find("one")).toEqual({ caller, quota });
  clock.advance(1);
  expect(known.find("one")).toEqual({ caller, quota: null });
  known.remember(caller, { points: 6, windows: [] });
  expect(known.find("one")!.quota!.points).toBe(6);
});

test.each([
  { points: null, windows: [] },
  { points: 7, windows: null },
])("points without windows, or windows without points, are ignored: %j", (half) => {
  const { known, caller } = metOne();
  known.remember(caller, half);
  expect(known.find("one")!.quota).toBeNull();
});

test("the quota of an unknown key is ignored", () => {
  const { known } = metOne();
  known.remember(callerOf("another"), quota);
  known.met("another", callerOf("another"));
  expect(known.find("another")!.quota).toBeNull();
});

test("a key seen again is updated, and keeps its quota", () => {
  const { known, caller } = metOne();
  known.remember(caller, quota);
  const changed = callerOf("key", ["stays"]);
  known.met("one", changed);
  expect(known.find("one")).toEqual({ caller: changed, quota });
  // After a rotation two secrets belong to the same key.
  known.met("two", changed);
  known.remember(changed, { points: 5, windows: [] });
  expect(["one", "two"].map((hash) => known.find(hash)!.quota!.points)).toEqual([5, 5]);
});

test("ten thousand are remembered; one more clears them", () => {
  const { known, caller } = metOne("0", callerOf("key 0"));
  known.remember(caller, quota);
  for (let at = 1; at < 10_000; at++) known.met(String(at), callerOf(`key ${at}`));
  expect(known.find("0")).not.toBeNull();
  known.met("10000", callerOf("key 10000"));
  expect([known.find("0"), known.find("10000")!.quota]).toEqual([null, null]);
  // A forgotten caller has no quota until seen again.
  known.remember(caller, quota);
  known.met("0", caller);
  expect(known.find("0")!.quota).toBeNull();
});
