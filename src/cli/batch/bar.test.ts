import { expect, test } from "vitest";
import type { Batch } from "../../../client/src/index.ts";
import { progressBar } from "../batch.ts";

const batch = (succeeded: number, failed: number, invalid: number, charged: number) =>
  ({ items: { succeeded, failed }, invalid, charged }) as unknown as Batch;

test("the bar shows progress, failures, cost, and the pace and remaining time since this run began", () => {
  let now = 0;
  const bar = progressBar(240, () => now);
  expect(bar([batch(20, 0, 0, 200)])).toBe("[##----------------------] 20/240, 200 points");
  now = 8_000;
  const later = [batch(100, 1, 1, 1000), batch(18, 0, 0, 180)];
  expect(bar(later)).toBe("[############------------] 120/240, 2 failed, 1180 points, 12.5 a second, 10 s left");
  expect(bar([batch(240, 0, 0, 2400)])).toBe(`[${"#".repeat(24)}] 240/240, 2400 points`);
});
