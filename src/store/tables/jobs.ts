// biome-ignore-all format: one paragraph for each table
import { ACCOUNT, defineTables, OWNER, SILENT_OR_DIRECT } from "./table.ts";

/** Background work: jobs, batches, schedules, watches, and what they deliver. */
export const jobs = defineTables({
  jobs: {
    columns: {
      id: "text", account_id: "text", key_id: "text", source: "text", endpoint: "text", params: "text", timeout: "int",
      options: "text='{}'", idempotency_key: "text?", webhook: "text?", batch_id: "text?", line: "int?",
      schedule_id: "text?", status: "text", priority: "int", run_after: "number", announced_at: "number?",
      attempt: "int=0", created_at: "number", started_at: "number?",
      ended_at: "number?", pages: "int=0", records: "int=0", held: "number=0", charged: "number=0", http_status: "int?",
      error_code: "text?", error_detail: "text?", results_end: "text?", notified: "int=0", results_total: "number?",
      resolved: "text?", warnings: "text?", source_failures: "int=0", changes: "text?",
    },
    indexes: {
      by_account: "(account_id, created_at, id)",
      by_batch: "(batch_id, line)",
      by_end: "(ended_at)",
      by_end_alone: "(ended_at) where schedule_id is null",
      by_idempotency_key: "(account_id, idempotency_key) where idempotency_key is not null",
      by_schedule: "(schedule_id, created_at) where schedule_id is not null",
      half_submitted: "(created_at) where status = 'admitting'",
      handed_over: "(account_id, source, priority) where announced_at is not null and ended_at is null",
      open_by_batch: "(batch_id) where ended_at is null",
      queued_by_account: "(account_id, key_id) where status = 'queued'",
      running: "(account_id) where status = 'running'",
      to_notify: "(ended_at) where notified = 0 and ended_at is not null",
      waiting: "(account_id, source, priority desc, run_after) where status = 'queued' and announced_at is null and run_after < 9007199254740991",
    },
    keepLess: SILENT_OR_DIRECT,
    of: { column: "account_id" }, rows: "deleted", atMost: "rate windows",
    stored: "30 days after its end, 90 for a run of a schedule",
  },
  batches: {
    columns: {
      id: "text", account_id: "text", key_id: "text", source: "text", endpoint: "text", status: "text",
      pause_reason: "text?", total: "int", cost_at_most: "number", options: "text='{}'", idempotency_key: "text?",
      webhook: "text?", created_at: "number", ended_at: "number?", notified: "int=0", digest: "text?",
      paused_at: "number?", expiry_told_at: "number?", wait_until: "number?", waiting_since: "number?",
      next_try_at: "number?", wait_told_at: "number?", wait_reason: "text?", pause_kind: "text?", wait_tries: "int=0",
      invalid_lines: "int=0", destination_id: "text?", set_by: "text?",
    },
    indexes: {
      by_account: "(account_id, created_at, id)",
      by_end: "(ended_at)",
      by_idempotency_key: "unique (account_id, idempotency_key) where idempotency_key is not null",
      open: "(created_at) where ended_at is null",
    },
    of: { column: "account_id" }, rows: "deleted", atMost: "limits.batchesKept", stored: "30 days after its end",
  },
  batch_invalid_lines: {
    columns: { batch_id: "text", line: "int", faults: "text" },
    key: ["batch_id", "line"],
    keepLess: SILENT_OR_DIRECT,
    of: { column: "batch_id", parent: { table: "batches", key: "id" } }, rows: "deleted",
    atMost: "limits.invalidLinesKept", stored: "as long as its batch",
  },
  schedules: {
    columns: {
      id: "text", account_id: "text", key_id: "text", name: "text", source: "text", endpoint: "text", params: "text",
      cron: "text", time_zone: "text", ignore_fields: "text", monthly_budget: "number?", webhook: "text?",
      feed_hash: "text", status: "text", pause_reason: "text?", next_at: "number?", snapshot: "bytes?",
      snapshot_run: "text?", created_at: "number", pause_kind: "text?", destination_id: "text?", track: "text='[]'",
      rules: "text='[]'", watch_fields: "text='[]'", watched_at: "number?", options: "text='{}'",
      set_by: "text?", feed_by: "text?",
    },
    indexes: { by_account: "(account_id, created_at, id)", due: "(next_at) where status = 'active'" },
    keepLess: "delete the schedule",
    of: { column: "account_id" }, rows: "deleted", atMost: "limits.schedules", stored: OWNER, secrets: ["feed_hash"],
  },
  schedule_changes: {
    columns: {
      no: "counter", schedule_id: "text", run_id: "text", at: "number", kind: "text", record_id: "text", change: "text",
    },
    indexes: { by_schedule: "(schedule_id, no)", once: "unique (run_id, record_id)" },
    keepLess: "delete the schedule",
    of: { column: "schedule_id", parent: { table: "schedules", key: "id" } }, rows: "deleted",
    atMost: "limits.scheduleChanges", stored: "the last 10,000 of a schedule",
  },
  watch_records: {
    columns: {
      no: "counter", schedule_id: "text", record_id: "text", first_seen: "number", last_seen: "number?", removed: "int=0",
      last: "text", marks: "text?",
    },
    indexes: { once: "unique (schedule_id, record_id)" },
    keepLess: "delete the schedule",
    of: { column: "schedule_id", parent: { table: "schedules", key: "id" } }, rows: "deleted",
    atMost: "limits.watchPoints", stored: "as long as the plan says",
  },
  watch_points: {
    columns: { record: "number", at: "number", values: "text?", recalled: "number?" },
    key: ["record", "at"],
    keepLess: "delete the schedule",
    of: { column: "record", parent: { table: "watch_records", key: "no" } }, rows: "deleted",
    atMost: "limits.watchPoints", stored: "as long as the plan says",
  },
  watch_events: {
    columns: { no: "counter", schedule_id: "text", run_id: "text", at: "number", record_id: "text", event: "text" },
    indexes: { by_run: "(run_id)", by_schedule: "(schedule_id, no)" },
    keepLess: "delete the schedule",
    of: { column: "schedule_id", parent: { table: "schedules", key: "id" } }, rows: "deleted",
    atMost: "limits.watchEvents", stored: "the last 1,000 of a schedule",
  },
  watch_usage: {
    columns: { account_id: "text", points: "number", trimmed_at: "number" },
    of: { column: "account_id" }, rows: "deleted", atMost: "one row", stored: ACCOUNT,
  },
  webhook_endpoints: {
    columns: {
      id: "text", account_id: "text", url: "text", events: "text?", secret: "text", previous_secret: "text?",
      previous_until: "number?", status: "text", disabled_reason: "text?", failing_since: "number?", created_at: "number",
      format: "text='standard'", address: "text?", set_by: "text?",
    },
    indexes: { by_account: "(account_id)" },
    of: { column: "account_id" }, rows: "deleted", atMost: "limits.webhooks", stored: OWNER,
    secrets: ["secret", "previous_secret", "address"],
  },
  webhook_deliveries: {
    columns: {
      id: "text", account_id: "text", endpoint_id: "text?", url: "text", event: "text", subject: "text", payload: "text",
      status: "text", attempt: "int=0", attempts: "text='[]'", next_at: "number", created_at: "number",
      ended_at: "number?", replayed_at: "number?", replays: "int=0", about: "text?", named: "int=0", kind: "text='event'",
      announced_at: "number?",
    },
    indexes: {
      about: "(about, created_at) where status = 'pending'",
      by_account: "(account_id, created_at, id)",
      by_time: "(created_at)",
      due: "(next_at) where status = 'pending'",
      handed_over: "(account_id, coalesce(endpoint_id, '')) where announced_at is not null and ended_at is null",
      once: "unique (url, event, subject)",
      replayed: "(account_id, replayed_at) where replayed_at is not null",
      waiting: "(account_id, coalesce(endpoint_id, ''), next_at) where status = 'pending' and announced_at is null",
    },
    keepLess: "subscribe to fewer events",
    of: { column: "account_id" }, rows: "deleted", atMost: "limits.deliveriesKept", stored: "30 days",
  },
  destinations: {
    columns: {
      id: "text", account_id: "text", name: "text", endpoint: "text", region: "text", bucket: "text", path: "text",
      format: "text", access_key_id: "text", secret: "text", created_at: "number", set_by: "text?",
    },
    indexes: { by_account: "(account_id, created_at, id)" },
    of: { column: "account_id" }, rows: "deleted", atMost: "limits.destinations", stored: OWNER, secrets: ["secret"],
  },
  result_links: {
    columns: {
      id: "text", account_id: "text", kind: "text", of_id: "text", format: "text", created_at: "number",
      expires_at: "number", reads: "int=0", last_read_at: "number?", key_id: "text?", set_by: "text?",
    },
    indexes: { by_account: "(account_id, created_at, id)" },
    of: { column: "account_id" }, rows: "deleted", atMost: "limits.links", stored: "30 days at most",
  },
});
