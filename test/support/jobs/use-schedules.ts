import type { Caller } from "../../../src/accounts/types.ts";
import type { OpenJobs } from "../../../src/jobs/open-jobs.ts";
import type { ScheduleSubmission } from "../../../src/jobs/schedules/types.ts";
import type { ScheduleView } from "../../../src/jobs/work-views.ts";
import type { useJobs } from "./use-jobs.ts";

export const HOUR = 3_600_000;

/** Records by id, as the schedule's shelf lists them. */
export const things = (...ids: string[]) => ids.map((id) => ({ id, name: `thing ${id}` }));

/** Schedules that run hourly over a shelf of things. */
export function useSchedules(bench: ReturnType<typeof useJobs>) {
  const submission = (caller: Caller, name: string, over: Partial<ScheduleSubmission> = {}): ScheduleSubmission => ({
    entry: bench.submission(caller, name).entry,
    caller,
    name: "things",
    cron: "0 * * * *",
    timeZone: "UTC",
    request: { name, count: 40, timeout: 300 },
    ignoreFields: [],
    monthlyBudget: null,
    webhook: null,
    track: [],
    rules: [],
    options: {},
    ...over,
  });

  /** Makes the next run due and waits for its end. */
  async function nextRun(process: OpenJobs, caller: Caller, id: string): Promise<ScheduleView> {
    const before = (await process.schedules.find(caller, id))!;
    bench.clock.advance(HOUR);
    return bench
      .until(
        async () => {
          await process.sweep();
          const view = (await process.schedules.find(caller, id))!;
          const job = view.last_run && (await process.jobs.find(caller, view.last_run.id));
          return { view, ended: job?.ended_at !== null && view.last_run?.id !== before.last_run?.id };
        },
        ({ view, ended }) => ended || view.status === "paused",
      )
      .then(async () => {
        await process.sweep();
        // Read again: the view above may be from just before the job ended.
        return (await process.schedules.find(caller, id))!;
      });
  }
  const changes = async (process: OpenJobs, schedule: ScheduleView) =>
    (await process.schedules.changes(schedule, { limit: 100, cursor: null })).rows.map(({ kind, record_id, fields }) =>
      fields ? [kind, record_id, fields] : [kind, record_id],
    );

  return { submission, nextRun, changes };
}
