import { expect, test } from "vitest";
import { SimulatedClock } from "../base/clock.ts";
import { Blocked } from "../contract/errors.ts";
import type { Operation } from "../contract/operation.ts";
import type { Answer } from "../contract/site.ts";
import type { Source } from "../contract/source.ts";
import type { ReadingReport, RunReport } from "../extraction/types.ts";
import { CANARY_CALLER } from "./canary-lookups.ts";
import { OperationMonitor } from "./operation-monitor.ts";

const source = { name: "toy" } as Source;
const operation = { path: "/api/toy/things", record: { properties: {} } } as unknown as Operation;
const report = { source, operation, request: { shelf: 1 }, caller: "somebody", error: null };

/** Runs with a good page. Returns whether its values are sampled. */
function run(monitor: OperationMonitor): boolean {
  const isSampled = monitor.wantsSample("somebody");
  monitor.reading({ ...report, answer: { text: () => "{}" } as Answer, unreadable: null } as unknown as ReadingReport);
  monitor.run({ ...report } as unknown as RunReport);
  const pages = monitor.structures.takeCandidates();
  if (isSampled) monitor.structures.add(pages);
  return isSampled;
}

test("the values of a hundred concurrent runs are sampled, then of two a second; a canary's always", () => {
  const clock = new SimulatedClock();
  const monitor = new OperationMonitor(source, operation, clock);
  const sampled = (runs: number) => Array.from({ length: runs }, () => run(monitor)).filter(Boolean).length;
  // The first is sampled for the structure of its page.
  expect(sampled(1_000)).toBe(101);
  expect(monitor.wantsSample(CANARY_CALLER)).toBe(true);
  clock.advance(1_000);
  expect(sampled(1_000)).toBe(2);
  clock.advance(9 * 60_000);
  expect(sampled(1_000)).toBe(100);
});

test("a run that shows whether a page is a good example is sampled, regardless of the rate", () => {
  const clock = new SimulatedClock();
  const monitor = new OperationMonitor(source, operation, clock);
  for (let nth = 0; nth < 200; nth++) run(monitor);
  expect(monitor.structures.takeChanged()).not.toBeNull();
  expect(monitor.wantsSample("somebody")).toBe(false);
  clock.advance(10 * 60_000);
  for (let nth = 0; nth < 200; nth++) monitor.wantsSample("somebody");
  expect(run(monitor)).toBe(true);
  expect(monitor.structures.takeChanged()).not.toBeNull();
});

test("an incident of a wall names the page's address and title", () => {
  const monitor = new OperationMonitor(source, operation, new SimulatedClock());
  const error = new Blocked("status 200, px-captcha");
  error.page = { status: 200, url: "https://toy.example/gate", title: "One moment" };
  monitor.run({ ...report, error } as unknown as RunReport);
  expect(monitor.incidentOf(monitor.judge()).reason).toMatch(
    / The page was https:\/\/toy.example\/gate, titled "One moment"\.$/,
  );
  monitor.run({ ...report, error: new Blocked("sent elsewhere") } as unknown as RunReport);
  expect(monitor.incidentOf(monitor.judge()).reason).toMatch(/sent elsewhere\.$/);
});
