import { type Insertable, sql } from "kysely";
import type { Clock } from "../base/clock.ts";
import type { Store } from "../store/open-store.ts";
import type { Row, Schema } from "../store/schema.ts";
import { ClosedKeys } from "./closed-keys.ts";
import { laneHeads } from "./lane-heads.ts";
import type { Taker } from "./taker.ts";

export type JobRow = Row<"jobs">;

export type NewJob = Pick<JobRow, "id" | "account_id" | "key_id" | "source" | "endpoint" | "params" | "timeout"> &
  Partial<Insertable<Schema["jobs"]>>;

/** A job that waits for a person, or for its batch to be complete: later than any clock. */
export const NEVER = Number.MAX_SAFE_INTEGER;

/** Tries a job has: a worker that dies takes one with it. */
export const MOST_ATTEMPTS = 3;

/** How a job ended. */
export type Ending = Pick<JobRow, "charged" | "http_status" | "error_code" | "error_detail" | "results_end"> &
  Partial<Pick<JobRow, "pages" | "records" | "results_total" | "resolved" | "warnings">> & {
    status: "succeeded" | "failed" | "cancelled";
  };

/** Rows in one statement: SQLite binds at most 32,766 values. */
const ROWS_AT_ONCE = 500;
/** How far back in the account's own backlog a job can stand. */
export const DEEPEST_BACKLOG = 1_000;
const PER_PRIORITY = 10;
/** Jobs of closed keys that one look considers: each of them holds points. */
const HELD_AT_ONCE = 100;
/** Jobs that one look finds: another process may be faster with the first of them. */
const CANDIDATES = 20;

// Written into the statements: SQLite uses an index over some of the rows only where it can see that they are meant.
const queued = sql.lit("queued");
const running = sql.lit("running");
const admitting = sql.lit("admitting");

/** Accounts and sources that may have no other job now. */
export interface Full {
  accounts: string[];
  others: string[];
}

export type JobStore = ReturnType<typeof createJobStore>;

