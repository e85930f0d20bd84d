import { expect, test } from "vitest";
import type { KeyHolder } from "../accounts/types.ts";
import { SimulatedClock } from "../clock.ts";
import { KnownCallers } from "./known-callers.ts";

const holderOf = (key: string, sources: string[] | null = null) =>
  ({ person: { id: `owner of ${key}` }, key: { id: key, sources } }) as unknown as KeyHolder;

const standing = { points: 7, windows: [] };

function metOne(secret = "wnw_one", holder = holderOf("key")) {
  const clock = new SimulatedClock();
  const known = new KnownCallers(clock);
  known.met(secret, holder);
  return { clock, known, holder };
}

test("who was told their standing is known by their secret for two seconds, and by no other secret", () => {
  const { clock, known, holder } = metOne();
  expect(known.find("wnw_one")).toBeNull();
  known.told(holder, standing);
  expect(known.find("wnw_one")).toEqual({ holder, standing });
  expect(known.find("wnw_other")).toBeNull();
  clock.advance(2_000);
  expect(known.find("wnw_one")).toEqual({ holder, standing });
  clock.advance(1);
  expect(known.find("wnw_one")).toBeNull();
  known.told(holder, { points: 6, windows: [] });
  expect(known.find("wnw_one")!.standing.points).toBe(6);
});

test.each([
  { points: null, windows: [] },
  { points: 7, windows: null },
])("half a standing is none: %j", (half) => {
  const { known, holder } = metOne();
  known.told(holder, half);
  expect(known.find("wnw_one")).toBeNull();
});

test("what is told to a key that nobody has met is forgotten", () => {
  const { known } = metOne();
  known.told(holderOf("another"), standing);
  known.met("wnw_another", holderOf("another"));
  expect(known.find("wnw_another")).toBeNull();
});

test("a key that is met again is known as it is now, and keeps what it was told", () => {
  const { known, holder } = metOne();
  known.told(holder, standing);
  const changed = holderOf("key", ["stays"]);
  known.met("wnw_one", changed);
  expect(known.find("wnw_one")).toEqual({ holder: changed, standing });
  // After a rotation two secrets are of the same key.
  known.met("wnw_two", changed);
  known.told(changed, { points: 5, windows: [] });
  expect([known.find("wnw_one")!.standing.points, known.find("wnw_two")!.standing.points]).toEqual([5, 5]);
});

test("ten thousand are remembered; one more, and it begins anew", () => {
  const { known, holder } = metOne("wnw_0", holderOf("key 0"));
  known.told(holder, standing);
  for (let at = 1; at < 10_000; at++) known.met(`wnw_${at}`, holderOf(`key ${at}`));
  expect(known.find("wnw_0")).not.toBeNull();
  known.met("wnw_10000", holderOf("key 10000"));
  expect(known.find("wnw_0")).toBeNull();
  known.told(holderOf("key 10000"), standing);
  expect(known.find("wnw_10000")).not.toBeNull();
  // Who has gone is told nothing until met again.
  known.told(holder, standing);
  known.met("wnw_0", holder);
  expect(known.find("wnw_0")).toBeNull();
});
