import { expect, test } from "vitest";
import { SimulatedClock } from "../base/clock.ts";
import { createMemory } from "./memory.ts";

test("a source's memory keeps a value until it expires", () => {
  const clock = new SimulatedClock(0);
  const memory = createMemory(clock);
  memory.set("token", "abc", 60);
  clock.advance(59_999);
  expect([memory.get("token"), memory.get("other")]).toEqual(["abc", undefined]);
  clock.advance(1);
  expect(memory.get("token")).toBeUndefined();
});

test("after five hundred entries the oldest is evicted; setting an entry again makes it the newest", () => {
  const memory = createMemory(new SimulatedClock(0));
  for (let n = 0; n < 500; n++) memory.set(`key ${n}`, n, 60);
  memory.set("key 0", "again", 60);
  memory.set("one more", true, 60);
  expect([memory.get("key 0"), memory.get("key 1"), memory.get("key 2")]).toEqual(["again", undefined, 2]);
});
