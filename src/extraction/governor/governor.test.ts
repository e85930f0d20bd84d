import { expect, test } from "vitest";
import { SimulatedClock } from "../../clock.ts";
import type { Allowance } from "./adaptive-limit.ts";
import { Governor, type Permit } from "./governor.ts";
import { localPermitStore } from "./permit-store.ts";

const answered = { kind: "answered", tookMs: 1 } as const;
const patient = new AbortController().signal;

function governorFor(allowed: Allowance) {
  const clock = new SimulatedClock();
  return {
    clock,
    governor: new Governor(
      "https://site.example",
      () => allowed,
      localPermitStore(() => clock.now()),
      clock,
    ),
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test("one caller's thousand pages do not starve another's one", async () => {
  const { governor } = governorFor({ concurrency: 1, perSecond: null });
  const order: string[] = [];
  const ask = (caller: string) =>
    governor.acquire(caller, patient).then(async (permit) => {
      order.push(caller);
      await settle();
      permit.release(answered);
    });
  const many = Array.from({ length: 1_000 }, () => ask("many"));
  await Promise.all([...many, ask("one"), ask("other")]);
  expect(order.indexOf("one")).toBeLessThanOrEqual(3);
  expect(order.indexOf("other")).toBeLessThanOrEqual(3);
  expect(order).toHaveLength(1_002);
});

test("never more in flight than there are permits", async () => {
  const { governor } = governorFor({ concurrency: 3, perSecond: null });
  let under = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const permit = await governor.acquire(`caller ${index % 5}`, patient);
      most = Math.max(most, ++under);
      await settle();
      under--;
      permit.release(answered);
    }),
  );
  expect(most).toBe(3);
});

test("starts wait for the rate by the clock", async () => {
  const { governor, clock } = governorFor({ concurrency: 2, perSecond: 2 });
  const permits: Permit[] = [];
  for (let page = 0; page < 4; page++) void governor.acquire("one", patient).then((permit) => permits.push(permit));
  await settle();
  expect(permits).toHaveLength(2);
  for (const permit of permits) permit.release(answered);
  await settle();
  expect(permits).toHaveLength(2);
  clock.advance(500);
  await settle();
  expect(permits).toHaveLength(3);
  clock.advance(500);
  await settle();
  expect(permits).toHaveLength(4);
});

test("who stops waiting leaves the queue, and takes nobody's permit with him", async () => {
  const { governor } = governorFor({ concurrency: 1, perSecond: null });
  const first = await governor.acquire("one", patient);
  const impatient = new AbortController();
  const left = governor.acquire("one", impatient.signal);
  const next = governor.acquire("two", patient);
  impatient.abort(new Error("deadline"));
  await expect(left).rejects.toThrow("deadline");
  first.release(answered);
  (await next).release(answered);
  (await governor.acquire("one", patient)).release(answered);
});

test("who could not begin before its deadline is refused at once, by what an answer takes", async () => {
  const { governor, clock } = governorFor({ concurrency: 1, perSecond: null });
  const first = await governor.acquire("one", patient);
  clock.advance(10_000);
  first.release({ kind: "answered", tookMs: 10_000 });
  void governor.acquire("one", patient);
  const within = (ms: number) => ({ deadline: clock.now() + ms, hasBegun: false });
  const others = Array.from({ length: 5 }, (_, at) => `other ${at}`);
  for (const other of others) void governor.acquire(other, patient);
  await expect(governor.acquire("late", patient, within(20_000))).rejects.toMatchObject({
    code: "overloaded",
    headers: { "retry-after": expect.stringMatching(/^\d+$/) },
  });
  void governor.acquire("patient", patient, within(120_000)).catch(() => expect.unreachable());
  await settle();
});
