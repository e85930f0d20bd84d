import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "../support/percentile.ts";
import { processorMs, residentMb } from "../support/process-figures.ts";
import { until } from "../support/until.ts";
import type { Row, Size } from "./experiments.ts";
import { Load, latency } from "./load.ts";
import { type OpenLoopAnswer, openLoop } from "./open-loop.ts";
import { startProbe } from "./probe.ts";
import type { World } from "./world.ts";

const TIMES = 10;
/** The callers' timeout. */
const TIMEOUT_SECONDS = 20;

/** Calls served per second, and CPU time of the callers. */
interface Pace {
  perSecond: number;
  callers: number;
}

async function throughput(world: World, callers: number, seconds: number): Promise<Pace> {
  const load = new Load(world, callers);
  const before = processorMs([process.pid]);
  const startedAt = performance.now();
  const end = load.closedLoop(callers);
  await sleep(seconds * 1000);
  await end();
  const tookMs = performance.now() - startedAt;
  return {
    perSecond: load.count(200) / (tookMs / 1000),
    callers: (processorMs([process.pid]) - before) / tookMs,
  };
}

/** Seconds until eight concurrent calls all succeed. */
const untilNormal = (world: World): Promise<number> =>
  until(async () => {
    const after = new Load(world, 8);
    await Promise.all(Array.from({ length: 8 }, () => after.call()));
    await after.close();
    return after.count(200) === 8;
  });

/** Latencies of a polite account, which makes one call after the other with a pause, until told to stop. */
async function politeCalls({ url }: World, key: string, isOver: () => boolean): Promise<Load> {
  const load = new Load({ url, key }, 1);
  while (!isOver()) {
    await load.call();
    await sleep(50);
  }
  await load.close();
  return load;
}

/** Counts of responses that were neither served nor rejected by a process, as `status code`; status 0 means no response. */
function kindsOf(answers: OpenLoopAnswer[]): string {
  const others = answers.filter(({ status, code }) => status !== 200 && code !== "overloaded");
  const kinds = Object.entries(Object.groupBy(others, ({ status, code }) => `${status} ${code ?? "(balancer)"}`));
  return kinds.map(([kind, some]) => `${some?.length} x ${kind}`).join(", ") || "none";
}

