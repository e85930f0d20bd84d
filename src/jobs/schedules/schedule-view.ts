import { iso } from "../../base/iso.ts";
import { optionsOfRow } from "../../contract/call-options.ts";
import { pick } from "../../contract/shapes.ts";
import type { JobRow } from "../job-store.ts";
import { jobStatus } from "../job-view.ts";
import type { Uses } from "../parts.ts";
import { resumesWhen } from "../pauses.ts";
import { Schedule, type ScheduleView } from "../work-views.ts";
import { type ComparedJob, readComparison } from "./comparison.ts";
import type { ScheduleRow } from "./types.ts";

export type ScheduleViews = ReturnType<typeof createScheduleViews>;

/** Computes a schedule's cost and builds its view. */
export function createScheduleViews({ store: { db }, service, clock }: Uses<"store" | "service" | "clock">) {
  async function spentThisMonth(id: string): Promise<number> {
    const now = new Date(clock.now());
    const { spent } = await db
      .selectFrom("jobs")
      .where("schedule_id", "=", id)
      .where("created_at", ">=", Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
      .select((select) => select.fn.sum<number>("charged").as("spent"))
      .executeTakeFirstOrThrow();
    return Number(spent ?? 0);
  }

  function costOf(row: Pick<ScheduleRow, "endpoint" | "params">): number | null {
    const entry = service.registry.byPath(row.endpoint);
    return entry ? service.costOf(entry, JSON.parse(row.params)) : null;
  }

  async function toView(row: ScheduleRow): Promise<ScheduleView> {
    const last = await db
      .selectFrom("jobs")
      .where("schedule_id", "=", row.id)
      .orderBy("created_at", "desc")
      .select(["id", "status", "created_at", "ended_at", "notified", "warnings", "changes"])
      .executeTakeFirst();
    return pick(Schedule, {
      ...row,
      operation: row.endpoint,
      request: JSON.parse(row.params),
      ignore_fields: JSON.parse(row.ignore_fields),
      track: JSON.parse(row.track),
      rules: JSON.parse(row.rules),
      destination: row.destination_id,
      tag: optionsOfRow(row).tag ?? null,
      resumes: resumesWhen("schedule", row),
      cost_per_run: costOf(row),
      spent_this_month: await spentThisMonth(row.id),
      last_run: last ? toLastRun(last) : null,
    });
  }

  return { spentThisMonth, costOf, viewOf: toView };
}

function toLastRun(job: ComparedJob & Pick<JobRow, "id" | "created_at">): NonNullable<ScheduleView["last_run"]> {
  const { changes: _, ...comparison } = readComparison(job);
  return { id: job.id, status: jobStatus(job), at: iso(job.created_at), ...comparison };
}
