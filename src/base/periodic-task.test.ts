import { expect, test } from "vitest";
import { SimulatedClock } from "./clock.ts";
import { periodicTask } from "./periodic-task.ts";

const PAUSE_MS = 1_000;

/** A task whose runs end when the test says so. */
function steered() {
  const clock = new SimulatedClock();
  const runs: Array<{ signal: AbortSignal; end(): void; fail(error: Error): void }> = [];
  const errors: unknown[] = [];
  const task = periodicTask({
    clock,
    pauseMs: PAUSE_MS,
    run: (signal) => new Promise<void>((end, fail) => runs.push({ signal, end, fail })),
    onError: (error) => errors.push(error),
  });
  const runsAfterAPause = () => {
    clock.advance(PAUSE_MS);
    return runs.length;
  };
  return { clock, runs, runsAfterAPause, errors, task };
}

test("the pause counts from the end of a run, so that runs never overlap", async () => {
  const { clock, runs, runsAfterAPause, task } = steered();
  task.start();
  clock.advance(PAUSE_MS - 1);
  expect(runs).toHaveLength(0);
  clock.advance(1);
  clock.advance(10 * PAUSE_MS);
  expect(runs).toHaveLength(1);
  runs[0]!.end();
  await expect.poll(runsAfterAPause).toBe(2);
  runs[1]!.end();
  await task.close();
});

test("a failed run is reported, and the next one follows", async () => {
  const { clock, runs, runsAfterAPause, errors, task } = steered();
  task.start();
  clock.advance(PAUSE_MS);
  const gone = new Error("the store is away");
  runs[0]!.fail(gone);
  await expect.poll(runsAfterAPause).toBe(2);
  expect(errors).toEqual([gone]);
  runs[1]!.end();
  await task.close();
});

test("closing asks the run in flight to end, waits for it, and starts no other", async () => {
  const { clock, runs, task } = steered();
  task.start();
  clock.advance(PAUSE_MS);
  void task.soon();
  let isClosed = false;
  const closed = task.close().then(() => {
    isClosed = true;
  });
  expect(runs[0]!.signal.aborted).toBe(true);
  await new Promise(setImmediate);
  expect(isClosed).toBe(false);
  runs[0]!.end();
  await closed;
  clock.advance(10 * PAUSE_MS);
  await task.soon();
  expect(runs).toHaveLength(1);
});
