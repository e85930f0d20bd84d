import { expect, test } from "vitest";
import { StoreTime } from "./store-time.ts";

test("the fastest reply gives the store's time best, and a slow one does not spoil it", () => {
  const time = new StoreTime();
  time.observe(5_000_000, 1_000, 1_010);
  expect(time.local(5_000_000)).toBe(1_010);
  time.observe(5_000_100, 1_100, 1_102);
  expect(time.local(5_000_100)).toBe(1_102);
  time.observe(5_000_200, 1_200, 1_500);
  expect(time.local(5_000_200)).toBeCloseTo(1_202.4);
});

test("a store's clock that is set forward or back by an hour is followed immediately", () => {
  const time = new StoreTime();
  time.observe(5_000_000, 1_000, 1_001);
  time.observe(8_600_000, 1_010, 1_011);
  expect(time.local(8_600_000)).toBe(1_011);
  time.observe(5_000_020, 1_020, 1_021);
  expect(time.local(5_000_020)).toBe(1_021);
});
