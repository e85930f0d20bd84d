import { expect, test } from "vitest";
import type { Allowance } from "./adaptive-limit.ts";
import { localPermitStore } from "./permit-store.ts";

function opened(first: Allowance) {
  const at = { now: 1_000_000, allowed: first };
  const permits = localPermitStore(() => at.now).open(
    "https://site.example",
    () => at.allowed,
    () => {},
  );
  return { at, permits };
}
const answered = { kind: "answered", tookMs: 1_000 } as const;

test("it begins with a burst of all its permits, and then keeps to the rate", () => {
  const { at, permits } = opened({ concurrency: 2, perSecond: 10 });
  expect([permits.acquire(3), permits.acquire(2)]).toEqual([0, 0]);
  expect(permits.state()).toEqual({ permits: 2, inFlight: 2 });
  expect(permits.acquire(1)).toBe(Number.POSITIVE_INFINITY);
  permits.release(answered);
  expect(permits.acquire(1)).toBe(100);
  at.now += 100;
  expect(permits.acquire(1)).toBe(0);
});

test("a pause that the site asked for is waited out, and what it usually takes is known", () => {
  const { at, permits } = opened({ concurrency: 1, perSecond: null });
  expect(permits.expectedWait(3)).toBe(0);
  permits.acquire(1);
  permits.release(answered);
  expect(permits.expectedWait(3)).toBe(3_000);
  permits.acquire(1);
  permits.release({ kind: "throttled", retryAfterMs: 5_000 });
  expect(permits.acquire(1)).toBe(5_000);
  at.now += 4_999;
  expect(permits.acquire(1)).toBe(1);
  at.now += 1;
  expect(permits.acquire(1)).toBe(0);
});

test("what is allowed today counts, and nothing is ever taken back", async () => {
  const { at, permits } = opened({ concurrency: 4, perSecond: null });
  at.allowed = { concurrency: 1, perSecond: null };
  expect(permits.state().permits).toBe(1);
  expect([permits.acquire(2), permits.acquire(1)]).toEqual([0, Number.POSITIVE_INFINITY]);
  permits.onLost(() => expect.unreachable())();
  await permits.close();
});
