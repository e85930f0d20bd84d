import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { installTools } from "../support/install-tools.ts";
import { percentile } from "../support/percentile.ts";
import { residentMb } from "../support/process-figures.ts";
import { until } from "../support/until.ts";
import type { Row, Size } from "./experiments.ts";
import { callBody, headersFor, Load, latency, type Target } from "./load.ts";
import { startProbe } from "./probe.ts";
import type { World } from "./world.ts";

const TIMES = 10;
/** The callers' timeout. */
const TIMEOUT_SECONDS = 20;
/** Fewer than the balancer accepts; the rest would wait in its backlog. */
const CONNECTIONS = 4_000;

/** Calls served per second. */
async function throughput(world: World, callers: number, seconds: number): Promise<number> {
  const load = new Load(world, callers);
  const startedAt = performance.now();
  const end = load.closedLoop(callers);
  await sleep(seconds * 1000);
  await end();
  return load.count(200) / ((performance.now() - startedAt) / 1000);
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

/** Sends calls at a fixed rate from another thread. */
async function flood(target: Target, perSecond: number, seconds: number) {
  const bench = join(import.meta.dirname, "../../bench");
  installTools(bench);
  const autocannon: typeof import("autocannon").default = createRequire(join(bench, "package.json"))("autocannon");
  return autocannon({
    url: `${target.url}/api/toy/things`,
    method: "POST",
    headers: headersFor(target),
    body: callBody(TIMEOUT_SECONDS),
    connections: CONNECTIONS,
    overallRate: Math.round(perSecond),
    duration: seconds,
    timeout: TIMEOUT_SECONDS + 10,
    workers: 1,
  });
}

/** Ten times the capacity, from callers who do not wait for each other, beside a polite account. */
export async function overload(world: World, { seconds }: Size): Promise<Row[]> {
  const other = await world.createKey("polite");
  const quietUntil = performance.now() + Math.min(seconds, 15) * 1000;
  const quiet = await politeCalls(world, other, () => performance.now() > quietUntil);
  const best = Math.max(await throughput(world, 24, seconds), await throughput(world, 48, seconds));
  let isOver = false;
  const probe = await startProbe(world.processes.map(({ url }) => url));
  let memory = 0;
  const watch = setInterval(() => {
    memory = Math.max(memory, ...world.processes.map(({ child }) => residentMb(child.pid!)));
  }, 250);
  const beside = politeCalls(world, other, () => isOver);
  const flooded = await flood(world, best * TIMES, seconds);
  isOver = true;
  clearInterval(watch);
  const [normalAfter, polite, health] = await Promise.all([untilNormal(world), beside, probe.stop()]);
  const count = (status: number) => flooded.statusCodeStats[status]?.count ?? 0;
  const all = Object.values(flooded.statusCodeStats).reduce((sum, one) => sum + one.count, 0);
  const goodput = count(200) / flooded.duration;
  const whole = (value: number) => value.toFixed(0);
  const p50 = ({ answers }: Load) => whole(latency(answers, 0.5));
  const p99 = ({ answers }: Load) => latency(answers, 0.99);
  const { latency: took } = flooded;
  return [
    {
      test: `overload, ${TIMES}x of ${whole(best)}/s: goodput`,
      promised: ">= 80 % of the best",
      measured: `${whole((goodput / best) * 100)} % (${whole(goodput)}/s; of ${all} answers ${count(200)} served, ${count(503)} refused; ${flooded.errors} without an answer)`,
      holds: goodput >= 0.8 * best && count(503) > 0,
    },
    {
      test: "overload: refused at once, all before their deadline",
      promised: `half in 50 ms, all in ${TIMEOUT_SECONDS + 1} s`,
      measured: `p50 ${whole(took.p50)} ms, p99 ${whole(took.p99)} ms, max ${whole(took.max)} ms`,
      holds: took.p50 < 50 && took.max <= (TIMEOUT_SECONDS + 1) * 1000,
    },
    {
      test: "overload: calls of another account",
      promised: "0 refused, p99 at most twice its quiet value",
      measured: `${polite.answers.length - polite.count(200)} of ${polite.answers.length} not served; p50 ${p50(polite)} ms, p99 ${whole(p99(polite))} ms; quiet ${p50(quiet)} and ${whole(p99(quiet))} ms`,
      holds: polite.count(200) === polite.answers.length && p99(polite) <= 2 * p99(quiet),
    },
    {
      test: "overload: /health",
      promised: "< 50 ms throughout",
      measured: `p50 ${whole(percentile(health, 0.5))} ms, p99 ${whole(percentile(health, 0.99))} ms, max ${whole(Math.max(...health))} ms`,
      holds: percentile(health, 0.99) < 50,
    },
    {
      test: "overload: back to normal after the last was sent, memory",
      promised: "5 s, bounded",
      measured: `${normalAfter.toFixed(1)} s, ${whole(memory)} MB a process at most`,
      holds: normalAfter <= 5,
    },
  ];
}
