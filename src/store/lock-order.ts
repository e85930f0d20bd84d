/**
 * The order in which a PostgreSQL transaction locks tables; rows within a table are locked by key. Two transactions that
 * follow it never deadlock. A statement that changes several rows selects them `for update`, ordered by their key: otherwise it
 * locks them as it meets them, and two that use different indexes can deadlock. `winnow_ledger` locks `balances` first: everything else about an account's points happens under
 * that lock, its keys last.
 *
 * Migrations lock whole tables, in whatever order they need. Each waits at most half a second for a lock, less than
 * PostgreSQL takes to detect a deadlock, then releases all of them and retries (`migrate.ts`). So they never fail a call.
 */
export const lockOrder: readonly string[] = [
  "recalls",
  "people",
  "accounts",
  "members",
  "former_members",
  "invitations",
  "sign_on_providers",
  "sign_on_links",
  "sessions",
  "balances",
  "requests",
  "returned_charges",
  "recall_items",
  "recall_owners",
  "kept_pages",
  "ledger",
  "idempotency",
  "answers",
  "points_watch",
  "schedules",
  "batches",
  "jobs",
  "batch_invalid_lines",
  "api_keys",
  "oauth_grants",
  "oauth_codes",
  "welcomed_accounts",
  "welcome_points",
  "audit_log",
  "schedule_changes",
  "watch_usage",
  "watch_points",
  "watch_records",
  "watch_events",
  "webhook_endpoints",
  "webhook_deliveries",
  "alerts_sent",
  "mail_queue",
  "forgotten_accounts",
];
