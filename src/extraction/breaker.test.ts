import { expect, test } from "vitest";
import { SimulatedClock } from "../base/clock.ts";
import { Breaker, type Failure } from "./breaker.ts";

let failures = 0;
/** A different caller and page each time. */
const anyFailure = (over: Partial<Failure> = {}): Failure => {
  failures++;
  return { caller: `caller ${failures}`, request: `page ${failures}`, connecting: false, ...over };
};

function opened() {
  const clock = new SimulatedClock();
  const breaker = new Breaker(clock);
  for (let failure = 0; failure < 10; failure++) breaker.failed(anyFailure());
  return { clock, breaker };
}

test("consecutive failures open it; a success in between prevents that", () => {
  const breaker = new Breaker(new SimulatedClock());
  for (let failure = 0; failure < 9; failure++) breaker.failed(anyFailure());
  breaker.succeeded();
  for (let failure = 0; failure < 9; failure++) breaker.failed(anyFailure());
  expect(breaker.isOpen).toBe(false);
  breaker.failed(anyFailure());
  expect(breaker.isOpen).toBe(true);
  expect(breaker.admits("one")).toBe(false);
});

test("after its rest it admits one probe, and a success closes it", () => {
  const { clock, breaker } = opened();
  clock.advance(5_000);
  expect([breaker.admits("one"), breaker.admits("one")]).toEqual([true, false]);
  breaker.succeeded();
  expect([breaker.admits("one"), breaker.admits("one"), breaker.isOpen]).toEqual([true, true, false]);
});

test("a failed probe doubles the rest, up to a minute", () => {
  const { clock, breaker } = opened();
  for (const restMs of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
    clock.advance(restMs - 1);
    expect(breaker.admits("one")).toBe(false);
    clock.advance(1);
    expect(breaker.admits("one")).toBe(true);
    breaker.failed(anyFailure());
  }
});

test("a cancelled probe proves nothing: the next request is the probe", () => {
  const { clock, breaker } = opened();
  clock.advance(5_000);
  expect(breaker.admits("one")).toBe(true);
  breaker.undecided("one");
  expect(breaker.isOpen).toBe(true);
  expect(breaker.admits("one")).toBe(true);
});

test("responses to requests from before it opened do not extend the rest", () => {
  const { clock, breaker } = opened();
  breaker.failed(anyFailure());
  clock.advance(5_000);
  expect(breaker.admits("one")).toBe(true);
});

test("one request that fails repeatedly does not open it", () => {
  const breaker = new Breaker(new SimulatedClock());
  for (let time = 0; time < 50; time++) breaker.failed(anyFailure({ caller: "alone", request: "the same" }));
  expect(breaker.isOpen).toBe(false);
});

test("distinct requests of one caller open it for that caller alone, with the usual rest", () => {
  const clock = new SimulatedClock();
  const breaker = new Breaker(clock);
  for (let time = 0; time < 9; time++) breaker.failed(anyFailure({ caller: "one" }));
  expect([breaker.isOpen, breaker.admits("one")]).toEqual([false, true]);
  breaker.failed(anyFailure({ caller: "one" }));
  expect([breaker.isOpen, breaker.admits("one"), breaker.admits("another")]).toEqual([true, false, true]);
  expect([breaker.restMs("one"), breaker.restMs("another")]).toEqual([5_000, 1_000]);
  clock.advance(5_000);
  expect([breaker.admits("one"), breaker.admits("one")]).toEqual([true, false]);
  breaker.failed(anyFailure({ caller: "one" }));
  expect(breaker.restMs("one")).toBe(10_000);
});

test("three callers' failures, however many, do not open it for a fourth; the fourth's own failure does", () => {
  const breaker = new Breaker(new SimulatedClock());
  for (const caller of ["a", "b", "c"]) {
    for (let time = 0; time < 50; time++) breaker.failed(anyFailure({ caller }));
    expect(breaker.admits(caller)).toBe(false);
  }
  expect(breaker.admits("fourth")).toBe(true);
  breaker.failed(anyFailure({ caller: "fourth" }));
  expect(breaker.admits("fifth")).toBe(false);
});

test("another caller's success closes it for the caller it was open for", () => {
  const breaker = new Breaker(new SimulatedClock());
  for (let time = 0; time < 10; time++) breaker.failed(anyFailure({ caller: "one" }));
  breaker.succeeded();
  expect([breaker.isOpen, breaker.admits("one")]).toEqual([false, true]);
});

test("failed connections open it, whatever was requested by whom", () => {
  const breaker = new Breaker(new SimulatedClock());
  const noConnection = { caller: "one", request: "the same", connecting: true };
  for (let time = 0; time < 9; time++) breaker.failed(noConnection);
  expect(breaker.isOpen).toBe(false);
  breaker.failed(noConnection);
  expect([breaker.admits("one"), breaker.admits("another")]).toEqual([false, false]);
});

test("its remaining rest is at least a second", () => {
  const { clock, breaker } = opened();
  expect(breaker.restMs("one")).toBe(5_000);
  clock.advance(3_000);
  expect(breaker.restMs("one")).toBe(2_000);
  clock.advance(1_500);
  expect(breaker.restMs("one")).toBe(1_000);
});

test("a success resets the next rest to the first", () => {
  const { clock, breaker } = opened();
  clock.advance(5_000);
  breaker.admits("one");
  breaker.failed(anyFailure());
  clock.advance(10_000);
  breaker.admits("one");
  breaker.succeeded();
  for (let failure = 0; failure < 10; failure++) breaker.failed(anyFailure());
  expect(breaker.restMs("one")).toBe(5_000);
});

test("a success resets all counts: connections, requests and callers", () => {
  const breaker = new Breaker(new SimulatedClock());
  const noConnection = { caller: "one", request: "the same", connecting: true };
  for (let time = 0; time < 9; time++) breaker.failed(noConnection);
  breaker.succeeded();
  breaker.failed(noConnection);
  expect(breaker.isOpen).toBe(false);
  for (let time = 0; time < 8; time++) breaker.failed(anyFailure());
  breaker.succeeded();
  for (let time = 0; time < 9; time++) breaker.failed(anyFailure({ caller: "one" }));
  expect(breaker.isOpen).toBe(false);
});

test("a probe in flight blocks others, and its failure admits the next after the rest", () => {
  const { clock, breaker } = opened();
  clock.advance(4_999);
  expect(breaker.admits("one")).toBe(false);
  clock.advance(1);
  expect([breaker.admits("one"), breaker.admits("two")]).toEqual([true, false]);
  breaker.failed(anyFailure());
  expect([breaker.restMs("one"), breaker.admits("two")]).toEqual([10_000, false]);
});
