import type { QualityReport } from "../service/quality-report.ts";
import { qualityReport } from "../service/quality-report.ts";
import type { Registry } from "../service/registry.ts";
import type { BatchesApi } from "./batches/batches.ts";
import { entryAt } from "./batches/records.ts";
import type { JobsApi } from "./jobs.ts";
import type { WorkOwner } from "./types.ts";
import type { BatchView, JobView } from "./work-views.ts";

type Known = Pick<Registry, "byPath">;

/** The quality of a job's records. A run of a schedule is compared with the one before it, while that has records. */
export async function jobQuality(
  owner: WorkOwner,
  job: JobView,
  { jobs, registry }: { jobs: Pick<JobsApi, "records" | "list">; registry: Known },
): Promise<QualityReport> {
  const { operation } = entryAt(registry, job.operation);
  const { facts, ...stored } = await jobs.records(job);
  const before = await runBefore(owner, job, jobs);
  return qualityReport(operation, stored, { facts, before });
}

async function runBefore(
  owner: WorkOwner,
  { schedule_id, created_at }: JobView,
  jobs: Pick<JobsApi, "records" | "list">,
) {
  if (schedule_id === null) return null;
  const end = Date.parse(created_at) - 1;
  const filter = { scheduleId: schedule_id, status: "succeeded" as const, end, limit: 1, cursor: null };
  const [run] = (await jobs.list(owner, filter)).rows;
  // Its records may have expired.
  const stored = run && (await jobs.records(run).catch(() => null));
  return run && stored ? { id: run.id, stored } : null;
}

export async function batchQuality(
  batch: BatchView,
  { batches, registry }: { batches: Pick<BatchesApi, "records">; registry: Known },
): Promise<QualityReport> {
  const { operation } = entryAt(registry, batch.operation);
  const { failed, cancelled } = batch.items;
  return qualityReport(operation, await batches.records(batch, 0), {
    linesMissing: batch.invalid + failed + cancelled,
  });
}
