import type { Row } from "./experiments.ts";
import { Load, latency } from "./load.ts";
import type { World } from "./world.ts";

const SIZES = [300, 1_000];

/** Many concurrent calls of one account, each with the default timeout, to an idle process. */
export async function burst(world: World): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of SIZES) {
    const load = new Load(world, size);
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: size }, () => load.call(300)));
    const seconds = (performance.now() - startedAt) / 1000;
    await load.close();
    const refused = load.count(503);
    rows.push({
      test: `${size} calls at once of one account`,
      promised: "0 refused",
      measured: `${refused} refused, ${load.count(200)} served, ${size - refused - load.count(200)} other; ${seconds.toFixed(1)} s, p99 ${latency(load.answers, 0.99).toFixed(0)} ms`,
      holds: load.count(200) === size,
    });
  }
  return rows;
}
