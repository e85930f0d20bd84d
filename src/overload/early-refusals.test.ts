import { expect, test } from "vitest";
import type { KeyHolder } from "../accounts/types.ts";
import { SimulatedClock } from "../base/clock.ts";
import { refuseEarly } from "./early-refusals.ts";
import { KnownCallers } from "./known-callers.ts";
import { LoadGate } from "./load-gate.ts";

const holder = { person: { id: "account" }, key: { id: "key" } } as unknown as KeyHolder;
const standing = { points: 7, windows: [] };
const goesOn = { arrived: expect.any(Function) };
const allowed = () => true;

/** A caller who was here just now, at a gate with one place and so many that wait for it, of two. */
async function bench({ waiting, logs = false }: { waiting: number; logs?: boolean }) {
  const clock = new SimulatedClock();
  const gate = new LoadGate(clock, { mostInFlight: 1, mostQueued: 2 });
  const { signal } = new AbortController();
  const [arrivedAt, deadline] = [clock.now(), clock.now() + 300_000];
  for (let nth = 0; nth <= waiting; nth++)
    void gate.enter({ account: "account", source: "toy", arrivedAt, deadline, signal });
  const known = new KnownCallers(clock);
  known.met("hash", holder);
  known.told(holder, standing);
  const asked: string[] = [];
  const leavesOut = (account: string) => {
    asked.push(account);
    return !logs;
  };
  return { clock, gate, asked, parts: { gate, known, leavesOut } };
}

test("a caller who was here just now is let by while there is room, and counts as waiting until the call enters", async () => {
  const { parts, gate } = await bench({ waiting: 1 });
  const verdict = refuseEarly(parts, "hash", allowed);
  expect(verdict).toEqual(goesOn);
  expect(gate.refusalFor("account")).not.toBeNull();
  (verdict as { arrived(): void }).arrived();
  expect(gate.refusalFor("account")).toBeNull();
});

test("where there is no room a known caller is refused, with points and windows, and left out of the log", async () => {
  const { parts, asked } = await bench({ waiting: 2 });
  expect(refuseEarly(parts, "hash", allowed)).toMatchObject({ error: { code: "overloaded" }, standing });
  expect(asked).toEqual(["account"]);
});

test("a stranger's call goes the usual way, and counts as waiting", async () => {
  const { parts, gate } = await bench({ waiting: 1 });
  expect(refuseEarly(parts, "hash of a stranger", allowed)).toEqual(goesOn);
  expect(gate.refusalFor("account")).not.toBeNull();
});

test("a known caller who was told nothing of late goes the usual way", async () => {
  const { parts, clock } = await bench({ waiting: 2 });
  clock.advance(2_001);
  expect(refuseEarly(parts, "hash", allowed)).toEqual(goesOn);
});

test("a call that is to stand in the log, or that the key does not allow, goes the usual way", async () => {
  const logged = await bench({ waiting: 2, logs: true });
  expect([refuseEarly(logged.parts, "hash", allowed), logged.asked]).toEqual([goesOn, ["account"]]);
  const forbidden = await bench({ waiting: 2 });
  expect([refuseEarly(forbidden.parts, "hash", () => false), forbidden.asked]).toEqual([goesOn, []]);
});
