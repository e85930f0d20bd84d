import { expect, test } from "vitest";
import type { Caller } from "../accounts/types.ts";
import { SimulatedClock } from "../base/clock.ts";
import { CallLimiter } from "../overload/call-limiter.ts";
import { createCallers } from "./callers.ts";
import { newCallState } from "./operation-call.ts";
import type { Entry } from "./registry.ts";

const entry = (source: string) => ({ source: { name: source } }) as Entry;
const caller = { account: { id: "account" }, key: { id: "key", sources: ["toy"] } } as Caller;
const quota = { points: 7, windows: [] };
const goesOn = { arrived: expect.any(Function) };

/** A recent caller at a limiter with one slot, and this many calls of two waiting for it. */
async function bench({ waiting, logs = false }: { waiting: number; logs?: boolean }) {
  const clock = new SimulatedClock();
  const limiter = new CallLimiter(clock, { maxInFlight: 1, maxQueued: 2 });
  const { signal } = new AbortController();
  const [arrivedAt, deadline] = [clock.now(), clock.now() + 300_000];
  for (let nth = 0; nth <= waiting; nth++)
    void limiter.enter({ account: "account", source: "toy", arrivedAt, deadline, signal });
  const asked: string[] = [];
  const leavesOut = (account: string) => {
    asked.push(account);
    return !logs;
  };
  const callers = createCallers({
    accounts: { lookUpKey: async () => caller, ownerOf: async () => caller },
    metering: { peek: async () => quota },
    callLog: { leavesOut, note() {}, written: async () => {} },
    clock,
    limiter,
  });
  await callers.identify("secret", "127.0.0.1", "hash");
  callers.remember(caller, { ...newCallState(clock.now()), ...quota });
  return { clock, limiter, asked, arrive: callers.arrive };
}

test("a recent caller is admitted while there is capacity, and counts as waiting until the call enters", async () => {
  const { arrive, limiter } = await bench({ waiting: 1 });
  const verdict = arrive("hash", entry("toy"), true);
  expect(verdict).toEqual(goesOn);
  expect(limiter.refusalFor("account")).not.toBeNull();
  if (verdict && "arrived" in verdict) verdict.arrived();
  expect(limiter.refusalFor("account")).toBeNull();
});

test("without capacity a known caller is rejected, with points and windows, and skipped in the log", async () => {
  const { arrive, asked } = await bench({ waiting: 2 });
  expect(arrive("hash", entry("toy"), true)).toMatchObject({ error: { code: "overloaded" }, quota });
  expect(asked).toEqual(["account"]);
});

test("an unknown caller takes the normal path and counts as waiting", async () => {
  const { arrive, limiter } = await bench({ waiting: 1 });
  expect(arrive("hash of a stranger", entry("toy"), true)).toEqual(goesOn);
  expect(limiter.refusalFor("account")).not.toBeNull();
});

test("a known caller without recent points and windows takes the normal path", async () => {
  const { arrive, clock } = await bench({ waiting: 2 });
  clock.advance(2_001);
  expect(arrive("hash", entry("toy"), true)).toEqual(goesOn);
});

test("a call that must be logged, is not plain, or is not permitted by the key takes the normal path", async () => {
  const logged = await bench({ waiting: 2, logs: true });
  expect([logged.arrive("hash", entry("toy"), true), logged.asked]).toEqual([goesOn, ["account"]]);
  const plain = await bench({ waiting: 2 });
  expect([plain.arrive("hash", entry("toy"), false), plain.asked]).toEqual([goesOn, []]);
  const forbidden = await bench({ waiting: 2 });
  expect([forbidden.arrive("hash", entry("stays"), true), forbidden.asked]).toEqual([goesOn, []]);
});
