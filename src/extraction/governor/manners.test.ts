import { expect, test } from "vitest";
import { type Allowance, firstManners, givePlace, takePlace } from "./manners.ts";

const allowed: Allowance = { concurrency: 4, perSecond: 10 };
const START = 1_000_000;

function fill(places: number, manners = firstManners(allowed, START), now = START) {
  for (let place = 0; place < places; place++) expect(takePlace(manners, `p${place}`, allowed, now)).toBe(0);
  return manners;
}

test("no more places are given than the manifest has", () => {
  const manners = fill(4);
  expect(takePlace(manners, "fifth", allowed, START + 10_000)).toBe(Number.POSITIVE_INFINITY);
});

test("starts keep to the rate, after a burst of as many as there are places", () => {
  const manners = fill(4);
  for (const place of ["p0", "p1", "p2", "p3"]) {
    givePlace(manners, place, allowed, { kind: "answered", tookMs: 1 }, START);
  }
  expect(takePlace(manners, "next", allowed, START)).toBe(100);
  expect(takePlace(manners, "next", allowed, START + 100)).toBe(0);
});

test("a stand-in has places but no rate", () => {
  const standIn = { concurrency: 1, perSecond: null };
  const manners = firstManners(standIn, START);
  for (let page = 0; page < 100; page++) {
    expect(takePlace(manners, "p", standIn, START)).toBe(0);
    givePlace(manners, "p", standIn, { kind: "answered", tookMs: 1 }, START);
  }
});

test("429 halves places and pace, once for all that were under way; answers raise them slowly to the manifest's", () => {
  const manners = fill(4);
  for (const place of ["p0", "p1", "p2"]) {
    givePlace(manners, place, allowed, { kind: "throttled", retryAfterMs: null }, START);
  }
  expect(manners).toMatchObject({ limit: 2, pace: 0.5 });
  let answers = 0;
  while (manners.limit < 4) {
    givePlace(manners, "p3", allowed, { kind: "answered", tookMs: 1 }, START);
    answers++;
  }
  expect(answers).toBeGreaterThan(10);
  for (let more = 0; more < 100; more++) {
    givePlace(manners, "p3", allowed, { kind: "answered", tookMs: 1 }, START);
  }
  expect(manners).toMatchObject({ limit: 4, pace: 1 });
});

test("a site that slows down is asked less", () => {
  const manners = fill(1);
  for (let page = 0; page < 20; page++) {
    givePlace(manners, "p", allowed, { kind: "answered", tookMs: 300 }, START);
  }
  givePlace(manners, "p", allowed, { kind: "answered", tookMs: 5_000 }, START);
  expect(manners.limit).toBe(3);
});

test("Retry-After holds everyone back until it is over", () => {
  const manners = fill(1);
  givePlace(manners, "p0", allowed, { kind: "throttled", retryAfterMs: 7_000 }, START);
  expect(takePlace(manners, "p1", allowed, START + 1_000)).toBe(6_000);
  expect(takePlace(manners, "p1", allowed, START + 7_000)).toBe(0);
});

test("places of a process that is gone come back", () => {
  const manners = fill(4);
  expect(takePlace(manners, "later", allowed, START + 121_000)).toBe(0);
});

test("however often it is lowered, one place and some pace are left", () => {
  const manners = fill(1);
  for (let time = 0; time < 100; time++) {
    givePlace(manners, "p0", allowed, { kind: "throttled", retryAfterMs: null }, START + time * 2_000);
  }
  expect(manners.limit).toBe(1);
  expect(manners.pace).toBeGreaterThan(0);
});
