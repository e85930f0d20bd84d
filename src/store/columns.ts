// Generated from the migrated stores: `npx vitest run src/store/columns.test.ts -u` writes it, and the test compares it.
// biome-ignore-all format: one paragraph for each table
export const columns = {
  alert_settings: { account_id: "text", points_levels: "text" },
  alerts_sent: { about: "text", at: "number", open: "number", delivered: "number=", event: "text?" },
  answers: {
    request_no: "number", account_id: "text", request_id: "text", status: "number", headers: "text", body: "bytes",
    expires_at: "number",
  },
  api_keys: {
    id: "text", account_id: "text", name: "text", prefix: "text", hash: "text", is_primary: "number",
    usage_context: "text", sources: "text?", spending_cap: "number?", expires_at: "number?", revoked_at: "number?",
    created_at: "number", last_used_at: "number?", spent: "number=", held: "number=", ten_second_start: "number=",
    ten_second_usage: "number=", minutely_start: "number=", minutely_usage: "number=", hourly_start: "number=",
    hourly_usage: "number=", daily_start: "number=", daily_usage: "number=", monthly_start: "number=",
    monthly_usage: "number=", previous_hash: "text?", previous_ends_at: "number?", networks: "text?",
    manages_delivery: "number?",
  },
  attempts: { key: "text", window_start: "number", count: "number" },
  audit_log: { no: "counter", at: "number", who: "text", what: "text", subject: "text", before: "text?", after: "text?" },
  balances: { account_id: "text", points: "number", granted_month: "text?", granted_points: "number=", granted_once: "number=" },
  batch_invalid_lines: { batch_id: "text", line: "number", faults: "text" },
  batches: {
    id: "text", account_id: "text", key_id: "text", source: "text", endpoint: "text", status: "text",
    pause_reason: "text?", total: "number", cost_at_most: "number", max_cost: "number?", idempotency_key: "text?",
    webhook: "text?", created_at: "number", ended_at: "number?", notified: "number=", digest: "text?",
    paused_at: "number?", expiry_told_at: "number?", wait_until: "number?", waiting_since: "number?",
    next_try_at: "number?", wait_told_at: "number?", wait_reason: "text?", pause_kind: "text?", wait_tries: "number=",
    invalid_lines: "number=", destination_id: "text?",
  },
  call_log: {
    no: "counter", request_id: "text", account_id: "text", key_id: "text", endpoint: "text", source: "text",
    door: "text", kind: "text", started_at: "number", ended_at: "number", status: "number", error_code: "text?",
    error_text: "text?", address: "text", body: "text?", headers_in: "text", headers_out: "text", steps: "text",
    skipped: "number",
  },
  closed_days: { day: "number" },
  closed_hours: { hour: "number" },
  credentials: {
    id: "text", user_id: "text", account_id: "text", provider_id: "text", password: "text?", created_at: "date",
    updated_at: "date",
  },
  destinations: {
    id: "text", account_id: "text", name: "text", endpoint: "text", region: "text", bucket: "text", path: "text",
    format: "text", access_key_id: "text", secret: "text", created_at: "number",
  },
  evidence: { account_id: "text", request_id: "text", warc: "bytes", expires_at: "number", source: "text?" },
  forgotten_accounts: { account_id: "text", deleted_at: "number", again_at: "number" },
  health_baselines: { operation: "text", version: "number", state: "text" },
  health_canaries: { operation: "text", due_at: "number", ran_at: "number?", ok: "number?", result: "text?" },
  health_days: {
    day: "text", operation: "text", calls: "number=", failures: "number=", blocked: "number=", unreadable: "number=",
    not_responding: "number=", timeouts: "number=", records: "number=", pages: "number=", ms: "number=",
    under_250: "number=", under_500: "number=", under_1000: "number=", under_2500: "number=", under_5000: "number=",
    under_10000: "number=", under_30000: "number=", under_60000: "number=",
  },
  health_fields: {
    day: "text", operation: "text", field: "text", requests: "number", present: "number", records: "number",
    filled: "number",
  },
  health_overrides: { source: "text", state: "text", note: "text", by: "text", at: "number" },
  health_structures: { operation: "text", at: "number", names: "text" },
  idempotency: { account_id: "text", key: "text", digest: "text", request_no: "number", expires_at: "number" },
  incident_evidence: { incident_no: "number", about: "text", body: "bytes?", warc: "bytes?" },
  incidents: {
    no: "counter", open_key: "text?", source: "text", operation: "text", kind: "text", field: "text?",
    blocking: "number", reason: "text", details: "text", opened_at: "number", closed_at: "number?", note: "text?",
  },
  jobs: {
    id: "text", account_id: "text", key_id: "text", source: "text", endpoint: "text", params: "text",
    timeout: "number", max_cost: "number?", idempotency_key: "text?", webhook: "text?", batch_id: "text?",
    line: "number?", schedule_id: "text?", status: "text", priority: "number", run_after: "number",
    announced_at: "number?", attempt: "number=", lease_until: "number?", worker: "text?", created_at: "number",
    started_at: "number?", ended_at: "number?", pages: "number=", records: "number=", held: "number=",
    charged: "number=", http_status: "number?", error_code: "text?", error_detail: "text?", results_end: "text?",
    notified: "number=", results_total: "number?", resolved: "text?", warnings: "text?", source_failures: "number=",
    changes: "text?", keep_partial: "number=",
  },
  ledger: {
    no: "counter", account_id: "text", key_id: "text?", request_no: "number?", kind: "text", amount: "number",
    balance: "number", at: "number", note: "text?",
  },
  lookup_answers: {
    key: "text", source: "text", headers: "text", body: "bytes", results: "number", warc: "bytes?", asked_at: "number",
    expires_at: "number",
  },
  mail_links: { hash: "text", kind: "text", person_id: "text", email: "text", expires_at: "number" },
  mail_queue: {
    id: "text", kind: "text", person_id: "text?", email: "text", about: "text?", asked_at: "number",
    attempts: "number", attempt_at: "number",
  },
  oauth_clients: { id: "text", name: "text", redirect_uris: "text", created_at: "number", granted_at: "number?" },
  oauth_codes: {
    hash: "text", client_id: "text", account_id: "text", redirect_uri: "text", challenge: "text", sources: "text?",
    spending_cap: "number?", expires_at: "number", used_at: "number?", key_id: "text?",
  },
  oauth_grants: {
    key_id: "text", client_id: "text", account_id: "text", refresh_hash: "text", previous_refresh_hash: "text?",
    refresh_ends_at: "number", created_at: "number", family_hash: "text?",
  },
  people: {
    id: "text", name: "text", email: "text", email_verified: "boolean", image: "text?", login: "text",
    front_id: "text", role: "text=", plan: "text=", created_at: "date", modified_at: "date", last_login_at: "date?",
    unconfirmed_email: "text?", two_factor_enabled: "boolean=", webhook_secret_no: "number=", paused_at: "number?",
    unconfirmed_key: "text?",
  },
  points_watch: { account_id: "text", base: "number", points: "number", told: "number" },
  request_days: {
    account_id: "text", day: "number", endpoint: "text", key_id: "text", source: "text", status_class: "number",
    calls: "number", errors: "number", points: "number", duration_ms: "number", latencies: "text?",
  },
  request_hours: {
    account_id: "text", hour: "number", endpoint: "text", key_id: "text", source: "text", status_class: "number",
    calls: "number", errors: "number", points: "number", duration_ms: "number", latencies: "text?",
  },
  requests: {
    no: "counter", request_id: "text", account_id: "text", key_id: "text", endpoint: "text", source: "text",
    door: "text", plan: "text", held: "number", timeout: "number", params: "text", idempotency_key: "text?",
    started_at: "number", expires_at: "number", ended_at: "number?", status: "number?", cost: "number=",
    points_left: "number?", results: "number=", upstream_pages: "number=", error_text: "text?", results_end: "text?",
    results_total: "number?", resolved: "text?", warnings: "text?", age: "number?",
  },
  result_links: {
    id: "text", account_id: "text", kind: "text", of_id: "text", format: "text", created_at: "number",
    expires_at: "number", reads: "number=", last_read_at: "number?", key_id: "text?",
  },
  saved_calls: { id: "text", account_id: "text", name: "text", operation: "text", body: "text", created_at: "number" },
  schedule_changes: { no: "counter", schedule_id: "text", run_id: "text", at: "number", kind: "text", record_id: "text", change: "text" },
  schedules: {
    id: "text", account_id: "text", key_id: "text", name: "text", source: "text", endpoint: "text", params: "text",
    cron: "text", time_zone: "text", ignore_fields: "text", monthly_budget: "number?", webhook: "text?",
    feed_hash: "text", status: "text", pause_reason: "text?", next_at: "number?", snapshot: "bytes?",
    snapshot_run: "text?", created_at: "number", pause_kind: "text?", destination_id: "text?", track: "text=",
    rules: "text=", watch_fields: "text=", watched_at: "number?",
  },
  second_factors: {
    id: "text", user_id: "text", secret: "text", backup_codes: "text", verified: "boolean?",
    failed_verification_count: "number?", locked_until: "date?",
  },
  sessions: {
    id: "text", user_id: "text", token: "text", expires_at: "date", ip_address: "text?", user_agent: "text?",
    created_at: "date", updated_at: "date", confirmed_at: "number?",
  },
  shared_windows: { name: "text", start: "number", used: "number", ends_at: "number" },
  sign_in_delays: { key: "text", count: "number", blocked_until: "number", at: "number" },
  site_leases: { origin: "text", holder: "text", in_flight: "number", ends_at: "number", ticket: "number?", ask_at: "number" },
  site_limits: {
    origin: "text", tat: "number=", concurrency: "number", pace: "number=", paused_until: "number=",
    backed_off_at: "number=", typical_ms: "number?",
  },
  source_pauses: { source: "text", until: "number", resumed_at: "number" },
  store_facts: { name: "text", value: "text" },
  verifications: { id: "text", identifier: "text", value: "text", expires_at: "date", created_at: "date", updated_at: "date" },
  watch_events: { no: "counter", schedule_id: "text", run_id: "text", at: "number", record_id: "text", event: "text" },
  watch_points: { record: "number", at: "number", values: "text?" },
  watch_records: {
    no: "counter", schedule_id: "text", record_id: "text", first_seen: "number", last_seen: "number?",
    removed: "number=", last: "text", marks: "text?",
  },
  watch_usage: { account_id: "text", points: "number", trimmed_at: "number" },
  webhook_deliveries: {
    id: "text", account_id: "text", endpoint_id: "text?", url: "text", event: "text", subject: "text", payload: "text",
    status: "text", attempt: "number=", attempts: "text=", next_at: "number", created_at: "number",
    ended_at: "number?", replayed_at: "number?", replays: "number=", about: "text?", named: "number=", kind: "text=",
  },
  webhook_endpoints: {
    id: "text", account_id: "text", url: "text", events: "text?", secret: "text", previous_secret: "text?",
    previous_until: "number?", status: "text", disabled_reason: "text?", failing_since: "number?",
    created_at: "number",
  },
  welcome_points: { address_hash: "text", at: "number" },
  welcomed_accounts: { account_id: "text", at: "number" },
} as const;

/** Tables that SQLite does not need. */
export const onPostgresAlone = ["site_leases", "site_limits"];

/** Functions of PostgreSQL, with their arguments. */
export const functions = ["winnow_ledger(json,json)", "winnow_site(text,text,json,json,double precision)"];