/** Every change of a job's row. Each is one statement, and says from which state it may be made. */
export function createJobStore({ db }: Store, clock: Clock) {
  const closed = new ClosedKeys(clock);

  const isDue = (row: string) => {
    const column = (name: string) => sql.ref(`${row}.${name}`);
    return sql`${column("status")} = ${queued} and ${column("run_after")} < ${sql.lit(NEVER)}
      and ${column("run_after")} <= ${clock.now()}`;
  };

  /** The first job that is due of each account, key and source. */
  const heads = () =>
    laneHeads({
      table: "jobs",
      lane: (row) => ["account_id", "key_id", "source"].map((name) => sql.ref(`${row}.${name}`)),
      order: (row) => sql`${sql.ref(`${row}.priority`)} desc, ${sql.ref(`${row}.run_after`)}`,
      isDue,
    });

  /** Of keys whose window is full: those that are held for already run whatever the windows say. */
  const heldOf = (keys: string[]) => sql`select id from (select held.id from jobs as held
    where held.key_id in (${sql.join(keys)}) and held.held > ${sql.lit(0)} and ${isDue("held")}
    order by held.priority desc, held.run_after limit ${sql.lit(HELD_AT_ONCE)}) as held`;

  const taking = ({ worker, leaseMs }: Taker) => {
    const now = clock.now();
    return {
      status: "running",
      attempt: sql<number>`attempt + 1`,
      lease_until: now + leaseMs,
      worker,
      started_at: now,
      pages: 0,
      records: 0,
    };
  };

  function candidates(full: Full): Promise<Array<{ id: string }>> {
    const keys = closed.ids();
    let next = db
      .withRecursive("heads(id)", () => heads())
      .with("ready(id)", () =>
        keys.length === 0
          ? sql<{ id: string }>`(select id from heads)`
          : sql<{ id: string }>`(select heads.id from heads join jobs on jobs.id = heads.id
              where jobs.key_id not in (${sql.join(keys)}) union ${heldOf(keys)})`,
      )
      .selectFrom("ready")
      .innerJoin("jobs as head", "head.id", "ready.id")
      .leftJoin(
        (from) =>
          from
            .selectFrom("jobs")
            .where("status", "=", running)
            .groupBy("account_id")
            .select(({ fn }) => ["account_id", fn.countAll<number>().as("jobs")])
            .as("busy"),
        (join) => join.onRef("busy.account_id", "=", "head.account_id"),
      )
      .orderBy(({ fn }) => fn.coalesce("busy.jobs", sql.lit(0)))
      .orderBy("head.priority", "desc")
      .orderBy("head.run_after")
      .limit(CANDIDATES)
      .select("head.id");
    if (full.accounts.length > 0) next = next.where("head.account_id", "not in", full.accounts);
    if (full.others.length > 0) next = next.where("head.source", "not in", full.others);
    return next.execute();
  }

  const claim = (id: string, taker: Taker): Promise<JobRow | undefined> =>
    db
      .updateTable("jobs")
      .set(taking(taker))
      .where("id", "=", id)
      .where("status", "=", queued)
      .returningAll()
      .executeTakeFirst();

  return {
    /** No job of this key is taken before then: one of its windows is full. */
    closeKey: (keyId: string, until: number): void => closed.close(keyId, until),

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

    async insert(jobs: NewJob[], firstPlace: number): Promise<void> {
      const now = clock.now();
      const rows = jobs.map((job, at) => ({
        status: "queued",
        priority: -Math.floor((firstPlace + at) / PER_PRIORITY),
        run_after: now,
        created_at: now,
        ...job,
      }));
      for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
        await db
          .insertInto("jobs")
          .values(rows.slice(at, at + ROWS_AT_ONCE))
          .onConflict((conflict) => conflict.column("id").doNothing())
          .execute();
      }
    },

    find: (id: string): Promise<JobRow | undefined> =>
      db.selectFrom("jobs").where("id", "=", id).selectAll().executeTakeFirst(),

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

    /**
     * Takes the next job of an account and a source that have room. Of several accounts the one with the fewest running jobs,
     * over all processes, is next; then the most urgent job, then the oldest.
     */
    async take(taker: Taker, full: Full): Promise<JobRow | undefined> {
      for (;;) {
        const next = await candidates(full);
        for (const { id } of next) {
          const job = await claim(id, taker);
          if (job) return job;
        }
        // Other processes have taken all of them meanwhile: there may be more.
        if (next.length === 0) return undefined;
      }
    },

    /** Renews the lease and writes the progress; false where the job is no longer this worker's. */
    async renew(job: JobRow, leaseMs: number, progress: { pages: number; records: number }): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("jobs")
        .set({ lease_until: clock.now() + leaseMs, pages: progress.pages, records: progress.records })
        .where("id", "=", job.id)
        .where("status", "=", running)
        .where("attempt", "=", job.attempt)
        .where("worker", "=", job.worker)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Back to the queue by a worker that lets go of it: the try does not count. */
    async release(job: JobRow, runAfter: number): Promise<void> {
      await db
        .updateTable("jobs")
        .set({
          status: "queued",
          attempt: sql<number>`attempt - 1`,
          run_after: runAfter,
          lease_until: null,
          worker: null,
        })
        .where("id", "=", job.id)
        .where("status", "=", running)
        .where("attempt", "=", job.attempt)
        .execute();
    },

    /** Writes down what is held for a job; false where it is no longer this worker's. */
    async held(job: JobRow, amount: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("jobs")
        .set({ held: amount })
        .where("id", "=", job.id)
        .where("status", "=", running)
        .where("attempt", "=", job.attempt)
        .where("worker", "=", job.worker)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

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
        .where("status", "=", running)
        .where("lease_until", "<=", now)
        .where("attempt", "<", MOST_ATTEMPTS)
        .execute();
      return db
        .selectFrom("jobs")
        .where("status", "=", running)
        .where("lease_until", "<=", now)
        .limit(ROWS_AT_ONCE)
        .selectAll()
        .execute();
    },

    /** Submissions whose process died before the caller had an answer. */
    halfSubmitted: (before: number): Promise<JobRow[]> =>
      db
        .selectFrom("jobs")
        .where("status", "=", admitting)
        .where("created_at", "<", before)
        .limit(ROWS_AT_ONCE)
        .selectAll()
        .execute(),

    deleteOld: (before: number) =>
      db
        .deleteFrom("jobs")
        .where("id", "in", (from) =>
          from.selectFrom("jobs").where("ended_at", "<", before).limit(ROWS_AT_ONCE).select("id"),
        )
        .execute(),
  };
}
