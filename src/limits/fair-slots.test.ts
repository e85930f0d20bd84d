import { expect, test } from "vitest";
import { FairSlots } from "./fair-slots.ts";

const slots = () => new FairSlots(8, { ofAnAccount: 4, ofAnother: 3 });

test("an account and a source are full at their share, whatever others have", () => {
  const some = slots();
  for (const source of ["s1", "s1", "s1", "s2"]) some.enter("a", source);
  some.enter("b", "s2");
  expect(some.full).toEqual({ accounts: ["a"], others: ["s1"] });
  expect([some.free, some.inUse("a"), some.inUse("b"), some.inUse("c")]).toEqual([3, 4, 1, 0]);
});

test("the last free slot is reserved for an account that has none", () => {
  const some = slots();
  for (const [account, source] of ["a1", "a1", "a2", "b2", "b3", "b3"]) some.enter(account!, source!);
  expect(some.full.accounts).toEqual([]);
  const leave = some.enter("c", "s4");
  expect(some.full.accounts).toEqual(["a", "b", "c"]);
  leave();
  leave();
  expect([some.free, some.full.accounts]).toEqual([2, []]);
});

test("a single slot goes to anyone", () => {
  expect(new FairSlots(1, { ofAnAccount: 1, ofAnother: 1 }).full).toEqual({ accounts: [], others: [] });
});

test("a released slot counts for neither its account nor its source; a full one gets none", () => {
  const one = new FairSlots(1, { ofAnAccount: 1, ofAnother: 1 });
  const leave = one.enter("a", "s1");
  expect(one.full).toEqual({ accounts: ["a"], others: ["s1"] });
  leave();
  expect(one.full).toEqual({ accounts: [], others: [] });
  one.enter("a", "s1");
  expect(() => one.enter("a", "s2")).toThrow("no slot is left for a");
  expect(() => one.enter("b", "s1")).toThrow("no slot is left for s1");
});
