import { expect, test } from "vitest";
import { SimulatedClock } from "../base/clock.ts";
import { toySource } from "../source-testing/toy-source.ts";
import { createIncidentBreaker } from "./incident-breaker.ts";

const source = toySource();
const [operation] = source.operations;
const incident = {
  operation: operation.path,
  reason: "internal words",
  opened_at: Date.parse("2027-03-01T12:00:00Z"),
  details: { code: "unreadable" as const },
};

function rejectedBy(standIn: boolean) {
  const clock = new SimulatedClock();
  const breaker = createIncidentBreaker(clock, () => standIn);
  return { clock, breaker, ask: () => breaker.refusalOf(source, operation) };
}

test("callers of a failing operation are told immediately what is wrong, since when, and when to retry", () => {
  const { breaker, ask } = rejectedBy(true);
  expect(ask()).toBeNull();
  breaker.block(incident);
  const refusal = ask()!;
  expect(refusal).toMatchObject({ status: 500, code: "unreadable", headers: { "retry-after": "5" } });
  expect(refusal.detail).toMatch(
    /since 2027-03-01T12:00:00\.000Z: Winnow could not parse its responses\. Nothing was charged\. Try again in 5 s\./,
  );
  expect(refusal.detail).not.toContain("internal words");
});

test("one call is admitted as a probe every five seconds; at a live site with growing intervals", () => {
  for (const [standIn, waits] of [
    [true, [5, 5, 5]],
    [false, [5, 10, 20]],
  ] as const) {
    const { clock, breaker, ask } = rejectedBy(standIn);
    breaker.block(incident);
    expect(ask()).not.toBeNull();
    for (const seconds of waits) {
      clock.advance(seconds * 1000 - 1);
      expect(ask()).not.toBeNull();
      clock.advance(1);
      expect([ask(), ask()]).toEqual([null, expect.anything()]);
    }
  }
});

test("an operator can hold a source closed, with a note, or open regardless of incidents", () => {
  const { clock, breaker, ask } = rejectedBy(true);
  const at = clock.now();
  breaker.update([], [{ source: "toy", state: "closed", note: "asked to stop", by: "op", at }]);
  expect(ask()).toMatchObject({
    status: 412,
    detail: expect.stringContaining("closed by the operator since 2027-03-01T12:00:00.000Z: asked to stop."),
  });
  breaker.update([], [{ source: "toy", state: "open", note: "", by: "op", at }]);
  breaker.block(incident);
  expect(ask()).toBeNull();
  breaker.update([], []);
  expect(ask()).toBeNull();
});

test("a recovered operation is not rejected, and its next incident starts with a probe after five seconds", () => {
  const { clock, breaker, ask } = rejectedBy(false);
  breaker.block(incident);
  expect([breaker.isBlocked(operation.path), ask() === null]).toEqual([true, false]);
  for (const seconds of [5, 10]) {
    clock.advance(seconds * 1_000);
    expect(ask()).toBeNull();
  }
  breaker.unblock(operation.path);
  expect([breaker.isBlocked(operation.path), ask()]).toEqual([false, null]);
  breaker.block(incident);
  expect(ask()).toMatchObject({ headers: { "retry-after": "5" } });
});
