import { type Kysely, sql } from "kysely";
import type { Clock } from "../base/clock.ts";
import { limits } from "../limits/limits.ts";
import { changesRow } from "../store/row-changes.ts";
import type { Schema } from "../store/schema.ts";

const DAY_MS = 86_400_000;
/** Lifetime of a session, however much it is used. */
const LONGEST_MS = 30 * DAY_MS;
/** After this time the provider must vouch again, so that somebody who left the company loses access. */
const VOUCHED_MS = DAY_MS / 2;
/** How recently the password must have been entered for actions that need a recent sign-in. */
const RECENT_MS = 15 * 60_000;

export type Sessions = ReturnType<typeof createSessions>;

/** Additions to better-auth's sessions. */
export function createSessions(db: Kysely<Schema>, clock: Clock) {
  return {
    /**
     * What a session is worth: whether it has ended, whether its user has signed in recently, and the account whose provider
     * vouched for them. Such a session ends with the provider, with the proof of its domain and with the membership.
     */
    async standing(id: string): Promise<{ over: boolean; recent: boolean; vouchedBy: string | null }> {
      const row = await db
        .selectFrom("sessions")
        .leftJoin("members", (join) =>
          join
            .onRef("members.account_id", "=", "sessions.vouched_by")
            .onRef("members.person_id", "=", "sessions.user_id"),
        )
        .leftJoin("sign_on_providers as provider", "provider.account_id", "members.account_id")
        .select(["sessions.created_at", "confirmed_at", "vouched_by", "proved_domain"])
        .where("sessions.id", "=", id)
        .executeTakeFirst();
      if (!row) return { over: true, recent: false, vouchedBy: null };
      const { vouched_by: vouchedBy } = row;
      const began = new Date(row.created_at).getTime();
      const now = clock.now();
      const isVouched = vouchedBy === null || row.proved_domain !== null;
      return {
        over: !isVouched || now - began > (vouchedBy === null ? LONGEST_MS : VOUCHED_MS),
        recent: now - Math.max(began, row.confirmed_at ?? 0) <= RECENT_MS,
        vouchedBy,
      };
    },

    /** Marks a new session, before its browser has it, as one that the provider of an account vouches for. */
    async vouch(id: string, accountId: string): Promise<void> {
      await db.updateTable("sessions").set({ vouched_by: accountId }).where("id", "=", id).execute();
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
    end: (accountId: string, sessionId: string): Promise<boolean> =>
      changesRow(db.deleteFrom("sessions").where("user_id", "=", accountId).where("id", "=", sessionId)),

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
