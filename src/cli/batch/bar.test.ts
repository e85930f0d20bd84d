import { expect, test } from "vitest";
import { progressBar } from "./bar.ts";

const half = { done: 120, total: 240, failed: 2, points: 1180, fresh: 100, seconds: 8 };

test("the bar shows progress, failures, cost, rate and remaining time", () => {
  expect(progressBar(half)).toBe("[############------------] 120/240, 2 failed, 1180 points, 12.5 a second, 10 s left");
});

test("the bar omits failures, rate and remaining time if there are none", () => {
  expect(progressBar({ ...half, failed: 0, seconds: 0 })).toBe("[############------------] 120/240, 1180 points");
  expect(progressBar({ ...half, done: 240, failed: 0 })).toBe(`[${"#".repeat(24)}] 240/240, 1180 points`);
  expect(progressBar({ ...half, done: 0, fresh: 0, failed: 0 })).toBe(`[${"-".repeat(24)}] 0/240, 1180 points`);
});
