import { expect, test } from "vitest";
import { SimulatedClock } from "../base/clock.ts";
import type { LedgerEngine } from "./commands.ts";
import { watched } from "./readiness.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

function engineWith(ping: () => Promise<unknown>) {
  const clock = new SimulatedClock();
  let pings = 0;
  const engine: LedgerEngine = {
    run: async () => ({ points: 1 }) as never,
    ping: () => {
      pings++;
      return ping();
    },
    queue: () => ({ queued: 0, inFlight: 0 }),
    close: async () => {},
  };
  return { clock, engine: watched(engine, clock), pings: () => pings };
}

test("a ledger that never responds is detected in under two seconds", async () => {
  const { clock, engine } = engineWith(() => new Promise(() => {}));
  let said: boolean | null = null;
  void engine.isReady().then((ready) => {
    said = ready;
  });
  await turn();
  expect(said).toBeNull();
  clock.advance(1_999);
  await turn();
  expect(said).toBe(false);
});

test("it is probed again after half a second, trusted for one and a half, and awaited for 1.2", async () => {
  let answer: (fine: boolean) => void = () => {};
  const { clock, engine, pings } = engineWith(
    () =>
      new Promise((resolve, reject) => {
        answer = (fine) => (fine ? resolve(1) : reject(new Error("away")));
      }),
  );
  const ran = () => engine.run({ do: "accrue", accountId: "a", now: 0, month: "2027-03", instead: null });
  await ran();
  clock.advance(499);
  expect([await engine.isReady(), pings()]).toEqual([true, 0]);
  clock.advance(1);
  expect([await engine.isReady(), pings()]).toEqual([true, 1]);
  answer(true);
  await turn();
  // That response is as good as a command.
  expect([await engine.isReady(), pings()]).toEqual([true, 1]);
  clock.advance(1_499);
  expect([await engine.isReady(), pings()]).toEqual([true, 2]);
  answer(true);
  await turn();
  clock.advance(1_500);
  let said: boolean | null = null;
  const ready = engine.isReady().then((fine) => {
    said = fine;
  });
  clock.advance(1_199);
  await turn();
  expect(said).toBeNull();
  clock.advance(1);
  await ready;
  expect(said).toBe(false);
  answer(true);
  await turn();
  expect(await engine.isReady()).toBe(true);
  // A clock that steps back proves nothing.
  clock.set(clock.now() - 2_000);
  const back = engine.isReady();
  answer(false);
  expect(await back).toBe(false);
});

test("a command that has just succeeded is proof enough; later the ledger is probed, once for all concurrent checks", async () => {
  const { clock, engine, pings } = engineWith(() => Promise.reject(new Error("away")));
  await engine.run({ do: "accrue", accountId: "a", now: 0, month: "2027-03", instead: null });
  expect(await engine.isReady()).toBe(true);
  expect(pings()).toBe(0);
  clock.advance(1_500);
  expect(await Promise.all([engine.isReady(), engine.isReady()])).toEqual([false, false]);
  expect(pings()).toBe(1);
});

test("a probe does not wait behind calls: a success a second ago is trusted, until the ledger has failed", async () => {
  let refuse: (error: Error) => void = () => {};
  const { clock, engine } = engineWith(
    () =>
      new Promise((_, reject) => {
        refuse = reject;
      }),
  );
  await engine.run({ do: "accrue", accountId: "a", now: 0, month: "2027-03", instead: null });
  clock.advance(1_000);
  expect(await engine.isReady()).toBe(true);
  refuse(new Error("away"));
  await turn();
  const next = engine.isReady();
  refuse(new Error("away"));
  expect(await next).toBe(false);
});
