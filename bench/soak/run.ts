/**
 * `npm run soak [-- --minutes 30 --rate 60]`: runs the service under a steady load of mixed calls, streams and jobs, all on
 * 127.0.0.1. Prints memory, latency and open files minute by minute, and how fast memory grew after the warm-up.
 */
import { readdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { percentile } from "../../scripts/support/percentile.ts";
import { residentMb } from "../../scripts/support/process-figures.ts";
import { StartedService } from "../support/started-service.ts";
import { type Call, mixedCalls } from "./mixed-calls.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "30" },
    rate: { type: "string", default: "60" },
  },
});
const minutes = Number(values.minutes);
const perSecond = Number(values.rate);
/** Before this, compiled code and pools are still growing. */
const WARM_UP = Math.min(5, minutes / 3);

interface Minute {
  minute: number;
  memory: number;
  files: number;
  p50: number;
  p99: number;
  calls: number;
  failed: number;
}

const service = await StartedService.start();
const done: Minute[] = [];
try {
  const next = mixedCalls(`http://127.0.0.1:${service.port}`, service.key);
  console.log(
    "| minute | memory (MB) | open files | p50 (ms) | p99 (ms) | calls | failed |\n|---|---|---|---|---|---|---|",
  );
  for (let minute = 1; minute <= minutes; minute++) {
    const { taken, failed } = await oneMinute(next);
    const figures = { p50: percentile(taken, 0.5), p99: percentile(taken, 0.99) };
    const files = readdirSync(`/proc/${service.pid}/fd`).length;
    const row = { minute, memory: residentMb(service.pid), files, ...figures, calls: taken.length, failed };
    done.push(row);
    console.log(
      `| ${minute} | ${row.memory.toFixed(0)} | ${files} | ${row.p50.toFixed(1)} | ${row.p99.toFixed(1)} | ${row.calls} | ${failed} |`,
    );
  }
} finally {
  await service.close();
}
const warm = done.filter(({ minute }) => minute > WARM_UP);
console.log(`\nMemory after the warm-up: ${slope(warm).toFixed(2)} MB a minute (target: at most 0.5).`);

/** Starts calls at a steady pace, whether or not earlier ones have ended, so that a slow service is not spared. */
async function oneMinute(next: () => Call): Promise<{ taken: number[]; failed: number }> {
  const taken: number[] = [];
  let failed = 0;
  const open = new Set<Promise<void>>();
  const began = performance.now();
  for (let sent = 0; sent < perSecond * 60; sent++) {
    const due = began + (sent * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const from = performance.now();
    const call = next()()
      .then(
        () => void taken.push(performance.now() - from),
        () => void failed++,
      )
      .finally(() => open.delete(call));
    open.add(call);
  }
  await Promise.all(open);
  return { taken, failed };
}

/** Slope of the least-squares line. */
function slope(rows: Minute[]): number {
  const mean = (of: (row: Minute) => number) => rows.reduce((sum, row) => sum + of(row), 0) / rows.length;
  const [x, y] = [mean(({ minute }) => minute), mean(({ memory }) => memory)];
  const above = rows.reduce((sum, { minute, memory }) => sum + (minute - x) * (memory - y), 0);
  return above / rows.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
}
