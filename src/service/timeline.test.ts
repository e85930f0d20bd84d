import { expect, test } from "vitest";
import { Timeline } from "./timeline.ts";

test("a step gives its start relative to the call, and its duration", () => {
  const timeline = new Timeline(1_000);
  timeline.add("admission", 1_010, 1_030);
  timeline.add("page", 1_030, 1_100, "200");
  expect(timeline.steps).toEqual([
    { name: "admission", at: 10, ms: 20 },
    { name: "page", at: 30, ms: 70, note: "200" },
  ]);
  expect(timeline.leftOut).toBe(0);
});

test("a wait for the site's permit gives its position in the queue and the expected wait", () => {
  const timeline = new Timeline(1_000);
  timeline.add("permit", 1_000, 4_100, undefined, { position: 3, expectedMs: 3_077 });
  expect(timeline.steps).toEqual([{ name: "permit", at: 0, ms: 3_100, queued: { position: 3, expectedMs: 3_077 } }]);
});

test("a long run keeps 150 steps and counts the others; the settlement is always kept", () => {
  const timeline = new Timeline(0);
  for (let page = 0; page < 160; page++) timeline.add("page", page, page + 1);
  expect(timeline.steps).toHaveLength(150);
  expect(timeline.leftOut).toBe(10);
  timeline.add("settle", 160, 170);
  expect(timeline.steps.at(-1)).toEqual({ name: "settle", at: 160, ms: 10 });
  expect(timeline.leftOut).toBe(10);
});
