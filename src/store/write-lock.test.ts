import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { newWriteLock, WriteLock } from "./write-lock.ts";

/** A thread that writes without pause: it takes the lock again as soon as it has released it, and counts. */
const greedy = `
  const { workerData } = require("node:worker_threads");
  import(workerData.module).then(({ WriteLock }) => {
    const lock = new WriteLock(workerData.shared);
    const [COUNT, STOP] = [0, 1];
    const seen = new Int32Array(workerData.seen);
    while (Atomics.load(seen, STOP) === 0) {
      lock.acquire();
      Atomics.add(seen, COUNT, 1);
      Atomics.notify(seen, COUNT);
      Atomics.wait(seen, STOP, 0, 1);
      lock.release();
    }
  });`;

test("a thread that writes without pause keeps nobody from the lock for longer than its own", async () => {
  const shared = newWriteLock();
  const seen = new Int32Array(new SharedArrayBuffer(8));
  const module = new URL("./write-lock.ts", import.meta.url).href;
  const thread = new Worker(greedy, { eval: true, workerData: { shared, seen: seen.buffer, module } });
  const gone = new Promise((resolve) => thread.once("exit", resolve));
  while (Atomics.load(seen, 0) === 0) await new Promise((resolve) => setImmediate(resolve));
  const mine = new WriteLock(shared);
  const others: number[] = [];
  for (let at = 0; at < 50; at += 1) {
    const before = Atomics.load(seen, 0);
    mine.acquire();
    others.push(Atomics.load(seen, 0) - before);
    mine.release();
  }
  Atomics.store(seen, 1, 1);
  await gone;
  expect(Math.max(...others)).toBeLessThanOrEqual(2);
});
