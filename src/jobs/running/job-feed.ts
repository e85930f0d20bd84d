import { type SqlBool, sql } from "kysely";
import type { Clock } from "../../base/clock.ts";
import type { Store } from "../../store/open-store.ts";
import type { Lane, WaitingRows } from "../engine/feeder.ts";
import { markedRows } from "../engine/marked-rows.ts";
import { admitting, type JobRow, NEVER, queued, running } from "../job-store.ts";

/** Jobs of an account at a source that are handed over at once: more than all processes together run of them. */
const MAX_HANDED_OVER = 64;
/** While at most this many are handed over and nothing else waits, the end of one leaves nothing to hand over. */
const FEW = MAX_HANDED_OVER / 2;

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
export function createJobFeed({ db }: Store, clock: Clock) {
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

  const fromHandedOver = (account: unknown, source: unknown) =>
    sql`from jobs as handed where handed.account_id = ${account} and handed.source = ${source}
      and handed.announced_at is not null and handed.ended_at is null`;

  const rows: WaitingRows = {
    async lanes() {
      const lanes = await waiting().select(["next.account_id", "next.source"]).distinct().execute();
      return lanes.map(jobLane);
    },

    async next({ account, other }) {
      const keys = closedKeys();
      let due = waiting().where("next.account_id", "=", account).where("next.source", "=", other);
      // Jobs already held for run regardless of the windows.
      if (keys.length > 0) {
        due = due.where(({ or, eb }) => or([eb("next.held", ">", 0), eb("next.key_id", "not in", keys)]));
      }
      const most = sql.lit(MAX_HANDED_OVER);
      const room = sql<number>`(select case when count(*) < ${most} then ${most} - count(*) else 0 end
        ${fromHandedOver(account, other)})`;
      const ahead = sql<number>`(select count(*) ${fromHandedOver(account, other)}
        and handed.priority >= next.priority)`;
      const found = await due
        .orderBy("next.priority", "desc")
        .orderBy("next.run_after")
        .limit(room)
        .select(["next.id", ahead.as("ahead"), room.as("room")])
        .execute();
      const isLast = found.length <= Number(found[0]?.room) - FEW;
      return found.map((row, at) => ({ id: row.id, place: Number(row.ahead) + at, isLast }));
    },

    ...markedRows(db, clock, "jobs", {
      isWaiting: () => sql<SqlBool>`status = ${queued}`,
      isHandedOver: sql<SqlBool>`ended_at is null and (announced_at is not null or status = ${running})`,
      hasNotEnded: sql<SqlBool>`status in (${queued}, ${running})`,
      again: { status: "queued" },
    }),
  };

  const handedOverBeside = fromHandedOver(sql`jobs.account_id`, sql`jobs.source`);

  /** Now, if few jobs of the lane are handed over and none waits; otherwise null. */
  function takenAtOnce() {
    const others = waiting()
      .where("next.account_id", "=", sql<string>`jobs.account_id`)
      .where("next.source", "=", sql<string>`jobs.source`);
    return sql<number | null>`case when (select count(*) ${handedOverBeside}) < ${sql.lit(FEW)}
      and not exists ${others.select("next.id")} then cast(${clock.now()} as bigint) end`;
  }

  return {
    ...rows,
    /**
     * Queues a job once its hold exists. With `atOnce` it is marked as handed over in the same statement, if it is the next
     * of its lane; `ahead` is then its place.
     */
    enqueue: (id: string, held: number, atOnce: boolean): Promise<(JobRow & { ahead: number }) | undefined> =>
      db
        .updateTable("jobs")
        .set({ status: "queued", held, announced_at: atOnce ? takenAtOnce() : null })
        .where("id", "=", id)
        .where("status", "=", admitting)
        .returningAll()
        .returning(
          sql<number>`(select count(*) ${handedOverBeside}
            and handed.priority >= jobs.priority and handed.id <> jobs.id)`.as("ahead"),
        )
        .executeTakeFirst(),
    /** Hands over no job of this key before `until`, because one of its windows is full. */
    closeKey: (keyId: string, until: number): void => void closed.set(keyId, until),
  };
}
