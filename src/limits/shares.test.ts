import { expect, test } from "vitest";
import { Shares, shareOf } from "./shares.ts";

test("a holder has at most its share, and others are not affected", () => {
  const shares = new Shares(2);
  expect([shares.enter(["a"]), shares.enter(["a"])]).not.toContain(null);
  expect(shares.enter(["a"])).toBeNull();
  expect(shares.enter(["b"])).not.toBeNull();
});

test("a call that counts for two holders needs capacity with both, and takes none if one is full", () => {
  const shares = new Shares(1);
  shares.enter(["account"]);
  expect(shares.enter(["account", "source"])).toBeNull();
  expect(shares.inUse("source")).toBe(0);
});

test("releasing a slot twice releases it once", () => {
  const shares = new Shares(2);
  const [leave] = [shares.enter(["a"])!, shares.enter(["a"])!];
  leave();
  leave();
  expect(shares.inUse("a")).toBe(1);
});

test("a holder that requests several gets all or none", () => {
  const shares = new Shares(5);
  const leave = shares.enter(["a"], 4)!;
  expect(shares.enter(["a"], 2)).toBeNull();
  expect(shares.enter(["a"], 1)).not.toBeNull();
  leave();
  expect(shares.inUse("a")).toBe(1);
});

test("a share that shrinks applies to the next entry", () => {
  let share = 2;
  const shares = new Shares(() => share);
  shares.enter(["a"]);
  share = 1;
  expect(shares.enter(["a"])).toBeNull();
});

test.each([
  [8, 0.5, 4],
  [8, 0.3, 2],
  [1, 0.1, 1],
])("of %i with a part of %f one holder may have %i", (whole, part, max) => {
  expect(shareOf(whole, part)).toBe(max);
});
