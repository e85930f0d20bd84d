import { expect, test } from "vitest";
import { SimulatedClock } from "../clock.ts";
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

test("a ledger that never answers is known to be away in under two seconds", async () => {
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

test("a command that has just gone through is proof enough; later the ledger is asked, once for all who ask", async () => {
  const { clock, engine, pings } = engineWith(() => Promise.reject(new Error("away")));
  await engine.run({ do: "accrue", accountId: "a", now: 0, month: "2027-03", instead: null });
  expect(await engine.isReady()).toBe(true);
  expect(pings()).toBe(0);
  clock.advance(1_500);
  expect(await Promise.all([engine.isReady(), engine.isReady()])).toEqual([false, false]);
  expect(pings()).toBe(1);
});

test("a probe does not wait behind the calls: what went through a second ago is believed, until the ledger has said no", async () => {
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
