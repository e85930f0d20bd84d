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
