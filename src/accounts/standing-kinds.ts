import type { Kysely } from "kysely";
import type { Schema } from "../store/schema.ts";
import type { StandingKind } from "./types.ts";

interface Item {
  id: string;
  name: string;
  created_at: number | null;
  stopped: boolean;
}

interface Kind {
  /** The tables that hold it and what belongs to it. */
  tables: string[];
  list(db: Kysely<Schema>, accountId: string, now: number): Promise<Item[]>;
}

/** More of one kind than this are not listed one by one; all of them are stopped. */
const LISTED = 200;

/**
 * Everything of an account that acts without anybody being signed in. A table of accounts belongs to one of these or to
 * `passiveTables`: `standing-access.test.ts` fails for one that is in neither.
 */
export const standingKinds: Record<StandingKind, Kind> = {
  api_key: {
    tables: ["api_keys", "oauth_grants", "oauth_codes"],
    list: async (db, accountId, now) => {
      const rows = await db
        .selectFrom("api_keys")
        .where("account_id", "=", accountId)
        .where("revoked_at", "is", null)
        .where(({ or, eb }) => or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
        .orderBy("created_at", "desc")
        .limit(LISTED)
        .select(["id", "name", "created_at"])
        .execute();
      return rows.map((row) => ({ ...row, stopped: false }));
    },
  },
  webhook: {
    tables: ["webhook_endpoints", "webhook_deliveries"],
    list: async (db, accountId) => {
      const rows = await db
        .selectFrom("webhook_endpoints")
        .where("account_id", "=", accountId)
        .orderBy("created_at", "desc")
        .limit(LISTED)
        .select(["id", "url as name", "created_at", "status"])
        .execute();
      return rows.map(({ status, ...row }) => ({ ...row, stopped: status !== "active" }));
    },
  },
  schedule: {
    tables: ["schedules", "watch_usage"],
    list: async (db, accountId) => {
      const rows = await db
        .selectFrom("schedules")
        .where("account_id", "=", accountId)
        .orderBy("created_at", "desc")
        .limit(LISTED)
        .select(["id", "name", "created_at", "status"])
        .execute();
      return rows.map(({ status, ...row }) => ({ ...row, stopped: status !== "active" }));
    },
  },
  link: {
    tables: ["result_links"],
    list: async (db, accountId, now) => {
      const rows = await db
        .selectFrom("result_links")
        .where("account_id", "=", accountId)
        .where("expires_at", ">", now)
        .orderBy("created_at", "desc")
        .limit(LISTED)
        .select(["id", "kind", "of_id", "created_at"])
        .execute();
      return rows.map(({ id, kind, of_id, created_at }) => ({
        id,
        created_at,
        name: `${kind} ${of_id}`,
        stopped: false,
      }));
    },
  },
  destination: {
    tables: ["destinations"],
    list: async (db, accountId) => {
      const rows = await db
        .selectFrom("destinations")
        .where("account_id", "=", accountId)
        .orderBy("created_at", "desc")
        .limit(LISTED)
        .select(["id", "name", "created_at"])
        .execute();
      return rows.map((row) => ({ ...row, stopped: false }));
    },
  },
  batch: {
    tables: ["batches"],
    list: async (db, accountId) => {
      const rows = await db
        .selectFrom("batches")
        .where("account_id", "=", accountId)
        .where("status", "in", ["running", "paused"])
        .orderBy("created_at", "desc")
        .limit(LISTED)
        .select(["id", "endpoint as name", "created_at", "status"])
        .execute();
      return rows.map(({ status, ...row }) => ({ ...row, stopped: status === "paused" }));
    },
  },
  /** Single jobs that wait or run: they end by themselves, and tell no address of their own any more. */
  job: {
    tables: ["jobs"],
    list: async (db, accountId) => {
      const rows = await db
        .selectFrom("jobs")
        .where("account_id", "=", accountId)
        .where("ended_at", "is", null)
        .where("batch_id", "is", null)
        .orderBy("created_at", "desc")
        .limit(LISTED)
        .select(["id", "endpoint as name", "created_at"])
        .execute();
      return rows.map((row) => ({ ...row, stopped: false }));
    },
  },
  /** Stays at a reset: a mailbox alone must not take it away. Its owner sees one that is not theirs. */
  second_factor: {
    tables: ["second_factors"],
    list: async (db, accountId) => {
      const person = await db
        .selectFrom("people")
        .where("id", "=", accountId)
        .select("two_factor_enabled")
        .executeTakeFirst();
      const factor = { id: accountId, name: "Authenticator app", created_at: null, stopped: false };
      return person?.two_factor_enabled ? [factor] : [];
    },
  },
};

/** Tables that name an account and do nothing by themselves, and why. */
export const passiveTables: Record<string, string> = {
  sessions: "end with a new password",
  credentials: "the password itself",
  repeated_sign_ups: "what a migration of long ago was made from",
  mail_links: "end with a new password",
  mail_queue: "mails that wait are dropped with a new password",
  balances: "points",
  ledger: "points",
  points_watch: "points",
  welcomed_accounts: "points",
  alert_settings: "when the owner is told about points",
  saved_calls: "forms that a person fills in again",
  requests: "history",
  call_log: "history",
  request_days: "history",
  request_hours: "history",
  idempotency: "answers of calls",
  answers: "answers of calls",
  evidence: "answers of calls",
};
