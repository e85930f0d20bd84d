import { type Kysely, sql } from "kysely";
import type { Clock } from "../base/clock.ts";
import { limits } from "../limits/limits.ts";
import type { Schema } from "../store/schema.ts";

const DAY_MS = 86_400_000;
/** Lifetime of a session, however much it is used. */
const LONGEST_MS = 30 * DAY_MS;
/** How recently the password must have been entered for actions that need a recent sign-in. */
const RECENT_MS = 15 * 60_000;

export type Sessions = ReturnType<typeof createSessions>;

/** Additions to better-auth's sessions. */
export function createSessions(db: Kysely<Schema>, clock: Clock) {
  return {
    /** Whether a session has ended, and whether its user has entered the password recently. */
    async ageOf(id: string): Promise<{ over: boolean; recent: boolean }> {
      const row = await db
        .selectFrom("sessions")
        .select(["created_at", "confirmed_at"])
        .where("id", "=", id)
        .executeTakeFirst();
      if (!row) return { over: true, recent: false };
      const began = new Date(row.created_at).getTime();
      const now = clock.now();
      return { over: now - began > LONGEST_MS, recent: now - Math.max(began, row.confirmed_at ?? 0) <= RECENT_MS };
    },

    async confirm(id: string): Promise<void> {
      await db.updateTable("sessions").set({ confirmed_at: clock.now() }).where("id", "=", id).execute();
    },

    list(accountId: string) {
      return db
        .selectFrom("sessions")
        .select(["id", "created_at", "updated_at", "expires_at", "ip_address", "user_agent"])
        .where("user_id", "=", accountId)
        .where("expires_at", ">", new Date(clock.now()).toISOString())
        .orderBy(sql`created_at desc`)
        .execute();
    },

    /** Ends a session of this user; false if they have no such session. */
    async end(accountId: string, sessionId: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom("sessions")
        .where("user_id", "=", accountId)
        .where("id", "=", sessionId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** Ends all of a user's sessions but one. */
    async endAll(accountId: string, keptId = ""): Promise<void> {
      await db.deleteFrom("sessions").where("user_id", "=", accountId).where("id", "!=", keptId).execute();
    },
  };
}

/** Keeps only an account's newest sessions, so that repeated sign-ins do not fill the store. */
export async function endOldestSessions(db: Kysely<Schema>, accountId: string): Promise<void> {
  const kept = db
    .selectFrom("sessions")
    .select("id")
    .where("user_id", "=", accountId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(limits.sessions.max);
  await db.deleteFrom("sessions").where("user_id", "=", accountId).where("id", "not in", kept).execute();
}
