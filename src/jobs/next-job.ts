import { type Kysely, sql } from "kysely";
import type { Clock } from "../base/clock.ts";
import type { Row, Schema } from "../store/schema.ts";
import { laneHeads } from "./lane-heads.ts";
import { RecentStarts } from "./recent-starts.ts";

export type JobRow = Row<"jobs">;
export type BatchItem = JobRow & { batch_id: string };

export const isBatchItem = (job: JobRow): job is BatchItem => job.batch_id !== null;

/** A time later than any clock, for jobs that wait for a person or for their batch to be complete. */
export const NEVER = Number.MAX_SAFE_INTEGER;

/** Jobs of closed keys considered per query: each of them holds points. */
const HELD_AT_ONCE = 100;
/** Jobs found per query: another process may claim the first ones. */
const CANDIDATES = 20;

// A literal, not a parameter: SQLite uses a partial index only if it can see its condition.
export const queued = sql.lit("queued" as const);
export const running = sql.lit("running" as const);

/** Accounts and sources at their limit, and the accounts to choose from if not all. */
export interface Full {
  accounts: string[];
  others: string[];
  only?: string[] | null;
}

/** The worker that takes a job, and for how long. */
export interface Lease {
  worker: string;
  leaseMs: number;
}

/** Decides which job runs next and assigns it to a worker. */
export function createNextJob(db: Kysely<Schema>, clock: Clock) {
  /** Keys waiting for a rate window to open, and until when. Their jobs stay queued and are not checked one by one. */
  const closed = new Map<string, number>();
  const starts = new RecentStarts(clock);

  function closedKeys(): string[] {
    const now = clock.now();
    for (const [id, until] of closed) if (until <= now) closed.delete(id);
    return [...closed.keys()];
  }

  const isDue = (row: string) => {
    const column = (name: string) => sql.ref(`${row}.${name}`);
    return sql`${column("status")} = ${queued} and ${column("run_after")} < ${sql.lit(NEVER)}
      and ${column("run_after")} <= ${clock.now()}`;
  };

  /** The first due job of each account, key and source. */
  const heads = () =>
    laneHeads({
      table: "jobs",
      lane: ["account_id", "key_id", "source"].map((name) => (row) => sql.ref(`${row}.${name}`)),
      order: (row) => sql`${sql.ref(`${row}.priority`)} desc, ${sql.ref(`${row}.run_after`)}`,
      isDue,
    });

  /** Jobs already held for, of keys whose window is full: they run regardless of the windows. */
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

  /** Without it, accounts with old jobs would take every slot that they have just left, before one that has none yet. */
  const startedBy = (row: string) => {
    const whens = starts.counts().map(([account, started]) => sql`when ${account} then ${sql.lit(started)}`);
    return whens.length === 0
      ? sql<number>`cast(0 as integer)`
      : sql<number>`case ${sql.ref(`${row}.account_id`)} ${sql.join(whens, sql` `)} else 0 end`;
  };

  function candidates(full: Full): Promise<Array<{ id: string }>> {
    const keys = closedKeys();
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
      .orderBy(startedBy("head"))
      .orderBy("head.priority", "desc")
      .orderBy("head.run_after")
      .limit(CANDIDATES)
      .select("head.id");
    if (full.accounts.length > 0) next = next.where("head.account_id", "not in", full.accounts);
    if (full.only) next = next.where("head.account_id", "in", full.only);
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
   * Takes the next job of an account and source with capacity. Prefers the account with the fewest running jobs across all
   * processes, then the one that started fewest lately, then the highest priority, then the oldest.
   */
  async function take(lease: Lease, full: Full): Promise<JobRow | undefined> {
    for (;;) {
      const next = await candidates(full);
      for (const { id } of next) {
        const job = await claim(id, lease);
        if (!job) continue;
        starts.add(job.account_id);
        return job;
      }
      // Other processes have claimed all candidates; there may be more.
      if (next.length === 0) return undefined;
    }
  }

  return {
    take,
    /** Takes no job of this key before `until`, because one of its windows is full. */
    closeKey: (keyId: string, until: number): void => void closed.set(keyId, until),
  };
}
