import { parseArgs } from "node:util";
import { dueSchedules } from "../test/drills/jobs/due-schedules.ts";
import { onStores } from "./support/on-stores.ts";
import { percentile } from "./support/percentile.ts";

/** A thousand schedules due at the same time: how late each starts, on both stores. */
const { values } = parseArgs({
  options: { schedules: { type: "string", default: "1000" }, store: { type: "string", default: "both" } },
});
await onStores({ store: values.store, fsync: true }, async (name, settings) => {
  const { schedules, runs, delays } = await dueSchedules(settings, Number(values.schedules));
  const at = (share: number) => `${(percentile(delays, share) / 1000).toFixed(1)} s`;
  console.log(
    `${name}: ${schedules} schedules due at once, ${runs} runs; they started ${at(0.5)} late (median), ${at(0.99)} (p99), ${at(1)} (the last)`,
  );
});
