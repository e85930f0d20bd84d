import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const LOOK_MS = 1_000;
/** The event loop worked for less than this share of the time: nobody waits for anything. */
const IDLE = 0.05;
/** It takes a tenth of a second, so not for less, and not often; of a large heap it would take longer. */
const WORTH_BYTES = 16 * 1024 * 1024;
const PAUSE_MS = 60_000;
const MOST_HEAP_BYTES = 256 * 1024 * 1024;

/** By how much of what lives the heap grows until it is collected. V8 by itself lets it become three times as large. */
const HEAP_GROWS_BY = 30;

/**
 * When there is nothing to do, gives back what the start, or a busy time, has left behind. V8 itself keeps that for a
 * rush to come.
 */
export function giveMemoryBackWhenIdle(): void {
  // From here on: a start with this takes a tenth longer.
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWS_BY}`);
  let before = performance.eventLoopUtilization();
  let heldAfter = 0;
  let notBefore = 0;
  setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization > IDLE || performance.now() < notBefore) return;
    const { rss, heapUsed } = process.memoryUsage();
    if (rss - heldAfter < WORTH_BYTES || heapUsed > MOST_HEAP_BYTES) return;
    collector()({ type: "major", execution: "sync", flavor: "last-resort" });
    heldAfter = process.memoryUsage.rss();
    notBefore = performance.now() + PAUSE_MS;
  }, LOOK_MS).unref();
}

/** As `--expose-gc` gives it, which would make every start an eighth slower. */
function collector(): NodeJS.GCFunction {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as NodeJS.GCFunction;
}
