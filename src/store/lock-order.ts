import { type RawBuilder, sql } from "kysely";
import type { Store } from "./open-store.ts";

/**
 * The end of a selection of rows that a statement changes: it locks them in the selection's order, by their key, or leaves
 * out those that somebody else has. Without it a statement locks rows as it meets them, and two that come by different
 * indexes can wait for each other. SQLite has one writer at a time.
 */
export const locking = (dialect: Store["dialect"], others: "wait" | "skip" = "wait"): RawBuilder<unknown> => {
  if (dialect !== "postgres") return sql``;
  return others === "skip" ? sql`for update skip locked` : sql`for update`;
};

/**
 * The order in which a transaction on PostgreSQL takes rows of several tables, and within a table by their key. Two that keep
 * to it never wait for each other in a circle. `winnow_ledger` takes `balances` first: everything else of an account's money
 * happens under that lock, its keys last.
 *
 * Migrations lock whole tables, in whatever order they need: each waits half a second at most for one, less than PostgreSQL
 * takes to call two who wait a deadlock, then lets go of all and tries again (`migrate.ts`). So they never end a call.
 */
export const lockOrder: readonly string[] = [
  ...["people", "balances", "requests", "ledger", "idempotency", "answers", "points_watch"],
  ...[
    "schedules",
    "batches",
    "jobs",
    "batch_invalid_lines",
    "api_keys",
    "welcomed_accounts",
    "welcome_points",
    "audit_log",
    "schedule_changes",
    "watch_usage",
    "watch_points",
    "watch_records",
    "watch_events",
    "mail_queue",
  ],
];
