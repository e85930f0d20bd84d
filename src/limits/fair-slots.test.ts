import { expect, test } from "vitest";
import { FairSlots } from "./fair-slots.ts";

const slots = () => new FairSlots(8, { ofAnAccount: 4, ofAnother: 3 });

test("an account and a source are full at their share, whatever others have", () => {
  const some = slots();
  for (const source of ["s1", "s1", "s1", "s2"]) some.hold("a", source);
  some.hold("b", "s2");
  expect([some.full("s9"), some.free, some.inUseOf("s1")]).toEqual([["a"], 3, 3]);
  expect([some.room("s1"), some.room("s2"), some.room("s3")]).toEqual([1, 1, 2]);
  // The one slot beyond its share is for an account that has none.
  expect(some.full("s1").sort()).toEqual(["a", "b"]);
});

test("nobody who takes as much as there is room for exceeds a share", () => {
  const some = slots();
  for (const source of ["s1", "s2", "s3"]) some.hold("a", source);
  expect([some.room("s4"), some.room("s4", ["a"])]).toEqual([1, 3]);
});

test("the last free slot is reserved for an account that has none", () => {
  const some = slots();
  for (const [account, source] of ["a1", "a1", "a2", "b2", "b3", "b3"]) some.hold(account!, source!);
  expect([some.full("s4"), some.room("s4")]).toEqual([[], 1]);
  const leave = some.hold("c", "s4");
  expect([some.full("s4"), some.room("s4")]).toEqual([["a", "b", "c"], 1]);
  leave();
  leave();
  expect([some.free, some.full("s4")]).toEqual([2, []]);
});

test("a single slot goes to anyone, and counts for nobody once it is released", () => {
  const one = new FairSlots(1, { ofAnAccount: 1, ofAnother: 1 });
  expect([one.full("s1"), one.room("s1")]).toEqual([[], 1]);
  const leave = one.hold("a", "s1");
  expect([one.full("s2"), one.room("s2")]).toEqual([["a"], 0]);
  leave();
  expect([one.full("s1"), one.room("s1")]).toEqual([[], 1]);
});
