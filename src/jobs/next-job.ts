import { type Kysely, sql } from "kysely";
import type { Clock } from "../base/clock.ts";
import type { Row, Schema } from "../store/schema.ts";
import { ClosedKeys } from "./closed-keys.ts";
import { laneHeads } from "./lane-heads.ts";

export type JobRow = Row<"jobs">;
export type BatchItem = JobRow & { batch_id: string };

export const isBatchItem = (job: JobRow): job is BatchItem => job.batch_id !== null;

/** A job that waits for a person, or for its batch to be complete: later than any clock. */
export const NEVER = Number.MAX_SAFE_INTEGER;

/** Jobs of closed keys that one look considers: each of them holds points. */
const HELD_AT_ONCE = 100;
/** Jobs that one look finds: another process may be faster with the first of them. */
const CANDIDATES = 20;

// Written into the statements: SQLite uses an index over some of the rows only where it can see that they are meant.
export const queued = sql.lit("queued" as const);
export const running = sql.lit("running" as const);

/** Accounts and sources that may have no other job now. */
export interface Full {
  accounts: string[];
  others: string[];
}

/** Which worker takes a job, and for how long. */
export interface Lease {
  worker: string;
  leaseMs: number;
}

/** Which job runs next, and which worker gets it. */
export function createNextJob(db: Kysely<Schema>, clock: Clock) {
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
      lane: ["account_id", "key_id", "source"].map((name) => (row) => sql.ref(`${row}.${name}`)),
      order: (row) => sql`${sql.ref(`${row}.priority`)} desc, ${sql.ref(`${row}.run_after`)}`,
      isDue,
    });

  /** Of keys whose window is full: those that are held for already run whatever the windows say. */
  const heldOf = (keys: string[]) => sql`select id from (select held.id from jobs as held
    where held.key_id in (${sql.join(keys)}) and held.held > ${sql.lit(0)} and ${isDue("held")}
    order by held.priority desc, held.run_after limit ${sql.lit(HELD_AT_ONCE)}) as held`;

  const taking = ({ worker, leaseMs }: Lease) => {
    const now = clock.now();
    return {
      status: "running" as const,
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

  const claim = (id: string, lease: Lease): Promise<JobRow | undefined> =>
    db
      .updateTable("jobs")
      .set(taking(lease))
      .where("id", "=", id)
      .where("status", "=", queued)
      .returningAll()
      .executeTakeFirst();

  /**
   * Takes the next job of an account and a source that have room. Of several accounts the one with the fewest running jobs,
   * over all processes, is next; then the most urgent job, then the oldest.
   */
  async function take(lease: Lease, full: Full): Promise<JobRow | undefined> {
    for (;;) {
      const next = await candidates(full);
      for (const { id } of next) {
        const job = await claim(id, lease);
        if (job) return job;
      }
      // Other processes have taken all of them meanwhile: there may be more.
      if (next.length === 0) return undefined;
    }
  }

  return {
    take,
    /** No job of this key is taken before then: one of its windows is full. */
    closeKey: (keyId: string, until: number): void => closed.close(keyId, until),
  };
}