/** Ten times the capacity, from callers who do not wait for each other, beside a polite account. */
export async function overload(world: World, { seconds }: Size): Promise<Row[]> {
  const other = await world.createKey("polite");
  const quietUntil = performance.now() + Math.min(seconds, 15) * 1000;
  const quiet = await politeCalls(world, other, () => performance.now() > quietUntil);
  const paces = [await throughput(world, 24, seconds), await throughput(world, 48, seconds)];
  const best = paces.reduce((one, other) => (other.perSecond > one.perSecond ? other : one));
  const probe = await startProbe(world.processes.map(({ url }) => url));
  let memory = 0;
  const watch = setInterval(() => {
    memory = Math.max(memory, ...world.processes.map(({ child }) => residentMb(child.pid!)));
  }, 250);
  const wanted = { perSecond: best.perSecond * TIMES, seconds, timeout: TIMEOUT_SECONDS };
  const parts = Object.entries(await world.parts());
  const usedBy = () => parts.map(([, pids]) => processorMs(pids));
  const before = usedBy();
  let used: number[] = [];
  let normal: Promise<number> | undefined;
  let isSent = false;
  const beside = politeCalls(world, other, () => isSent);
  let health: Promise<number[]> | undefined;
  const { answers, unsent, lasted, latestMs, generatorMs } = await openLoop(world, wanted, () => {
    isSent = true;
    used = usedBy().map((ms, at) => ms - before[at]!);
    health = probe.stop();
    normal = untilNormal(world);
  });
  clearInterval(watch);
  const [normalAfter, probes, polite] = await Promise.all([normal!, health!, beside]);
  const p50 = ({ answers }: Load) => latency(answers, 0.5);
  const p99 = ({ answers }: Load) => latency(answers, 0.99);
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  const refusedMs = answers.filter(({ status }) => status === 503).map(({ ms }) => ms);
  const late = answers.filter(({ ms }) => ms > (TIMEOUT_SECONDS + 1) * 1000).length;
  const outside = answers.filter(({ insideMs }) => insideMs > 0).map(({ ms, insideMs }) => ms - insideMs);
  // Only while the load lasts; serving the rest of the queue afterwards does not count.
  const goodput = answers.filter(({ status, at }) => status === 200 && at < seconds * 1000).length / seconds;
  const share = (goodput / best.perSecond) * 100;
  const processors = availableParallelism();
  const left = processors - generatorMs / (seconds * 1000);
  const ofWhatWasLeft = (goodput / left / (best.perSecond / (processors - best.callers))) * 100;
  const whole = (value: number) => value.toFixed(0);
  return [
    {
      test: `overload, ${TIMES}x of ${whole(best.perSecond)}/s: goodput`,
      promised: ">= 80 % of the best",
      measured: `${whole(share)} % (${whole(goodput)}/s; ${whole(ofWhatWasLeft)} % of what the processors can that the load itself left, which took ${(generatorMs / (seconds * 1000)).toFixed(2)} of ${processors}; of ${answers.length} sent ${count(200)} served, ${count(503)} refused, other: ${kindsOf(answers)}; ${unsent} could not be sent; the last answer after ${whole(lasted)} s)`,
      holds: share >= 80 && count(503) > 0,
    },
    {
      test: "overload: refused at once",
      promised: "half in 50 ms, all before their deadline",
      measured: `p50 ${whole(percentile(refusedMs, 0.5))} ms, p99 ${whole(percentile(refusedMs, 0.99))} ms, max ${whole(percentile(refusedMs, 1))} ms`,
      holds: percentile(refusedMs, 0.5) < 50 && percentile(refusedMs, 1) < TIMEOUT_SECONDS * 1000,
    },
    {
      test: "overload: calls of another account",
      promised: "0 refused, p99 at most twice its quiet value",
      measured: `${polite.count(503)} of ${polite.answers.length} refused, ${polite.answers.length - polite.count(200) - polite.count(503)} other; p50 ${whole(p50(polite))} ms, p99 ${whole(p99(polite))} ms; quiet ${whole(p50(quiet))} and ${whole(p99(quiet))} ms`,
      holds: polite.count(200) === polite.answers.length && p99(polite) <= 2 * p99(quiet),
    },
    {
      test: "overload: /health",
      promised: "< 50 ms throughout",
      measured: `p50 ${whole(percentile(probes, 0.5))} ms, p99 ${whole(percentile(probes, 0.99))} ms, max ${whole(Math.max(...probes))} ms`,
      holds: percentile(probes, 0.99) < 50,
    },
    {
      test: "overload: answered more than 1 s past their deadline",
      promised: "0",
      measured: `${late} (outside the service p99 ${whole(percentile(outside, 0.99))} ms, the load itself late by ${whole(latestMs)} ms at most)`,
      holds: late === 0,
    },
    {
      test: "overload: processor of the service, PostgreSQL and HAProxy for one served",
      promised: "(for information)",
      measured: `${parts.map(([name], at) => `${name} ${(used[at]! / 1000 / seconds).toFixed(2)}`).join(", ")} of ${processors} processors; ${(used.reduce((sum, ms) => sum + ms, 0) / Math.max(1, goodput * seconds)).toFixed(1)} ms`,
      holds: true,
    },
    {
      test: "overload: back to normal after the last was sent, memory",
      promised: "5 s, bounded",
      measured: `${normalAfter.toFixed(1)} s, ${whole(memory)} MB a process at most`,
      holds: normalAfter <= 5,
    },
  ];
}
