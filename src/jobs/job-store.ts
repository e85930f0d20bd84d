import { type Insertable, sql, type UpdateObject } from "kysely";
import type { Clock } from "../base/clock.ts";
import { locking } from "../store/lock-order.ts";
import type { Store } from "../store/open-store.ts";
import type { Schema } from "../store/schema.ts";
import { inSlices, SLICE } from "./in-slices.ts";
import { createNextJob, type JobRow, queued, running } from "./next-job.ts";

export { type BatchItem, type Full, isBatchItem, type JobRow, NEVER } from "./next-job.ts";

export type NewJob = Pick<JobRow, "id" | "account_id" | "key_id" | "source" | "endpoint" | "params" | "timeout"> &
  Partial<Insertable<Schema["jobs"]>>;

/** Tries a job has: a worker that dies takes one with it. */
export const MOST_ATTEMPTS = 3;

/** How a job ended. */
export type Ending = Pick<JobRow, "charged" | "http_status" | "error_code" | "error_detail" | "results_end"> &
  Partial<Pick<JobRow, "pages" | "records" | "results_total" | "resolved" | "warnings">> & {
    status: "succeeded" | "failed" | "cancelled";
  };

/** How far back in the account's own backlog a job can stand. */
export const DEEPEST_BACKLOG = 1_000;
const PER_PRIORITY = 10;
const admitting = sql.lit("admitting" as const);

/** A new id, made by the store. */
export const newIdOn = (dialect: Store["dialect"]) =>
  dialect === "postgres"
    ? sql<string>`gen_random_uuid()::text`
    : sql<string>`lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2)
        || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`;

export type JobStore = ReturnType<typeof createJobStore>;

/** Every change of a job's row. Each is one statement, and says from which state it may be made. */
export function createJobStore({ db, dialect }: Store, clock: Clock) {
  /** Changes a job that this worker runs; false where it is no longer its own. */
  async function setOwn(job: JobRow, change: UpdateObject<Schema, "jobs">): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable("jobs")
      .set(change)
      .where("id", "=", job.id)
      .where("status", "=", running)
      .where("attempt", "=", job.attempt)
      .where("worker", "=", job.worker)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  const byId = (id: string) => db.selectFrom("jobs").where("id", "=", id).selectAll();

  return {
    ...createNextJob(db, clock),

    /** The place of the account's next job: the deeper its own backlog, the later. */
    async nextPlace(accountId: string): Promise<number> {
      const { place } = await db
        .selectFrom((from) =>
          from
            .selectFrom("jobs")
            .where("account_id", "=", accountId)
            .where("status", "=", queued)
            .limit(DEEPEST_BACKLOG)
            .select("id")
            .as("backlog"),
        )
        .select((select) => select.fn.countAll<number>().as("place"))
        .executeTakeFirstOrThrow();
      return Number(place);
    },

    async insert(jobs: Iterable<NewJob>, firstPlace: number): Promise<void> {
      const now = clock.now();
      let place = firstPlace;
      for await (const some of inSlices(jobs)) {
        const rows = some.map((job) => ({
          status: "queued" as const,
          priority: -Math.floor(place++ / PER_PRIORITY),
          run_after: now,
          created_at: now,
          ...job,
        }));
        await db
          .insertInto("jobs")
          .values(rows)
          .onConflict((conflict) => conflict.column("id").doNothing())
          .execute();
      }
    },

    find: (id: string): Promise<JobRow | undefined> => byId(id).executeTakeFirst(),

    /** One that is known to be there. */
    get: (id: string): Promise<JobRow> => byId(id).executeTakeFirstOrThrow(),

    remove: (id: string) => db.deleteFrom("jobs").where("id", "=", id).where("status", "=", admitting).execute(),

    /** From `admitting` to `queued`: its hold is there. */
    async enqueue(id: string, held: number): Promise<void> {
      await db
        .updateTable("jobs")
        .set({ status: "queued", held })
        .where("id", "=", id)
        .where("status", "=", admitting)
        .execute();
    },

    /** Renews the lease and writes the progress; false where the job is no longer this worker's. */
    renew: (job: JobRow, leaseMs: number, { pages, records }: { pages: number; records: number }) =>
      setOwn(job, { lease_until: clock.now() + leaseMs, pages, records }),

    /** Back to the queue by a worker that lets go of it: the try does not count. */
    release: (job: JobRow, runAfter: number) =>
      setOwn(job, {
        ...{ status: "queued", attempt: sql<number>`attempt - 1`, run_after: runAfter },
        ...{ lease_until: null, worker: null },
      }),

    /** Back to the queue as a new job on the same line, with no try behind it: its admission has ended, and ends once. */
    requeue: (job: JobRow, runAfter: number, sourceFailures: number) =>
      setOwn(job, {
        ...{ id: newIdOn(dialect), status: "queued", run_after: runAfter, attempt: 0, held: 0 },
        ...{ lease_until: null, worker: null, started_at: null, source_failures: sourceFailures },
      }),

    /** Writes down what is held for a job; false where it is no longer this worker's. */
    held: (job: JobRow, amount: number) => setOwn(job, { held: amount }),

    /** Ends a job, once; true where this call did it. */
    async finish(id: string, ending: Ending): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("jobs")
        .set({ ...ending, ended_at: clock.now(), lease_until: null, worker: null })
        .where("id", "=", id)
        .where("status", "in", ["admitting", "queued", "running"])
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Jobs of workers that have died go back to the queue; returns those that have had all their tries. */
    async returnLapsed(): Promise<JobRow[]> {
      const now = clock.now();
      await db
        .updateTable("jobs")
        .set({ status: "queued", run_after: now, lease_until: null, worker: null })
        .where("id", "in", (lapsed) =>
          lapsed
            .selectFrom("jobs")
            .where("status", "=", running)
            .where("lease_until", "<=", now)
            .where("attempt", "<", MOST_ATTEMPTS)
            .select("id")
            .modifyEnd(locking(dialect, "skip")),
        )
        .execute();
      return db
        .selectFrom("jobs")
        .where("status", "=", running)
        .where("lease_until", "<=", now)
        .limit(SLICE)
        .selectAll()
        .execute();
    },

    /** Submissions whose process died before the caller had an answer. */
    halfSubmitted: (before: number): Promise<JobRow[]> =>
      db
        .selectFrom("jobs")
        .where("status", "=", admitting)
        .where("created_at", "<", before)
        .limit(SLICE)
        .selectAll()
        .execute(),

    /** Runs of schedules stay longer. */
    async deleteOld(before: number, runsBefore: number): Promise<void> {
      const ended = db.selectFrom("jobs").limit(SLICE).select("id");
      const old = [
        ended.where("ended_at", "<", before).where("schedule_id", "is", null),
        ended.where("ended_at", "<", runsBefore).where("schedule_id", "is not", null),
      ];
      for (const some of old) await db.deleteFrom("jobs").where("id", "in", some).execute();
    },
  };
}
