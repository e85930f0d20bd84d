import { expect, test } from "vitest";
import { SimulatedClock } from "../clock.ts";
import { Breaker, type Failure } from "./breaker.ts";

let failures = 0;
/** Of another caller and another page each time. */
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

test("failures in a row open it; a success between them does not let it come to that", () => {
  const breaker = new Breaker(new SimulatedClock());
  for (let failure = 0; failure < 9; failure++) breaker.failed(anyFailure());
  breaker.succeeded();
  for (let failure = 0; failure < 9; failure++) breaker.failed(anyFailure());
  expect(breaker.isOpen).toBe(false);
  breaker.failed(anyFailure());
  expect(breaker.isOpen).toBe(true);
  expect(breaker.admits("one")).toBe(false);
});

test("after its rest one request goes through to see, and success closes it", () => {
  const { clock, breaker } = opened();
  clock.advance(5_000);
  expect([breaker.admits("one"), breaker.admits("one")]).toEqual([true, false]);
  breaker.succeeded();
  expect([breaker.admits("one"), breaker.admits("one"), breaker.isOpen]).toEqual([true, true, false]);
});

test("a probe that fails makes the rest twice as long, up to a minute", () => {
  const { clock, breaker } = opened();
  for (const restMs of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
    clock.advance(restMs - 1);
    expect(breaker.admits("one")).toBe(false);
    clock.advance(1);
    expect(breaker.admits("one")).toBe(true);
    breaker.failed(anyFailure());
  }
});

test("a probe that was called off shows nothing: the next request is the probe", () => {
  const { clock, breaker } = opened();
  clock.advance(5_000);
  expect(breaker.admits("one")).toBe(true);
  breaker.undecided();
  expect(breaker.isOpen).toBe(true);
  expect(breaker.admits("one")).toBe(true);
});

test("answers to requests from before it opened do not lengthen the rest", () => {
  const { clock, breaker } = opened();
  breaker.failed(anyFailure());
  clock.advance(5_000);
  expect(breaker.admits("one")).toBe(true);
});

test("one request that fails again and again does not open it, also where nobody else asks", () => {
  const breaker = new Breaker(new SimulatedClock());
  breaker.admits("alone");
  for (let time = 0; time < 50; time++) breaker.failed(anyFailure({ caller: "alone", request: "the same" }));
  expect(breaker.isOpen).toBe(false);
});

test("one request that fails again and again does not open it, nor do many of one caller beside others", () => {
  const breaker = new Breaker(new SimulatedClock());
  for (const caller of ["attacker", "other"]) breaker.admits(caller);
  for (let time = 0; time < 50; time++) breaker.failed(anyFailure({ caller: "attacker", request: "the same" }));
  expect(breaker.isOpen).toBe(false);
  for (let time = 0; time < 50; time++) breaker.failed(anyFailure({ caller: "attacker" }));
  expect(breaker.isOpen).toBe(false);
  breaker.failed(anyFailure({ caller: "other" }));
  expect(breaker.isOpen).toBe(true);
});

test("the only caller of late can open it with distinct requests", () => {
  const clock = new SimulatedClock();
  const breaker = new Breaker(clock);
  breaker.admits("gone");
  clock.advance(600_001);
  breaker.admits("one");
  for (let time = 0; time < 9; time++) breaker.failed(anyFailure({ caller: "one" }));
  expect(breaker.isOpen).toBe(false);
  breaker.failed(anyFailure({ caller: "one" }));
  expect(breaker.isOpen).toBe(true);
});

test("connections that do not come about open it, whoever asks for whatever", () => {
  const breaker = new Breaker(new SimulatedClock());
  for (const caller of ["one", "other"]) breaker.admits(caller);
  const noConnection = { caller: "one", request: "the same", connecting: true };
  for (let time = 0; time < 9; time++) breaker.failed(noConnection);
  expect(breaker.isOpen).toBe(false);
  breaker.failed(noConnection);
  expect(breaker.isOpen).toBe(true);
});

test("its rest is what is left of it, and a second at least", () => {
  const { clock, breaker } = opened();
  expect(breaker.restMs).toBe(5_000);
  clock.advance(3_000);
  expect(breaker.restMs).toBe(2_000);
  clock.advance(1_500);
  expect(breaker.restMs).toBe(1_000);
});

test("after a success the next rest is the first again", () => {
  const { clock, breaker } = opened();
  clock.advance(5_000);
  breaker.admits("one");
  breaker.failed(anyFailure());
  clock.advance(10_000);
  breaker.admits("one");
  breaker.succeeded();
  for (let failure = 0; failure < 10; failure++) breaker.failed(anyFailure());
  expect(breaker.restMs).toBe(5_000);
});

test("what was counted before a success counts no more: connections, requests and callers", () => {
  const breaker = new Breaker(new SimulatedClock());
  for (const caller of ["one", "other"]) breaker.admits(caller);
  const noConnection = { caller: "one", request: "the same", connecting: true };
  for (let time = 0; time < 9; time++) breaker.failed(noConnection);
  breaker.succeeded();
  breaker.failed(noConnection);
  expect(breaker.isOpen).toBe(false);
  breaker.failed(anyFailure({ caller: "other" }));
  breaker.succeeded();
  for (let time = 0; time < 20; time++) breaker.failed(anyFailure({ caller: "one" }));
  expect(breaker.isOpen).toBe(false);
});

test("opened by one caller alone, it is open for that one; by two, or by connections, for all", () => {
  const alone = new Breaker(new SimulatedClock());
  alone.admits("one");
  for (let time = 0; time < 10; time++) alone.failed(anyFailure({ caller: "one" }));
  expect([alone.isOpen, alone.admits("one"), alone.admits("another")]).toEqual([true, false, true]);
  const { breaker } = opened();
  expect(breaker.admits("another")).toBe(false);
  const cut = new Breaker(new SimulatedClock());
  cut.admits("one");
  for (let time = 0; time < 10; time++) cut.failed({ caller: "one", request: "the same", connecting: true });
  expect(cut.admits("another")).toBe(false);
});

test("a caller counts for ten minutes after his last request", () => {
  const openedBesides = (silentMs: number) => {
    const clock = new SimulatedClock();
    const breaker = new Breaker(clock);
    breaker.admits("gone");
    clock.advance(1_000);
    breaker.admits("gone");
    clock.advance(silentMs);
    breaker.admits("one");
    for (let time = 0; time < 10; time++) breaker.failed(anyFailure({ caller: "one" }));
    return breaker.isOpen;
  };
  expect([openedBesides(600_000), openedBesides(600_001)]).toEqual([false, true]);
});

test("of a thousand callers the longest silent is forgotten first", () => {
  const breaker = new Breaker(new SimulatedClock());
  breaker.admits("one");
  for (let other = 0; other < 1_000; other++) breaker.admits(`other ${other}`);
  breaker.admits("one");
  for (let time = 0; time < 10; time++) breaker.failed(anyFailure({ caller: "one" }));
  expect(breaker.isOpen).toBe(false);
});

test("a probe that is out keeps others back, and its failure makes way for the next after the rest", () => {
  const { clock, breaker } = opened();
  clock.advance(4_999);
  expect(breaker.admits("one")).toBe(false);
  clock.advance(1);
  expect([breaker.admits("one"), breaker.admits("two")]).toEqual([true, false]);
  breaker.failed(anyFailure());
  expect([breaker.restMs, breaker.admits("two")]).toEqual([10_000, false]);
});
