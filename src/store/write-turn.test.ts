import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { newWriteTurns, WriteTurn } from "./write-turn.ts";

/** A thread that writes without pause: it takes the turn again as soon as it has passed it on, and counts. */
const greedy = `
  const { workerData } = require("node:worker_threads");
  import(workerData.module).then(({ WriteTurn }) => {
    const turn = new WriteTurn(workerData.turns);
    const [COUNT, STOP] = [0, 1];
    const seen = new Int32Array(workerData.seen);
    while (Atomics.load(seen, STOP) === 0) {
      turn.take();
      Atomics.add(seen, COUNT, 1);
      Atomics.notify(seen, COUNT);
      Atomics.wait(seen, STOP, 0, 1);
      turn.pass();
    }
  });`;

test("a thread that writes without pause keeps nobody from the turn for longer than its own", async () => {
  const turns = newWriteTurns();
  const seen = new Int32Array(new SharedArrayBuffer(8));
  const module = new URL("./write-turn.ts", import.meta.url).href;
  const thread = new Worker(greedy, { eval: true, workerData: { turns, seen: seen.buffer, module } });
  const gone = new Promise((resolve) => thread.once("exit", resolve));
  while (Atomics.load(seen, 0) === 0) await new Promise((resolve) => setImmediate(resolve));
  const mine = new WriteTurn(turns);
  const others: number[] = [];
  for (let at = 0; at < 50; at += 1) {
    const before = Atomics.load(seen, 0);
    mine.take();
    others.push(Atomics.load(seen, 0) - before);
    mine.pass();
  }
  Atomics.store(seen, 1, 1);
  await gone;
  expect(Math.max(...others)).toBeLessThanOrEqual(2);
});
