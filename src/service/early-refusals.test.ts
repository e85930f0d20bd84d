import { expect, test } from "vitest";
import type { KeyHolder } from "../accounts/types.ts";
import { SimulatedClock } from "../clock.ts";
import { LoadGate } from "../overload/load-gate.ts";
import { createEarlyRefusals, whyForbidden } from "./early-refusals.ts";
import { KnownCallers } from "./known-callers.ts";
import { newCallState } from "./operation-call.ts";
import type { Entry } from "./registry.ts";

const SECRET = "wnw_here_just_now";
const entry = { source: { name: "toy" } } as Entry;
const holderOf = (key: object = {}) =>
  ({
    person: { id: "account" },
    key: { id: "key", usage_context: "standard", sources: null, ...key },
  }) as unknown as KeyHolder;
const standing = { points: 7, windows: [] };
const goesOn = { answered: expect.any(Function) };

/** Who was here just now, at a gate with one place and so many that wait for it, at a pace that is known. */
async function bench({ waiting, log, key }: { waiting: number; log?: boolean; key?: object }) {
  const clock = new SimulatedClock();
  const gate = new LoadGate(clock, { mostInFlight: 1, mostQueued: 2 });
  const signal = new AbortController().signal;
  const enter = () => gate.enter({ account: "account", source: "toy", deadline: clock.now() + 300_000, signal });
  const leave = await enter();
  const join = (many: number) => {
    for (let nth = 0; nth < many; nth++) enter().catch(() => {});
  };
  if (waiting > 0) {
    join(2);
    clock.advance(100);
    leave();
    gate.observe(0, 100);
    join(waiting - 1);
  }
  const known = new KnownCallers(clock);
  const holder = holderOf(key);
  known.met(SECRET, holder);
  known.told(holder, standing);
  const asked: string[] = [];
  const callLog = {
    leavesOut(account: string) {
      asked.push(account);
      return !log;
    },
  };
  return { clock, gate, known, holder, asked, early: createEarlyRefusals(known, gate, callLog) };
}

test("while nobody waits nobody is looked up, let by or refused", async () => {
  const { early, holder, clock } = await bench({ waiting: 0 });
  expect(early.knownIfBusy(SECRET)).toBeNull();
  expect(early.shed(SECRET, entry)).toBeNull();
  expect(() => early.refuseIfFull(holder)).not.toThrow();
  expect(() => early.refuseIfHopeless(holder, { timeout: 0 }, newCallState(clock.now()))).not.toThrow();
});

test("while calls wait, who was here just now is known, and let by", async () => {
  const { early, holder, gate } = await bench({ waiting: 1 });
  expect(early.knownIfBusy(SECRET)).toEqual({ holder, standing });
  expect(early.knownIfBusy("wnw_stranger")).toBeNull();
  expect(early.shed("wnw_stranger", entry)).toBeNull();
  // There is room for one more.
  expect(gate.state.queued).toBe(1);
  expect(early.shed(SECRET, entry)).toEqual(goesOn);
  expect(() => early.refuseIfFull(holder)).not.toThrow();
});

test("where the queue is full a known caller is shed, with their standing, and left out of the log", async () => {
  const { early, holder, asked } = await bench({ waiting: 2 });
  expect(early.shed(SECRET, entry)).toMatchObject({ error: { code: "overloaded" }, standing });
  expect(asked).toEqual(["account"]);
  expect(early.shed("wnw_stranger", entry)).toBeNull();
  expect(() => early.refuseIfFull(holder)).toThrow(expect.objectContaining({ code: "overloaded" }));
});

test("a call that is to stand in the log, or that the key does not allow, goes the usual way", async () => {
  const logged = await bench({ waiting: 2, log: true });
  expect(logged.early.shed(SECRET, entry)).toEqual(goesOn);
  expect(logged.asked).toEqual(["account"]);
  const forbidden = await bench({ waiting: 2, key: { sources: ["stays"] } });
  expect(forbidden.early.shed(SECRET, entry)).toEqual(goesOn);
  expect(forbidden.asked).toEqual([]);
  const forAgents = await bench({ waiting: 2, key: { usage_context: "mcp_only" } });
  expect(forAgents.early.shed(SECRET, entry)).toEqual(goesOn);
});

test("without a log every one is shed; without a gate none", async () => {
  const { known, gate, holder, clock } = await bench({ waiting: 2 });
  expect(createEarlyRefusals(known, gate, undefined).shed(SECRET, entry)).toMatchObject({ standing });
  const open = createEarlyRefusals(known, undefined, undefined);
  expect([open.shed(SECRET, entry), open.knownIfBusy(SECRET)]).toEqual([null, null]);
  open.refuseIfFull(holder);
  open.refuseIfHopeless(holder, { timeout: 0 }, newCallState(clock.now()));
});

test("a call that could not be done before its timeout is over is refused", async () => {
  // A call ends every 100 ms: one runs, one waits, and then it is this one's turn.
  const { early, holder, clock } = await bench({ waiting: 1 });
  const state = newCallState(clock.now());
  expect(() => early.refuseIfHopeless(holder, { timeout: 0.3 }, state)).not.toThrow();
  expect(() => early.refuseIfHopeless(holder, { timeout: 0.299 }, state)).toThrow(
    expect.objectContaining({ code: "overloaded" }),
  );
  // What went by since it came in is gone.
  expect(() => early.refuseIfHopeless(holder, { timeout: 0.3 }, newCallState(clock.now() - 1))).toThrow();
});

test.each([
  [{ usage_context: "standard", sources: null }, "http", null, ""],
  [{ usage_context: "standard", sources: null }, "mcp", null, ""],
  [{ usage_context: "mcp_only", sources: null }, "mcp", null, ""],
  [{ usage_context: "mcp_only", sources: null }, "http", "mcp_only", ""],
  [{ usage_context: "mcp_only", sources: ["toy"] }, "dashboard", "mcp_only", ""],
  [{ usage_context: "standard", sources: ["stays", "toy"] }, "http", null, ""],
  [
    { usage_context: "standard", sources: ["stays", "ruretail"] },
    "http",
    "source_forbidden",
    "This key may not use toy; it is allowed for stays, ruretail.",
  ],
  [
    { usage_context: "standard", sources: [] },
    "mcp",
    "source_forbidden",
    "This key may not use toy; it is allowed for no source.",
  ],
] as const)("a key with %j by %s: %s %s", (key, entryPoint, code, words) => {
  const why = whyForbidden(holderOf(key), entry, entryPoint);
  expect(why?.code ?? null).toBe(code);
  if (words) expect(why!.detail).toBe(words);
});
