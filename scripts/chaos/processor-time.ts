import { readFileSync } from "node:fs";
import type { World } from "./world.ts";

const TICKS_PER_SECOND = 100;

/** CPU milliseconds that processes have used since they started; ended ones count as zero. */
export function processorMs(pids: number[]): number {
  let ticks = 0;
  for (const pid of pids) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      ticks += Number(fields[11]) + Number(fields[12]);
    } catch {}
  }
  return (ticks / TICKS_PER_SECOND) * 1000;
}

/** Process ids by component. */
export const partsOf = async (world: World): Promise<Record<"service" | "PostgreSQL" | "HAProxy", number[]>> => ({
  service: world.processes.map(({ child }) => child.pid!),
  PostgreSQL: await world.cluster.pids(),
  HAProxy: world.balancerPid === undefined ? [] : [world.balancerPid],
});
