import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Clock } from "../base/clock.ts";
import { changesRow } from "../store/row-changes.ts";
import type { Schema } from "../store/schema.ts";
import { TooManyAttempts } from "./sign-in-throttle.ts";

const SECOND = 1_000;
const DAY_MS = 86_400_000;
/** Delay after the 1st, 2nd ... consecutive attempt: four are free, then it grows to an hour. */
const delays = [0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 1_800, 3_600].map((seconds) => seconds * SECOND);

export type GrowingDelay = ReturnType<typeof createGrowingDelay>;

/**
 * Delays attempts longer each time. An attempt is counted before its outcome is known, in one statement, so that concurrent
 * attempts gain nothing over consecutive ones.
 */
export function createGrowingDelay(db: Kysely<Schema>, clock: Clock) {
  async function secondsLeft(key: string, now: number): Promise<number> {
    const row = await db.selectFrom("sign_in_delays").select("blocked_until").where("key", "=", key).executeTakeFirst();
    return Math.max(1, Math.ceil(((row?.blocked_until ?? now) - now) / SECOND));
  }

  return {
    async begin(...who: string[]): Promise<void> {
      const now = clock.now();
      const key = keyOf(who);
      const count = sql<number>`(case when sign_in_delays.at < ${now - DAY_MS} then 1 else sign_in_delays.count + 1 end)`;
      const delay = sql.join(
        delays.slice(0, -1).map((ms, at) => sql`when ${count} <= ${sql.lit(at + 1)} then ${sql.lit(ms)}`),
        sql` `,
      );
      const counted = await db
        .insertInto("sign_in_delays")
        .values({ key, count: 1, blocked_until: now + delays[0]!, at: now })
        .onConflict((conflict) =>
          conflict
            .column("key")
            .doUpdateSet({
              count,
              blocked_until: sql<number>`${sql.lit(now)} + (case ${delay} else ${sql.lit(delays.at(-1))} end)`,
              at: now,
            })
            .where("sign_in_delays.blocked_until", "<=", now),
        )
        .returning("count")
        .executeTakeFirst();
      if (counted?.count === 1) {
        await db
          .deleteFrom("sign_in_delays")
          .where("at", "<", now - DAY_MS)
          .execute();
      }
      if (!counted) throw new TooManyAttempts(await secondsLeft(key, now));
    },

    /** Forgives earlier failures after a success. */
    async forgive(...who: string[]): Promise<void> {
      await db.deleteFrom("sign_in_delays").where("key", "=", keyOf(who)).execute();
    },

    /** True the first time, then false until `ms` have passed. */
    async once(ms: number, ...what: string[]): Promise<boolean> {
      const now = clock.now();
      const next = { blocked_until: now + ms, at: now };
      const insert = db.insertInto("sign_in_delays").values({ key: keyOf(what), count: 1, ...next });
      return changesRow(
        insert.onConflict((conflict) =>
          conflict.column("key").doUpdateSet(next).where("sign_in_delays.blocked_until", "<=", now),
        ),
      );
    },
  };
}

/** Hashes the address, so that the table does not reveal who tried to sign in. */
const keyOf = (who: string[]): string => createHash("sha256").update(JSON.stringify(who)).digest("base64url");
