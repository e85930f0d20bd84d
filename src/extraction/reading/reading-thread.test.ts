import { expect, test } from "vitest";
import type { RunEvent } from "./messages.ts";
import { ReadingThread } from "./reading-thread.ts";

/** A thread that reports, for each turn, how many came with it. */
const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort } from "node:worker_threads";
  parentPort.on("message", ({ turns }) => parentPort.postMessage({
    events: turns.map(({ run }) => ({ run, kind: "remembered", key: "turns", value: turns.length, isNew: false })),
    isDone: true,
  }));
  parentPort.postMessage({ tid: null, mark: new SharedArrayBuffer(8) });
`)}`,
);

/** How many turns came together, for each of these, which are there before the thread is. */
async function together(lends: boolean[]): Promise<number[]> {
  const thread = new ReadingThread(program, null, { onBusy: () => true, onFree() {}, onExit() {} });
  const sizes = lends.map((lends, run) => {
    const size = new Promise<number>((resolve, reject) =>
      thread.join(
        run,
        { onEvent: (event) => resolve((event as RunEvent & { value: number }).value), onLost: reject },
        false,
      ),
    );
    thread.send({ run, kind: "next" }, lends ? [new ArrayBuffer(8)] : []);
    return size;
  });
  const found = await Promise.all(sizes);
  await thread.stop();
  return found;
}

test("turns that wait for a thread reach it together, but not all at a time", async () => {
  expect(await together(Array(5).fill(false))).toEqual(Array(5).fill(5));
  const many = await together(Array(50).fill(false));
  expect(Math.max(...many)).toBeLessThan(50);
});

test("a page that is lent to a thread does not wait there behind another run, which may never end", async () => {
  expect(await together([false, false, true, false])).toEqual([2, 2, 1, 1]);
  expect(await together([true, false])).toEqual([1, 1]);
});
