import { readdirSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { systemClock } from "../../../src/base/clock.ts";
import { WinnowError } from "../../../src/contract/errors.ts";
import { acceleratedClock } from "../../../src/source-testing/accelerated-clock.ts";
import { standInFor } from "../../../src/source-testing/stand-in-for.ts";
import { toySource } from "../../../src/source-testing/toy-source.ts";
import { faultKinds } from "../../../src/stand-ins/faults.ts";

/** What the engine must withstand at any size: small in the tests, full, in real time, in `npm run bench -- extraction`. */

const OPEN_FILES = "/proc/self/fd";
const openFiles = () => readdirSync(OPEN_FILES).length;
const megabytes = (bytes: number) => bytes / 1024 / 1024;

/** Many clients disconnect in waves while the site is sending its response. */
export async function disconnectDrill(clients: number, wave: number) {
  const source = toySource({ politeness: { concurrency: wave, perSecond: 1e6 } });
  const bench = await standInFor(source, { clock: systemClock });
  const [rows] = source.operations;
  // A first wave opens everything that is opened once and kept.
  await disconnectWave();
  const filesBefore = openFiles();
  let slowestMs = 0;
  let gone = 0;
  for (; gone < clients; gone += wave) slowestMs = Math.max(slowestMs, await disconnectWave());
  const filesAfter = openFiles();
  await bench.close();
  return { clients: gone, slowestMs, filesBefore, filesAfter };

  async function disconnectWave(): Promise<number> {
    await bench.fault("hang");
    bench.calls.length = 0;
    const disconnects = Array.from({ length: wave }, () => new AbortController());
    const runs = disconnects.map((disconnect) =>
      Array.fromAsync(bench.start(rows, { count: 20, timeout: 60 }, disconnect.signal)).catch(
        (error: unknown) => error as WinnowError,
      ),
    );
    while (bench.calls.length < wave) await new Promise((resolve) => setImmediate(resolve));
    const started = performance.now();
    for (const disconnect of disconnects) disconnect.abort();
    const outcomes = await Promise.all(runs);
    await bench.quiet();
    const took = performance.now() - started;
    if (!outcomes.every((outcome) => outcome instanceof WinnowError)) throw new Error("a disconnect was not noticed");
    return took;
  }
}

/** Many concurrent requests to a slow site, with a slot for each. */
export async function crowdDrill(requests: number, siteTakesMs: number) {
  const source = toySource({ politeness: { concurrency: requests, perSecond: 1e6 } });
  const bench = await standInFor(source, { clock: systemClock });
  await bench.fault(`latency:${siteTakesMs}`);
  const [rows] = source.operations;
  const loop = monitorEventLoopDelay({ resolution: 1 });
  let maxMemory = 0;
  const watch = setInterval(() => {
    maxMemory = Math.max(maxMemory, process.memoryUsage.rss());
  }, 20);
  loop.enable();
  const started = performance.now();
  const answers = await Promise.all(
    Array.from({ length: requests }, () => bench.run(rows, { count: 20, timeout: 120 }).then(({ length }) => length)),
  );
  const tookMs = performance.now() - started;
  loop.disable();
  clearInterval(watch);
  await bench.close();
  return {
    requests,
    answered: answers.filter((records) => records === 20).length,
    tookMs,
    maxMemoryMb: megabytes(maxMemory),
    loopDelayMs: loop.percentile(99) / 1e6,
  };
}

/** Pages of 20 with four slots: how long a `count` takes, compared with rounds of four pages. */
export async function pagesDrill(count: number, pageTakesMs: number) {
  const source = toySource({ politeness: { concurrency: 4, perSecond: 1e6 } });
  const bench = await standInFor(source, { clock: systemClock });
  const [rows] = source.operations;
  // One-time work of a process is not part of a page's time.
  await bench.run(rows, { count });
  await bench.fault(`latency:${pageTakesMs}`);
  const before = process.memoryUsage.rss();
  const started = performance.now();
  const records = await bench.run(rows, { count, timeout: 300 });
  const tookMs = performance.now() - started;
  const after = process.memoryUsage.rss();
  await bench.close();
  const idealMs = Math.ceil(Math.ceil(count / 20) / 4) * pageTakesMs;
  return {
    count,
    records: records.length,
    tookMs,
    idealMs,
    ratio: tookMs / idealMs,
    grownMb: megabytes(after - before),
  };
}

/** Every fault in turn, for a number of rounds: what the process holds after the first and after the last. */
export async function faultsDrill(rounds: number) {
  const memoryMb: number[] = [];
  const files: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const kind of Object.keys(faultKinds))
      await faultRun({ latency: "latency:60000", rename: "rename:name", cents: "cents:price" }[kind] ?? kind);
    await collectGarbage();
    memoryMb.push(megabytes(process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers));
    files.push(openFiles());
  }
  return { rounds, faults: Object.keys(faultKinds).length, memoryMb, files };
}

async function faultRun(fault: string): Promise<void> {
  const source = toySource();
  const bench = await standInFor(source, { clock: acceleratedClock(400) });
  await bench.fault(fault);
  await bench.run(source.operations[0], { count: 80, timeout: 20 }).catch(() => {});
  await bench.engine.close();
  await bench.quiet();
  await bench.close();
}

/** Runs twice, with an event-loop turn between: the second run frees what the first found unreachable. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as () => void;
  for (let time = 0; time < 2; time++) {
    gc();
    await new Promise((resolve) => setImmediate(resolve));
  }
}
