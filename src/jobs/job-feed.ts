import { sql } from "kysely";
import type { Clock } from "../base/clock.ts";
import { locking } from "../store/lock-order.ts";
import type { Store } from "../store/open-store.ts";
import type { Lane, WaitingRows } from "./engine/feeder.ts";
import { type JobRow, NEVER, queued } from "./job-store.ts";

/** Jobs of an account at a source that are handed over at once: more than all processes together run of them. */
const MAX_HANDED_OVER = 64;

const PREFIX = "source.";
/** The queue of a source's jobs. */
export const sourceQueue = (source: string): string => PREFIX + source;
export const jobLane = ({ account_id, source }: Pick<JobRow, "account_id" | "source">): Lane => ({
  account: account_id,
  other: source,
  queue: sourceQueue(source),
});
export const isJobQueue = (queue: string): boolean => queue.startsWith(PREFIX);

export type JobFeed = ReturnType<typeof createJobFeed>;

/** The jobs that wait to be handed over, by account and source. */
export function createJobFeed({ db, dialect }: Store, clock: Clock) {
  /** Keys waiting for a rate window to open, and until when. Their jobs stay here and are not tried one by one. */
  const closed = new Map<string, number>();

  function closedKeys(): string[] {
    const now = clock.now();
    for (const [id, until] of closed) if (until <= now) closed.delete(id);
    return [...closed.keys()];
  }

  // Literals, not parameters: SQLite uses a partial index only if it can see its condition.
  const waiting = () =>
    db
      .selectFrom("jobs as next")
      .where("next.status", "=", queued)
      .where("next.announced_at", "is", null)
      .where("next.run_after", "<", sql.lit(NEVER))
      .where("next.run_after", "<=", clock.now());

  const fromHandedOver = ({ account, other }: Lane) =>
    sql`from jobs as handed where handed.account_id = ${account} and handed.source = ${other}
      and handed.announced_at is not null and handed.ended_at is null`;

  const rows: WaitingRows = {
    async lanes() {
      const lanes = await waiting().select(["next.account_id", "next.source"]).distinct().execute();
      return lanes.map(jobLane);
    },

    async next(lane) {
      const keys = closedKeys();
      let due = waiting().where("next.account_id", "=", lane.account).where("next.source", "=", lane.other);
      // Jobs already held for run regardless of the windows.
      if (keys.length > 0) {
        due = due.where(({ or, eb }) => or([eb("next.held", ">", 0), eb("next.key_id", "not in", keys)]));
      }
      const most = sql.lit(MAX_HANDED_OVER);
      const room = sql<number>`(select case when count(*) < ${most} then ${most} - count(*) else 0 end
        ${fromHandedOver(lane)})`;
      const ahead = sql<number>`(select count(*) ${fromHandedOver(lane)} and handed.priority >= next.priority)`;
      const found = await due
        .orderBy("next.priority", "desc")
        .orderBy("next.run_after")
        .limit(room)
        .select(["next.id", ahead.as("ahead")])
        .execute();
      return found.map((row, at) => ({ id: row.id, place: Number(row.ahead) + at }));
    },

    async mark(ids) {
      const marked = await db
        .updateTable("jobs")
        .set({ announced_at: clock.now() })
        .where("id", "in", (from) =>
          from
            .selectFrom("jobs")
            .where("id", "in", ids)
            .where("status", "=", queued)
            .where("announced_at", "is", null)
            .orderBy("id")
            .select("id")
            .modifyEnd(locking(dialect, "skip")),
        )
        .returning("id")
        .execute();
      return marked.map(({ id }) => id);
    },

    async handedOver() {
      const handed = await db
        .selectFrom("jobs")
        .where("ended_at", "is", null)
        .where(({ or, eb }) => or([eb("announced_at", "is not", null), eb("status", "=", sql.lit("running"))]))
        // Processes of an earlier version lease their jobs for a time.
        .where(({ or, eb }) => or([eb("lease_until", "is", null), eb("lease_until", "<=", clock.now())]))
        .select("id")
        .execute();
      return handed.map(({ id }) => id);
    },

    async takeBack(ids) {
      await db
        .updateTable("jobs")
        .set({ status: "queued", announced_at: null, lease_until: null })
        .where("id", "in", (from) =>
          from
            .selectFrom("jobs")
            .where("id", "in", ids)
            .where("status", "in", ["queued", "running"])
            .orderBy("id")
            .select("id")
            .modifyEnd(locking(dialect)),
        )
        .execute();
    },
  };

  return {
    ...rows,
    /** Hands over no job of this key before `until`, because one of its windows is full. */
    closeKey: (keyId: string, until: number): void => void closed.set(keyId, until),
  };
}
