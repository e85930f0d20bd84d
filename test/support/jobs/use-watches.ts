import { randomUUID } from "node:crypto";
import type { OpenJobs } from "../../../src/jobs/open-jobs.ts";
import type { ScheduleSubmission } from "../../../src/jobs/schedules/types.ts";
import type { useJobs } from "./use-jobs.ts";
import { useSchedules } from "./use-schedules.ts";

const HOUR = 3_600_000;
const all = { from: null, to: null };
const page = { limit: 100, cursor: null };

/** Schedules that track prices, whose runs list the prices that a test names. */
export function useWatches(bench: ReturnType<typeof useJobs>) {
  const schedules = useSchedules(bench);
  const submission: typeof schedules.submission = (caller, name, over) =>
    schedules.submission(caller, name, { track: ["price"], ...over });
  const things = (prices: Record<string, number | null>) =>
    Object.entries(prices).map(([id, price]) => ({ id, name: `thing ${id}`, price }));
  async function watching(process: OpenJobs, over: Partial<ScheduleSubmission> = {}) {
    const caller = await bench.newCaller("free");
    const name = randomUUID();
    const schedule = await process.schedules.create(submission(caller, name, over));
    const { id } = schedule;
    return {
      caller,
      schedule,
      name,
      /** Completes a run whose list has these prices. */
      async run(prices: Record<string, number | null>, later = HOUR) {
        bench.counting.shelves.set(name, things(prices));
        const before = (await process.schedules.find(caller, id))?.last_run?.id;
        bench.clock.advance(later);
        await bench.until(
          async () => {
            await process.sweep();
            return bench.store.db
              .selectFrom("jobs")
              .where("schedule_id", "=", id)
              .orderBy("created_at", "desc")
              .select(["id", "notified"])
              .executeTakeFirst();
          },
          (job) => job !== undefined && job.id !== before && job.notified === 1,
          50,
        );
      },
      points: async (recordId: string) =>
        (await process.schedules.history(schedule, recordId, all))?.points.map(({ listed, values }) =>
          listed ? values.price : "gone",
        ),
      fired: async () =>
        (await process.schedules.triggers(schedule, page)).rows.map(({ record_id, rule, old, new: now }) => [
          record_id,
          rule.when,
          old,
          now,
        ]),
    };
  }

  return { watching, submission, things, all, page };
}
