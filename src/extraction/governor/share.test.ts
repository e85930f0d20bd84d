import { expect, test } from "vitest";
import { Share } from "./share.ts";

const START = 1_000_000;

function shareOf(permits: number, perSecond: number | null, saved = permits): Share {
  const share = new Share();
  share.resize(permits, perSecond, START);
  share.save(saved);
  return share;
}

test("no more are in flight than there are permits", () => {
  const share = shareOf(2, null);
  expect([share.start(START), share.start(START), share.start(START)]).toEqual([0, 0, Number.POSITIVE_INFINITY]);
  share.end();
  expect(share.start(START)).toBe(0);
});

test("starts keep to the rate, after a burst of as many as were saved", () => {
  const share = shareOf(2, 10);
  for (let page = 0; page < 2; page++) {
    expect(share.start(START)).toBe(0);
    share.end();
  }
  expect(share.start(START)).toBe(100);
  expect(share.start(START + 100)).toBe(0);
});

test("without a rate there are permits alone", () => {
  const share = shareOf(1, null);
  for (let page = 0; page < 100; page++) {
    expect(share.start(START)).toBe(0);
    share.end();
  }
});

test("a share that grows brings no starts with it, and one that shrinks loses what no longer fits", () => {
  const share = shareOf(4, 10, 4);
  share.resize(1, 10, START);
  share.resize(4, 10, START);
  expect(share.start(START)).toBe(0);
  share.end();
  expect(share.start(START)).toBe(100);
});

test("says how long so many would wait: by the rate, or by how long an answer takes", () => {
  expect(shareOf(4, 10, 0).expectedMs(30, 100)).toBe(3_000);
  expect(shareOf(4, null).expectedMs(40, 500)).toBe(5_000);
  expect(shareOf(4, null).expectedMs(3, 500)).toBe(0);
});

test("what one may do, and what is in flight, can be looked at; a new share is nothing", () => {
  const share = new Share();
  expect([share.permits, share.perSecond, share.inFlight]).toEqual([0, 0, 0]);
  expect(share.start(START)).toBe(Number.POSITIVE_INFINITY);
  share.resize(2, 5, START);
  share.save(1);
  share.start(START);
  expect([share.permits, share.perSecond, share.inFlight]).toEqual([2, 5, 1]);
  share.end();
  expect(share.inFlight).toBe(0);
});

test("a new share brings no starts: they are earned from then on, and no more are saved than there are permits", () => {
  const share = shareOf(2, 10, 0);
  expect(share.start(START)).toBe(100);
  expect(share.start(START + 50)).toBe(50);
  expect(share.start(START + 100)).toBe(0);
  share.end();
  expect(share.start(START + 60_000)).toBe(0);
  expect(share.start(START + 60_000)).toBe(0);
  share.end();
  expect(share.start(START + 60_000)).toBe(100);
  // A clock that was set back earns nothing.
  expect(share.start(START)).toBe(100);
});

test("no more are saved than fit; without a rate nothing is waited for but a permit", () => {
  const share = shareOf(2, 10, 9);
  share.start(START);
  share.start(START);
  share.end();
  expect(share.start(START)).toBe(100);
  share.resize(2, 0, START);
  expect(share.start(START + 60_000)).toBe(Number.POSITIVE_INFINITY);
  share.resize(2, null, START + 60_000);
  expect(share.start(START + 60_000)).toBe(0);
});

test("what was earned before a change of the rate is earned by the old one", () => {
  const share = shareOf(4, 10, 0);
  share.resize(4, 1, START + 200);
  expect([share.start(START + 200), share.start(START + 200)]).toEqual([0, 0]);
  expect(share.start(START + 200)).toBe(1_000);
});

test("an expectation takes what is saved and what is in flight into account", () => {
  expect(shareOf(4, 10).expectedMs(6, null)).toBe(200);
  expect(shareOf(4, 10).expectedMs(2, null)).toBe(0);
  expect(shareOf(4, 10, 0).expectedMs(8, 1_000)).toBe(2_000);
  const busy = shareOf(2, null);
  busy.start(START);
  expect([busy.expectedMs(0, 500), busy.expectedMs(1, 500), busy.expectedMs(3, 500)]).toEqual([0, 500, 1_000]);
  expect(new Share().expectedMs(5, 500)).toBe(0);
});

test("at a rate of 0 nothing is started once what was saved is gone", () => {
  const share = shareOf(2, 0, 1);
  expect([share.start(START), share.start(START + 3_600_000)]).toEqual([0, Number.POSITIVE_INFINITY]);
});
