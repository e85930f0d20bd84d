import { expect, test } from "vitest";
import { SimulatedClock } from "../base/clock.ts";
import { toySource } from "../source-testing/toy-source.ts";
import { PracticeRun } from "./practice-run.ts";
import type { Extraction, ExtractionRequest } from "./types.ts";

const source = toySource();
const asked = (timeout: number): ExtractionRequest => ({
  source,
  operation: source.operations[0]!,
  request: { count: 1, timeout },
  requestId: "r",
  caller: "c",
  disconnect: new AbortController().signal,
  options: { fault: "slow" },
});

test.each([
  ["25 seconds", 300, 25_000],
  ["no longer than its own deadline", 20, 20_000],
])("a slow run waits %s before it asks the stand-in", async (_name, timeout, expected) => {
  const clock = new SimulatedClock();
  const begun = clock.now();
  let startedAt = 0;
  const run = new PracticeRun(asked(timeout), clock, async () => {
    startedAt = clock.now();
    return { run: (async function* () {})() as unknown as Extraction, close: async () => {} };
  });
  const reading = Array.fromAsync(run);
  await clock.advance(expected);
  await reading;
  expect(startedAt - begun).toBe(expected);
});
