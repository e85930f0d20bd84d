import { readFileSync } from "node:fs";
import type { Row, Size } from "./experiments.ts";
import { Load, percentile } from "./load.ts";
import { openLoop } from "./open-loop.ts";
import { startProbe } from "./probe.ts";
import { until, type World } from "./world.ts";

const TIMES = 10;
/** What the callers give a call. */
const TIMEOUT_SECONDS = 20;

const memoryOf = ({ pid }: { pid?: number | undefined }): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

async function throughput(world: World, callers: number, seconds: number): Promise<number> {
  const load = new Load(world, callers);
  const endsAt = performance.now() + seconds * 1000;
  await load.closedLoop(callers, () => performance.now() > endsAt);
  await load.close();
  return load.count(200) / seconds;
}

/** Ten times what it can do, from callers who do not wait for each other. */
export async function overload(world: World, { seconds }: Size): Promise<Row[]> {
  const best = Math.max(await throughput(world, 24, seconds), await throughput(world, 48, seconds));
  const probe = startProbe(world.processes.map(({ url }) => url));
  let memory = 0;
  const watch = setInterval(() => {
    memory = Math.max(memory, ...world.processes.map(({ child }) => memoryOf(child)));
  }, 250);
  const wanted = { perSecond: best * TIMES, seconds, timeout: TIMEOUT_SECONDS };
  const { answers, unsent, lasted, latestMs } = await openLoop(world, wanted);
  clearInterval(watch);
  const health = await probe.stop();
  const normal = await until(async () => {
    const after = new Load(world, 8);
    await Promise.all(Array.from({ length: 8 }, () => after.call()));
    await after.close();
    return after.count(200) === 8;
  });
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  const refusedMs = answers.filter(({ status }) => status === 503).map(({ ms }) => ms);
  const late = answers.filter(({ ms }) => ms > (TIMEOUT_SECONDS + 1) * 1000).length;
  const outside = answers.filter(({ insideMs }) => insideMs > 0).map(({ ms, insideMs }) => ms - insideMs);
  const goodput = count(200) / lasted;
  const share = (goodput / best) * 100;
  const whole = (value: number) => value.toFixed(0);
  return [
    {
      test: `overload, ${TIMES}x of ${whole(best)}/s: goodput`,
      promised: ">= 80 % of the best",
      measured: `${whole(share)} % (${whole(goodput)}/s for ${whole(lasted)} s; of ${answers.length} sent ${count(200)} served, ${count(503)} refused, ${answers.length - count(200) - count(503)} other; ${unsent} could not be sent)`,
      holds: share >= 80 && count(503) > 0,
    },
    {
      test: "overload: refused at once",
      promised: "half in 100 ms, all before their deadline",
      measured: `p50 ${whole(percentile(refusedMs, 0.5))} ms, p99 ${whole(percentile(refusedMs, 0.99))} ms, most ${whole(percentile(refusedMs, 1))} ms`,
      holds: percentile(refusedMs, 0.5) < 100 && percentile(refusedMs, 1) < TIMEOUT_SECONDS * 1000,
    },
    {
      test: "overload: /health",
      promised: "< 50 ms throughout",
      measured: `p50 ${whole(percentile(health, 0.5))} ms, p99 ${whole(percentile(health, 0.99))} ms, most ${whole(Math.max(...health))} ms`,
      holds: percentile(health, 0.99) < 50,
    },
    {
      test: "overload: answered more than 1 s past their deadline",
      promised: "0",
      measured: `${late} (outside the service p99 ${whole(percentile(outside, 0.99))} ms, the load itself late by ${whole(latestMs)} ms at most)`,
      holds: late === 0,
    },
    {
      test: "overload: back to normal, memory",
      promised: "5 s, bounded",
      measured: `${normal.toFixed(1)} s, ${whole(memory)} MB a process at most`,
      holds: normal <= 5,
    },
  ];
}
