import { dueSchedules } from "../test/drills/jobs/due-schedules.ts";
import { onStores } from "./support/on-stores.ts";
import { options } from "./support/options.ts";
import { percentile } from "./support/percentile.ts";

/** A thousand schedules due at the same time: how late each starts, on both stores. */
const { schedules: count, store } = options({ schedules: 1_000, store: "both" });
await onStores({ store, fsync: true }, async (name, settings) => {
  const { schedules, runs, delays } = await dueSchedules(settings, count);
  const at = (share: number) => `${(percentile(delays, share) / 1000).toFixed(1)} s`;
  console.log(
    `${name}: ${schedules} schedules due at once, ${runs} runs; they started ${at(0.5)} late (median), ${at(0.99)} (p99), ${at(1)} (the last)`,
  );
});
