import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { SimulatedClock } from "../../base/clock.ts";
import type { Allowance } from "./adaptive-limit.ts";
import { Governor } from "./governor.ts";
import { memorySites } from "./site-store.ts";

const answered = { kind: "answered", tookMs: 1 } as const;
const patient = new AbortController().signal;

function governorFor(allowed: Allowance) {
  const clock = new SimulatedClock();
  return {
    clock,
    governor: new Governor(
      "https://site.example",
      () => allowed,
      memorySites(() => clock.now()),
      clock,
    ),
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test("one caller's thousand pages do not starve another's single page", async () => {
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

test("a canary's page is requested before those that callers wait for", async () => {
  const { governor } = governorFor({ concurrency: 1, perSecond: null });
  const order: string[] = [];
  const ask = (caller: string, isProbe: boolean) =>
    governor
      .acquire(caller, patient, { deadline: Number.POSITIVE_INFINITY, hasBegun: true, isProbe })
      .then(async (permit) => {
        order.push(caller);
        await settle();
        permit.release(answered);
      });
  const callers = Array.from({ length: 20 }, (_, nth) => ask(`caller ${nth}`, false));
  await Promise.all([...callers, ask("canary", true), ask("canary", true)]);
  expect(order.slice(1, 3)).toEqual(["canary", "canary"]);
});

test("never more requests in flight than permits", async () => {
  const { governor } = governorFor({ concurrency: 3, perSecond: null });
  let under = 0;
  let max = 0;
  await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const permit = await governor.acquire(`caller ${index % 5}`, patient);
      max = Math.max(max, ++under);
      await settle();
      under--;
      permit.release(answered);
    }),
  );
  expect(max).toBe(3);
});

test("starts are spaced by the rate from the beginning; unused ones do not accumulate", async () => {
  const { governor, clock } = governorFor({ concurrency: 2, perSecond: 2 });
  const beganAt = clock.now();
  clock.advance(60_000);
  const at: number[] = [];
  const pages = Array.from({ length: 4 }, async () => {
    const permit = await governor.acquire("one", patient);
    at.push(clock.now() - beganAt - 60_000);
    permit.release(answered);
  });
  for (let step = 0; step < 200; step++) {
    await settle();
    clock.advance(10);
  }
  await Promise.all(pages);
  expect(at).toEqual([0, 520, 1_040, 1_560]);
});

test("a caller that stops waiting leaves the queue without taking a permit", async () => {
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

test("a call that could not start before its deadline is rejected immediately, based on the usual duration", async () => {
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

const throttled = (retryAfterMs: number) => ({ kind: "throttled", retryAfterMs }) as const;

test("waiting calls and requests in flight can be observed; releasing a permit twice counts once", async () => {
  const { governor } = governorFor({ concurrency: 2, perSecond: null });
  expect(governor.state).toEqual({ permits: 2, pace: 1, inFlight: 0, waiting: 0, stalled: false });
  const [first, second] = [await governor.acquire("one", patient), await governor.acquire("one", patient)];
  const third = governor.acquire("one", patient);
  const fourth = governor.acquire("two", patient);
  expect(governor.state).toEqual({ permits: 2, pace: 1, inFlight: 2, waiting: 2, stalled: false });
  first.release(answered);
  first.release(answered);
  (await third).release(answered);
  second.release(answered);
  (await fourth).release(answered);
  expect(governor.state).toEqual({ permits: 2, pace: 1, inFlight: 0, waiting: 0, stalled: false });
});

test("a caller that is already gone requests nothing", async () => {
  const { governor } = governorFor({ concurrency: 1, perSecond: null });
  await expect(governor.acquire("one", AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
  expect(governor.state).toEqual({ permits: 1, pace: 1, inFlight: 0, waiting: 0, stalled: false });
});

test("a caller that got a permit or was rejected no longer listens to its signal", async () => {
  const { governor } = governorFor({ concurrency: 1, perSecond: null });
  const leaving = new AbortController();
  (await governor.acquire("one", leaving.signal)).release({ kind: "answered", tookMs: 1_000 });
  const permit = await governor.acquire("one", leaving.signal);
  expect(getEventListeners(leaving.signal, "abort")).toEqual([]);
  const waits = governor.acquire("one", leaving.signal, { deadline: 0, hasBegun: false });
  await expect(waits).rejects.toMatchObject({ code: "overloaded" });
  expect(getEventListeners(leaving.signal, "abort")).toEqual([]);
  permit.release(answered);
});

test.each([true, false])(
  "a call whose deadline has passed is not told of a queue that is empty (begun: %s)",
  async (hasBegun) => {
    const { governor, clock } = governorFor({ concurrency: 1, perSecond: null });
    const permit = await governor.acquire("one", patient, { deadline: clock.now() - 1, hasBegun });
    permit.release(answered);
  },
);

test("callers take turns, even if each has several calls waiting", async () => {
  const { governor } = governorFor({ concurrency: 1, perSecond: null });
  const held = await governor.acquire("x", patient);
  const order: string[] = [];
  const ask = (caller: string) =>
    governor.acquire(caller, patient).then((permit) => {
      order.push(caller);
      permit.release(answered);
    });
  const all = ["a", "a", "a", "b", "b", "c"].map(ask);
  held.release(answered);
  await Promise.all(all);
  expect(order.join("")).toBe("abcaba");
});

test("a pause of a second or more that outlasts a deadline is reported immediately; shorter ones and later deadlines wait", async () => {
  const { governor, clock } = governorFor({ concurrency: 1, perSecond: null });
  const said: string[] = [];
  const ask = (name: string, ms: number) =>
    governor.acquire(name, patient, { deadline: clock.now() + ms, hasBegun: true }).then(
      (permit) => {
        said.push(`${name} began`);
        permit.release(answered);
      },
      (error: { code: string; headers: object }) => said.push(`${name} ${error.code} ${JSON.stringify(error.headers)}`),
    );
  const held = await governor.acquire("x", patient);
  const all = [ask("short", 5_000), ask("long", 5_001)];
  held.release(throttled(5_000));
  await settle();
  expect(said).toEqual(['short asked_to_wait {"retry-after":"5"}']);
  expect(governor.state.waiting).toBe(1);
  clock.advance(5_000);
  await Promise.all(all);
  expect(said.slice(1)).toEqual(["long began"]);
  const again = await governor.acquire("x", patient);
  const brief = ask("brief", 500);
  again.release(throttled(999));
  await settle();
  expect(said.slice(2)).toEqual([]);
  clock.advance(999);
  await brief;
  expect(said.slice(2)).toEqual(["brief began"]);
  const last = await governor.acquire("x", patient);
  const exact = ask("exact", 1_000);
  last.release(throttled(1_000));
  await exact;
  expect(said.slice(3)).toEqual(['exact asked_to_wait {"retry-after":"1"}']);
});

test("a wait equal to the deadline is accepted; a run that has begun is not checked", async () => {
  const { governor, clock } = governorFor({ concurrency: 1, perSecond: null });
  (await governor.acquire("x", patient)).release({ kind: "answered", tookMs: 1_000 });
  const held = await governor.acquire("x", patient);
  const said = (ms: number, hasBegun = false) => {
    const leaving = new AbortController();
    const requested = governor.acquire("late", leaving.signal, { deadline: clock.now() + ms, hasBegun }).then(
      () => "begins",
      (error: { code?: string }) => error.code ?? "waits",
    );
    leaving.abort({});
    return requested;
  };
  // One is in flight, and this one comes next: 2 s.
  expect([await said(1_999), await said(2_000), await said(10, true)]).toEqual(["overloaded", "waits", "waits"]);
  // One of the other caller's five waiting calls comes before this caller's first.
  for (let page = 0; page < 5; page++) void governor.acquire("x", patient);
  expect([await said(2_999), await said(3_000)]).toEqual(["overloaded", "waits"]);
  // Its own waiting calls come first, and as many of the other caller's.
  void governor.acquire("late", patient);
  expect([await said(4_999), await said(5_000)]).toEqual(["overloaded", "waits"]);
  held.release(answered);
});

test("before the store has answered, a wait is expected by the site's own rate", async () => {
  const clock = new SimulatedClock();
  const silent = { isShared: true, now: () => clock.now(), ask: () => new Promise<never>(() => {}) };
  const governor = new Governor("https://site.example", () => ({ concurrency: 9, perSecond: 1 }), silent, clock);
  for (let call = 0; call < 2; call++) void governor.acquire("x", patient);
  const leaving = new AbortController();
  const third = governor.acquire("x", leaving.signal, { deadline: clock.now() + 2_000, hasBegun: false });
  leaving.abort(new Error("it waits"));
  await expect(third).rejects.toMatchObject({ code: "overloaded" });
});

test("a governor that is closed, or has nobody waiting, does not wake up", async () => {
  const { governor, clock } = governorFor({ concurrency: 1, perSecond: 1 });
  (await governor.acquire("x", patient)).release(answered);
  const leaving = new AbortController();
  const waits = governor.acquire("x", leaving.signal);
  leaving.abort(new Error("left"));
  await expect(waits).rejects.toThrow("left");
  expect(governor.state.waiting).toBe(0);
  void governor.acquire("x", patient).then(() => expect.unreachable());
  await governor.close();
  clock.advance(10_000);
  await settle();
  expect(governor.state).toMatchObject({ inFlight: 0, waiting: 1 });
});

test("a caller that stops waiting leaves its other calls in the queue", async () => {
  const { governor } = governorFor({ concurrency: 1, perSecond: null });
  const held = await governor.acquire("one", patient);
  const impatient = new AbortController();
  const left = governor.acquire("one", impatient.signal).catch((error: Error) => error.message);
  const stays = governor.acquire("one", patient);
  impatient.abort(new Error("deadline"));
  expect([await left, governor.state.waiting]).toEqual(["deadline", 1]);
  held.release(answered);
  (await stays).release(answered);
});
