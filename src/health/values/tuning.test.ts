import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { SimulatedClock } from "../../base/clock.ts";
import { noFindings } from "../../contract/findings.ts";
import type { Engine, RunReport } from "../../extraction/types.ts";
import { toySource } from "../../source-testing/toy-source.ts";
import { openStore } from "../../store/open-store.ts";
import { createCanaries } from "../canaries.ts";
import { createHealth } from "../health.ts";
import { Doubts } from "./doubts.ts";
import type { Value } from "./flat-record.ts";
import { judge } from "./judge.ts";
import type { Pair } from "./pairs.ts";
import { type SampledRun, sampledRun } from "./sampled-run.ts";
import { tuning } from "./tuning.ts";
import { Witness } from "./witness.ts";

type Name = keyof typeof tuning;
const nominal = { ...tuning };
afterEach(() => void Object.assign(tuning, nominal));

const source = toySource();
const [operation] = source.operations;
const pairs = (count: number, change: (nth: number) => [old: Value, now: Value]): Pair[] =>
  Array.from({ length: count }, (_, nth) => {
    const [old, now] = change(nth);
    return { old, now, tradedWith: null, isSale: false };
  });
const kind = (list: Pair[]) => judge("field", list)?.kind ?? null;
const report = (query: string, sample: RunReport["sample"]): RunReport => ({
  source,
  operation,
  request: { query },
  requestId: query,
  caller: "one",
  ms: 1,
  stats: { pages: 1, records: sample?.length ?? 0, retries: 0, bytes: 1 },
  findings: noFindings(),
  sample,
  recorder: null,
  error: null,
});
const things = (count: number) => Array.from({ length: count }, (_, nth) => ({ id: `${nth}`, price: 100 + nth }));
const runOf = (query: string, count: number, pageMs: number | null = null): SampledRun =>
  sampledRun(report(query, things(count)), 0, pageMs)!;
const learned = (...runs: SampledRun[]): Witness => {
  const witness = new Witness({ isCanary: false });
  for (const run of runs) {
    witness.learn(witness.judge(run), {}, { open: new Set(), isRipe: () => false });
    witness.sights.promote(run.digest, () => true);
  }
  return witness;
};

/** What each number decides, on both sides of it. */
const scenarios: Record<Name, () => unknown> = {
  recordsHeld: () => runOf("a", 60).records.size,
  requestsHeld() {
    const runs = Array.from({ length: 120 }, (_, nth) => runOf(`${nth}`, 1));
    const { sights } = learned(...runs);
    return runs.filter(({ digest }) => sights.find(digest)).length;
  },
  enoughPairs: () =>
    [4, 9].map(
      (count) =>
        judge(
          "price",
          pairs(count, (nth) => [50 + nth, 5_000 + nth]),
        )?.strength,
    ),
  enoughValues: () => [4, 9].map((values) => kind(pairs(20, (nth) => [`name ${nth % values}`, "one"]))),
  nearlyAll: () =>
    [15, 17].map((moved) => kind(pairs(20, (nth) => [100 + nth, (100 + nth) * (nth < moved ? 0.9 : 1)]))),
  part: () =>
    [4, 6].map(
      (moved) =>
        judge(
          "name",
          pairs(20, (nth) => [`name ${nth}`, nth < moved ? null : `name ${nth}`]),
        )?.strength,
    ),
  commonFactor: () => [1.02, 1.05].map((factor) => kind(pairs(20, (nth) => [100 + nth, (100 + nth) * factor]))),
  absurdFactor: () => [3, 6].map((factor) => kind(pairs(20, (nth) => [1_000 + nth, (1_000 + nth) * factor]))),
  slowerMs() {
    const witness = learned(runOf("a", 20, 100));
    return [500, 900].map((ms) => witness.judge(runOf("a", 20, ms)).findings.has("answer.latency"));
  },
  forgottenAfterMs() {
    const doubts = new Doubts();
    const finding = judge(
      "price",
      pairs(9, () => [1, null]),
    )!;
    doubts.add("a", { finding, pairs: [], at: 0, request: {}, isSudden: true });
    return [50, 70].map((minutes) => doubts.active("price", minutes * 60_000).length);
  },
  askEveryMs() {
    const clock = new SimulatedClock();
    const canaries = createCanaries({ clock, isStandIn: () => true, originOf: () => "" });
    canaries.startWith({} as Engine);
    canaries.mayAsk("a", tuning.askEveryMs);
    return [50, 20].map((seconds) => {
      clock.advance(seconds * 1000);
      return canaries.mayAsk("a", tuning.askEveryMs);
    });
  },
  async openIncidents() {
    const dataDir = await mkdtemp(join(tmpdir(), "winnow-tuning-"));
    const store = await openStore({ dataDir, url: "" });
    const about = { isStandIn: () => true, originOf: () => "", log: { info() {}, warn() {} } };
    const clock = new SimulatedClock();
    const health = createHealth({ db: store.db, sources: [source], clock, ...about });
    const fields = Array.from({ length: 12 }, (_, nth) => `field_${nth}`);
    const records = (value: (nth: number) => Value) =>
      things(20).map(({ id }, nth) => ({ id, ...Object.fromEntries(fields.map((field) => [field, value(nth)])) }));
    const named = (nth: number) => `name ${nth}`;
    for (const value of [named, named, () => null, () => null]) {
      // Without a canary, what a day has not changed is confirmed.
      clock.advance(86_400_000);
      health.observer.run!(report("a", records(value)));
      await health.settled();
    }
    const open = await health.store.openIncidents();
    await health.close();
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
    return open.length;
  },
};

test.each(Object.keys(scenarios) as Name[])(
  "%s decides something: doubled or halved, other changes are seen",
  async (name) => {
    const is = await scenarios[name]();
    for (const times of [2, 0.5]) {
      tuning[name] = nominal[name] * times;
      expect([times, await scenarios[name]()]).not.toEqual([times, is]);
    }
  },
);

test("there are at most twelve numbers", () => {
  expect(Object.keys(tuning).length).toBeLessThanOrEqual(12);
});
