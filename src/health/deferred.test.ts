import { expect, test } from "vitest";
import { SimulatedClock } from "../base/clock.ts";
import { Deferred } from "./health.ts";

test("work over budget is dropped until time makes up for it; required work is always done", () => {
  const clock = new SimulatedClock();
  let workedMs = 0;
  const deferred = new Deferred(clock, { perSecond: 10, max: 5 }, () => workedMs);
  const done: string[] = [];
  const add = (name: string, takesMs = 0, isNeeded = false) => {
    deferred.add(() => {
      workedMs += takesMs;
      done.push(name);
    }, isNeeded);
    deferred.catchUp();
  };
  add("one", 6);
  add("dropped");
  add("needed", 0, true);
  clock.advance(60_000);
  add("two");
  expect(done).toEqual(["one", "needed", "two"]);
});

test("the backlog is bounded by the budget", () => {
  const deferred = new Deferred(new SimulatedClock(), { perSecond: 10, max: 5 });
  let done = 0;
  for (let nth = 0; nth < 50; nth++) deferred.add(() => void done++, false);
  deferred.catchUp();
  expect(done).toBe(6);
});
