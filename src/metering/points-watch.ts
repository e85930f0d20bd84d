import type { Kysely, Transaction } from "kysely";
import type { Clock } from "../base/clock.ts";
import { periodicTask } from "../base/periodic-task.ts";
import type { Schema } from "../store/schema.ts";

/** Percent used of the points since they last grew. An owner is notified once at each. */
export const LEVELS = [80, 95, 100] as const;
const ROUND_MS = 5_000;
const MAX_REMEMBERED = 50_000;

interface Mark {
  points: number;
  before: number;
  refused: boolean;
}

export interface PointsNotice {
  accountId: string;
  /** The level reached, in percent. */
  used: (typeof LEVELS)[number];
  points: number;
  /** The points when they last grew. */
  of: number;
}

export interface PointsWatchDeps {
  db: Kysely<Schema>;
  clock: Clock;
  /** Called once for each level, across all processes, until points grow again: in the transaction that notes it. */
  mail?(trx: Transaction<Schema>, notice: PointsNotice): Promise<void>;
  /** Called after it. */
  notify(notice: PointsNotice): Promise<void>;
  onError(error: unknown): void;
}

export type PointsWatch = ReturnType<typeof createPointsWatch>;

/**
 * Detects when an account runs low on points. Held points count as available. Settlements only mark the account; marked
 * accounts with few points are checked every few seconds.
 */
export function createPointsWatch({ db, clock, mail, notify, onError }: PointsWatchDeps) {
  /** Accounts charged since the last round. */
  let marks = new Map<string, Mark>();
  /** The threshold for accounts with enough points: they need no check until fewer are left. */
  const plenty = new Map<string, number>();

  async function round(): Promise<void> {
    const marked = marks;
    marks = new Map();
    for (const [accountId, mark] of marked) {
      const enough = plenty.get(accountId);
      if (enough !== undefined && mark.points >= enough && !mark.refused) continue;
      const notice = await look(accountId, mark);
      if (notice) await notify(notice);
    }
  }

  /** Holds the lock of the account's row, so that a later check cannot see an older balance. */
  const look = (accountId: string, { before, refused }: Mark): Promise<PointsNotice | null> =>
    db.transaction().execute(async (trx) => {
      const row = await trx
        .insertInto("points_watch")
        .values({ account_id: accountId, base: before, points: before, told: 0 })
        .onConflict((conflict) => conflict.column("account_id").doUpdateSet({ account_id: accountId }))
        .returningAll()
        .executeTakeFirstOrThrow();
      const points = await total(trx, accountId);
      const hasGrown = points > Number(row.points);
      const base = hasGrown ? points : Number(row.base);
      const notified = hasGrown ? 0 : Number(row.told);
      const level = levelOf(base, points, refused);
      await trx
        .updateTable("points_watch")
        .set({ base, points, told: Math.max(notified, level) })
        .where("account_id", "=", accountId)
        .execute();
      if (plenty.size >= MAX_REMEMBERED) plenty.clear();
      if (level === 0) plenty.set(accountId, base * (1 - LEVELS[0] / 100) + 1);
      else plenty.delete(accountId);
      const notice = level !== 0 && level > notified ? { accountId, used: level, points, of: base } : null;
      if (notice) await mail?.(trx, notice);
      return notice;
    });

  const rounds = periodicTask({ clock, pauseMs: ROUND_MS, run: round, onError });

  return {
    /** Called after a charge with what the account has left, apart from holds. */
    charged(accountId: string, points: number, amount: number): void {
      const known = marks.get(accountId);
      marks.set(accountId, {
        points: Math.min(known?.points ?? points, points),
        before: Math.max(known?.before ?? 0, points + amount),
        refused: known?.refused ?? false,
      });
    },
    /** Called when a call was rejected for lack of points. */
    refused(accountId: string, points: number): void {
      marks.set(accountId, { ...(marks.get(accountId) ?? { points, before: points }), refused: true });
    },
    start: rounds.start,
    round,
    async close(): Promise<void> {
      await rounds.close();
      await round().catch(onError);
    },
  };
}

/** One statement, so that a settlement in between is neither counted twice nor missed. */
async function total(db: Kysely<Schema>, accountId: string): Promise<number> {
  const row = await db
    .selectFrom("balances")
    .where("account_id", "=", accountId)
    .select(({ selectFrom }) => [
      "points",
      selectFrom("requests")
        .where("ended_at", "is", null)
        .where("requests.account_id", "=", accountId)
        .select(({ fn }) => fn.sum<number>("held").as("held"))
        .as("held"),
    ])
    .executeTakeFirst();
  return Number(row?.points ?? 0) + Number(row?.held ?? 0);
}

/** The highest level reached; 0 for none. A rejection shows that the rest is too little for any call. */
function levelOf(base: number, points: number, refused: boolean): PointsNotice["used"] | 0 {
  if (base === 0) return 0;
  const used = ((base - points) / base) * 100;
  if (points <= 0 || (refused && used >= 95)) return 100;
  return LEVELS.findLast((level) => level < 100 && used >= level) ?? 0;
}
