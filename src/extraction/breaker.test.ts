import { expect, test } from "vitest";
import { SimulatedClock } from "../clock.ts";
import { Breaker } from "./breaker.ts";

function opened() {
  const clock = new SimulatedClock();
  const breaker = new Breaker(clock);
  for (let failure = 0; failure < 10; failure++) breaker.failed();
  return { clock, breaker };
}

test("failures in a row open it; a success between them does not let it come to that", () => {
  const breaker = new Breaker(new SimulatedClock());
  for (let failure = 0; failure < 9; failure++) breaker.failed();
  breaker.succeeded();
  for (let failure = 0; failure < 9; failure++) breaker.failed();
  expect(breaker.isOpen).toBe(false);
  breaker.failed();
  expect(breaker.isOpen).toBe(true);
  expect(breaker.admits()).toBe(false);
});

test("after its rest one request goes through to see, and success closes it", () => {
  const { clock, breaker } = opened();
  clock.advance(5_000);
  expect([breaker.admits(), breaker.admits()]).toEqual([true, false]);
  breaker.succeeded();
  expect([breaker.admits(), breaker.admits(), breaker.isOpen]).toEqual([true, true, false]);
});

test("a probe that fails makes the rest twice as long, up to a minute", () => {
  const { clock, breaker } = opened();
  for (const restMs of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
    clock.advance(restMs - 1);
    expect(breaker.admits()).toBe(false);
    clock.advance(1);
    expect(breaker.admits()).toBe(true);
    breaker.failed();
  }
});

test("a probe that was called off shows nothing: the next request is the probe", () => {
  const { clock, breaker } = opened();
  clock.advance(5_000);
  expect(breaker.admits()).toBe(true);
  breaker.undecided();
  expect(breaker.isOpen).toBe(true);
  expect(breaker.admits()).toBe(true);
});

test("answers to requests from before it opened do not lengthen the rest", () => {
  const { clock, breaker } = opened();
  breaker.failed();
  clock.advance(5_000);
  expect(breaker.admits()).toBe(true);
});
