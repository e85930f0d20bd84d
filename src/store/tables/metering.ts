// biome-ignore-all format: one paragraph for each table
import { DAY_MS, defineTables, expires, forgotten, HISTORY_MS, kept, SILENT, SUMS } from "./table.ts";

/** What was called and what it cost. */
export const metering = defineTables({
  api_keys: {
    columns: {
      ...kept({
        id: "text", account_id: "text", prefix: "text", hash: "text", is_primary: "int", usage_context: "text",
        sources: "text?", spending_cap: "number?", expires_at: "number?", created_at: "number", last_used_at: "number?",
        spent: "number=0", held: "number=0", ten_second_start: "number=0", ten_second_usage: "number=0",
        minutely_start: "number=0", minutely_usage: "number=0", hourly_start: "number=0", hourly_usage: "number=0",
        daily_start: "number=0", daily_usage: "number=0", monthly_start: "number=0", monthly_usage: "number=0",
        manages_delivery: "int?", retain: "text='usual'",
        mode: "text='live'", person_id: "text?",
      }),
      name: forgotten("text", { becomes: "" }), revoked_at: forgotten("number?", "time of deletion"),
      previous_hash: forgotten("text?"), previous_ends_at: forgotten("number?"), networks: forgotten("text?"),
      given_by: forgotten("text?"),
    },
    unique: ["hash"],
    indexes: { by_account: "(account_id)", by_previous: "(previous_hash)" },
    of: { column: "account_id" }, rows: "kept", atMost: "limits.keysADay", stored: "for good",
    secrets: ["hash", "previous_hash"], because: "charges name the key, and a call in flight settles with it",
  },
  balances: {
    columns: kept({
      account_id: "text", points: "number", granted_month: "text?", granted_points: "number=0", granted_once: "int=0",
    }),
    check: "points >= 0",
    of: { column: "account_id" }, rows: "kept", atMost: "one row", stored: "for good",
    because: "it is the sum of the ledger",
  },
  ledger: {
    columns: kept({
      no: "counter", account_id: "text", key_id: "text?", request_no: "number?", kind: "text", amount: "number",
      balance: "number", at: "number", note: "text?",
    }),
    check: "balance >= 0", partition: { column: "at", span: "month", aheadDays: 32 },
    indexes: { by_account: "(account_id, no)", by_time: "brin (at)" },
    of: { column: "account_id" }, rows: "kept", atMost: "rate windows",
    stored: "for good; merged into one entry after 13 months", because: "the books: amounts, and the operator's notes",
  },
  requests: {
    columns: {
      ...kept({
        no: "counter", request_id: "text", account_id: "text", key_id: "text", endpoint: "text", source: "text",
        door: "text", plan: "text", held: "number", timeout: "int", started_at: "number", expires_at: "number",
        ended_at: "number?", status: "int?", cost: "number=0", points_left: "number?", results: "int=0",
        upstream_pages: "int=0", results_end: "text?", results_total: "number?", age: "number?", recalled: "number?",
        stand_in: "number?",
      }),
      question: forgotten("text?"), tags: forgotten("text?"),
      params: forgotten("text", { becomes: "{}" }), idempotency_key: forgotten("text?"), error_text: forgotten("text?"),
      resolved: forgotten("text?"), warnings: forgotten("text?"),
    },
    partition: { column: "started_at", span: "month", aheadDays: 32 },
    indexes: {
      by_account: "(account_id, started_at, no)",
      by_id: "(request_id)",
      by_question: "(account_id, question, ended_at) where question is not null",
      by_time: "(started_at, no)",
      open: "(expires_at) where ended_at is null",
    },
    keepLess: SILENT,
    of: { column: "account_id" }, rows: "kept", atMost: "rate windows",
    stored: { since: "started_at", ms: HISTORY_MS, inStepsBy: "no" },
    because: "charges refer to it, and a call in flight settles it",
  },
  idempotency: {
    columns: { account_id: "text", key: "text", digest: "text", request_no: "number", expires_at: "number" },
    key: ["account_id", "key"],
    indexes: { by_end: "(expires_at)" },
    keepLess: "`x-retain: none` keeps digests only",
    of: { column: "account_id" }, rows: "deleted", atMost: "rate windows", stored: expires("24 hours"),
  },
  answers: {
    columns: {
      request_no: "number", account_id: "text", request_id: "text", status: "int", headers: "text", body: "bytes",
      expires_at: "number",
    },
    partition: { column: "expires_at", span: "week", aheadDays: 15 },
    indexes: { by_end: "(expires_at)" },
    keepLess: SILENT,
    of: { column: "account_id" }, rows: "deleted", atMost: "rate windows",
    stored: { ...expires("7 days"), inStepsBy: "request_no" },
  },
  request_days: {
    columns: kept({
      account_id: "text", day: "number", endpoint: "text", key_id: "text", source: "text", status_class: "number",
      calls: "number", errors: "number", points: "number", duration_ms: "number", latencies: "text",
    }),
    key: ["account_id", "day", "endpoint", "key_id", "status_class"],
    indexes: { by_day: "(day)" },
    of: { column: "account_id" }, rows: "kept", atMost: "rate windows", stored: "90 days", because: SUMS,
  },
  request_hours: {
    columns: kept({
      account_id: "text", hour: "number", endpoint: "text", key_id: "text", source: "text", status_class: "number",
      calls: "number", errors: "number", points: "number", duration_ms: "number", latencies: "text",
    }),
    key: ["account_id", "hour", "endpoint", "key_id", "status_class"],
    indexes: { by_hour: "(hour)" },
    of: { column: "account_id" }, rows: "kept", atMost: "rate windows", stored: "90 days", because: SUMS,
  },
  tag_days: {
    columns: {
      account_id: "text", day: "number", endpoint: "text", key_id: "text", source: "text", status_class: "number",
      tags: "text", calls: "number", records: "number", points: "number",
    },
    key: ["account_id", "day", "endpoint", "key_id", "status_class", "tags"],
    indexes: { by_day: "(day)" },
    of: { column: "account_id" }, rows: "deleted", atMost: "rate windows", stored: "90 days",
  },
  closed_days: {
    columns: { day: "number" },
    of: "nobody", what: "which days are summed up",
  },
  closed_hours: {
    columns: { hour: "number" },
    of: "nobody", what: "which hours are summed up",
  },
  call_log: {
    columns: {
      no: "counter", request_id: "text", account_id: "text", key_id: "text", endpoint: "text", source: "text",
      door: "text", kind: "text", started_at: "number", ended_at: "number", status: "int", error_code: "text?",
      error_text: "text?", address: "text", body: "text?", headers_in: "text", headers_out: "text", steps: "text",
      skipped: "int",
    },
    indexes: {
      by_account: "(account_id, no)",
      by_key: "(account_id, key_id, started_at)",
      by_kind: "(account_id, kind, started_at)",
      by_request: "(request_id, account_id)",
      by_time: "(started_at)",
    },
    keepLess: SILENT,
    of: { column: "account_id" }, rows: "deleted", atMost: "limits.callLogKept",
    stored: { since: "started_at", ms: 7 * DAY_MS, inStepsBy: "no" },
  },
  evidence: {
    columns: { account_id: "text", request_id: "text", warc: "bytes", expires_at: "number", source: "text" },
    key: ["account_id", "request_id"],
    indexes: { by_expiry: "(expires_at)" },
    keepLess: SILENT,
    of: { column: "account_id" }, rows: "deleted", atMost: "limits.evidenceKept", stored: expires("7 days"),
  },
  kept_pages: {
    columns: {
      request_no: "number", account_id: "text", request_id: "text", source: "text", pages: "bytes", size: "number",
      expires_at: "number",
    },
    indexes: { by_account: "(account_id)", by_expiry: "(expires_at)", by_source: "(source, expires_at)" },
    keepLess: "`x-retain: none`; `KEPT_PAGES_MB=0` for all",
    of: { column: "account_id" }, rows: "deleted", atMost: "rate windows", stored: expires("a day; as long as a recall needs it"),
  },
  recall_owners: {
    columns: {
      recall_no: "number", account_id: "text", requests: "int", points: "number", told_at: "number?", at: "number",
      corrected_told_at: "number?", unchecked: "int=0",
    },
    key: ["recall_no", "account_id"],
    indexes: { by_account: "(account_id, recall_no)" },
    of: { column: "account_id" }, rows: "deleted", atMost: "rate windows", stored: { since: "at", ms: HISTORY_MS },
  },
  recall_items: {
    columns: {
      recall_no: "number", request_no: "number", account_id: "text", request_id: "text", records: "int", points: "number?",
      corrected: "bytes?", corrected_at: "number?", at: "number", is_checked: "int=1",
    },
    key: ["recall_no", "request_no"],
    indexes: { by_account: "(account_id, recall_no, request_no)", by_request: "(request_no)" },
    keepLess: SILENT,
    of: { column: "account_id" }, rows: "deleted", atMost: "rate windows", stored: { since: "at", ms: HISTORY_MS },
  },
  returned_charges: {
    columns: kept({ request_no: "number", account_id: "text", recall_no: "number", amount: "number", at: "number" }),
    indexes: { by_account: "(account_id)" },
    of: { column: "account_id" }, rows: "kept", atMost: "rate windows", stored: { since: "at", ms: HISTORY_MS },
    because: "no charge is returned twice",
  },
  made_files: {
    columns: {
      file: "text", part: "int", parts: "int", content: "text", account_id: "text", body: "bytes", made_at: "number",
      expires_at: "number",
    },
    key: ["file", "part"],
    indexes: { by_content: "(content)", by_account: "(account_id)", by_expiry: "(expires_at)" },
    keepLess: "read records as JSON, NDJSON or CSV",
    of: { column: "account_id" }, rows: "deleted", atMost: "limits.filePartsKept", stored: expires("7 days at most"),
  },
});
