import type { Store } from "../store/open-store.ts";
import type { Metrics } from "./metrics.ts";
import { oldestJobMs } from "./operator-checks.ts";

/** What the store knows of queues, read when somebody reads the metrics; nothing while it is away. */
export function registerStoreGauges(metrics: Metrics, store: Store, now: () => number): void {
  const { db } = store;
  metrics.gauge("winnow_jobs", "Jobs that have not ended, over all processes.", "state", async () => {
    const rows = await db
      .selectFrom("jobs")
      .where("status", "in", ["queued", "running", "admitting"])
      .groupBy("status")
      .select(({ fn }) => ["status", fn.countAll<number>().as("jobs")])
      .execute();
    const counts = new Map(rows.map(({ status, jobs }) => [status, Number(jobs)]));
    return ["queued", "running", "admitting"].map((state) => [state, counts.get(state) ?? 0]);
  });
  metrics.value("winnow_jobs_oldest_queued_seconds", "How long the oldest job that may run has waited.", async () => {
    return Math.max(0, await oldestJobMs(db, now)) / 1000;
  });
  metrics.value("winnow_webhook_deliveries_pending", "Webhook deliveries that wait to be sent.", async () => {
    const row = await db
      .selectFrom("webhook_deliveries")
      .where("status", "=", "pending")
      .select(({ fn }) => fn.countAll<number>().as("pending"))
      .executeTakeFirstOrThrow();
    return Number(row.pending);
  });
  if (store.dialect !== "postgres") return;
  const { pool } = store;
  metrics.gauge("winnow_db_pool_connections", "Connections of the pool of queries.", "state", () => [
    ["total", pool.totalCount],
    ["idle", pool.idleCount],
    ["waiting", pool.waitingCount],
  ]);
  metrics.value(
    "winnow_db_pool_connections_max",
    "The most that the pool of queries may have.",
    () => pool.options.max,
  );
}
