import { describe, expect, test } from "vitest";
import { Blocked, NotResponding, Throttled } from "../contract/errors.ts";
import { BreakerOpen, finalError, LeaseLost, SourceBusy, waitBefore } from "./retry.ts";

const NOW = Date.parse("2027-03-01T12:00:00Z");
const gone = new NotResponding("reset");

describe("the wait before a retry", () => {
  test.each([
    [1, 0, 100],
    [1, 1, 200],
    [1, 0.5, 150],
    [2, 0, 300],
    [2, 1, 600],
    [3, 0, 900],
    [3, 1, 1_800],
    [4, 0, null],
    [5, 0, null],
  ])("after attempt %i, with random %f: %s ms", (tries, chance, wait) => {
    expect(waitBefore(tries, gone, 1_000_000, () => chance)).toBe(wait);
  });

  test("the wait before a retry is the site's requested wait if that is longer", () => {
    const wait = (requested: number | null) => waitBefore(1, new Throttled("429", requested), 1_000_000, () => 0);
    expect([wait(5_000), wait(50), wait(null)]).toEqual([5_000, 100, 100]);
  });

  test("a wait beyond the deadline is not started", () => {
    const within = (left: number) => waitBefore(1, new Throttled("429", 5_000), left, () => 0);
    expect([within(5_000), within(5_001), within(4_999)]).toEqual([null, 5_000, null]);
  });

  test("an open breaker is not retried", () => {
    expect(waitBefore(1, new BreakerOpen("https://x.example", 5_000, NOW), 1_000_000, () => 0)).toBeNull();
  });
});

describe("the final error", () => {
  test("has the time that the site requested, if the deadline comes first", () => {
    const throttled = new Throttled("429", 5_000);
    expect(finalError(throttled, NOW, NOW + 4_999)).toMatchObject({
      code: "asked_to_wait",
      headers: { "retry-after": "5" },
    });
    expect(finalError(throttled, NOW, NOW + 5_000)).toMatchObject({ code: "asked_to_wait" });
    expect(finalError(throttled, NOW, NOW + 5_001)).toBe(throttled);
  });

  test("the final error is the failure itself if the site named no time", () => {
    for (const error of [new Throttled("429"), gone, new Blocked("wall")])
      expect(finalError(error, NOW, NOW)).toBe(error);
  });
});

test("tells when the source is available again, and how many calls wait for it", () => {
  expect(new BreakerOpen("https://x.example", 7_000, NOW)).toMatchObject({
    name: "BreakerOpen",
    code: "not_responding",
    detail: "The source is not responding; try again in 7 s, from 2027-03-01T12:00:07.000Z on.",
    headers: { "retry-after": "7" },
    message: expect.stringContaining("the breaker of https://x.example is open"),
  });
  expect(new SourceBusy(12_001)).toMatchObject({
    name: "SourceBusy",
    status: 503,
    detail: "The queue for the source is about 13 s long, longer than this request can wait.",
    headers: { "retry-after": "13" },
  });
  expect(new SourceBusy(600_000).headers).toEqual({ "retry-after": "60" });
  expect(new LeaseLost()).toMatchObject({ name: "LeaseLost", code: "unavailable", policy: "retry" });
});
