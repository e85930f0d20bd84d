import { expect, test } from "vitest";
import { SimulatedClock } from "../base/clock.ts";
import type { Operation } from "../contract/operation.ts";
import type { Answer } from "../contract/site.ts";
import type { Source } from "../contract/source.ts";
import { FieldFill } from "../extraction/field-fill.ts";
import type { ReadingReport, RunReport } from "../extraction/types.ts";
import { CANARY_CALLER } from "./canary-run.ts";
import { OperationMonitor } from "./operation-monitor.ts";

const source = { name: "toy" } as Source;
const operation = { path: "/api/toy/things" } as Operation;
const report = { source, operation, request: { shelf: 1 }, caller: "somebody", error: null };

/** A run of one record, with its fields counted if that is wanted. */
function run(monitor: OperationMonitor): boolean {
  const fill = monitor.wantsFill("somebody") ? new FieldFill() : null;
  fill?.add({ name: "chair" });
  monitor.reading({ ...report, answer: { text: () => "{}" } as Answer, unreadable: null } as unknown as ReadingReport);
  monitor.run({ ...report, fill } as unknown as RunReport);
  return fill !== null;
}

test("the fields of a hundred runs at once are counted, and of ten a second from then on; a canary's always", () => {
  const clock = new SimulatedClock();
  const monitor = new OperationMonitor(source, operation, clock);
  const counted = (runs: number) => Array.from({ length: runs }, () => run(monitor)).filter(Boolean).length;
  // The first is wanted for the structure of its page.
  expect(counted(1_000)).toBe(101);
  expect(monitor.wantsFill(CANARY_CALLER)).toBe(true);
  clock.advance(1_000);
  expect(counted(1_000)).toBe(10);
  clock.advance(9 * 60_000);
  expect(counted(1_000)).toBe(100);
});

test("the run that shows whether a page is a good example is counted, however many there are", () => {
  const clock = new SimulatedClock();
  const monitor = new OperationMonitor(source, operation, clock);
  for (let nth = 0; nth < 200; nth++) run(monitor);
  expect(monitor.takeStructures()).not.toBeNull();
  expect(monitor.wantsFill("somebody")).toBe(false);
  clock.advance(10 * 60_000);
  for (let nth = 0; nth < 200; nth++) monitor.wantsFill("somebody");
  expect(run(monitor)).toBe(true);
  expect(monitor.takeStructures()).not.toBeNull();
});
