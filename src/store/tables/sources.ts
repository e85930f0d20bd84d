// biome-ignore-all format: one paragraph for each table
import { defineTables, expires, HISTORY_MS, SILENT } from "./table.ts";

/** The websites: their limits, what they usually answer, what is wrong with them, and facts about the service itself. */
export const sources = defineTables({
  site_limits: {
    columns: {
      origin: "text", tat: "real=0", concurrency: "real", pace: "real=1", paused_until: "real=0", backed_off_at: "real=0",
      typical_ms: "real?",
    },
    postgresOnly: true, fillfactor: 50,
    of: "nobody", what: "the pace of a site",
  },
  site_leases: {
    columns: { origin: "text", holder: "text", in_flight: "int", ends_at: "real", ticket: "real?", ask_at: "real" },
    key: ["origin", "holder"], postgresOnly: true, fillfactor: 50,
    of: "nobody", what: "turns of processes at a site",
  },
  source_pauses: {
    columns: { source: "text", until: "number", resumed_at: "number" },
    of: "nobody", what: "pauses that sites asked for",
  },
  lookup_answers: {
    columns: {
      key: "text", source: "text", headers: "text", body: "bytes", results: "number", warc: "bytes?", asked_at: "number",
      expires_at: "number",
    },
    indexes: { by_age: "(source, asked_at)", by_expiry: "(expires_at)" },
    keepLess: "`cache-control: no-store` or `x-retain: none`",
    of: "nobody", what: "values of fields that a site offers, shared by all accounts", stored: expires("a day at most"),
  },
  health_baselines: {
    columns: { operation: "text", version: "int", state: "text" },
    of: "nobody", what: "what an operation usually returns, with hashes of requests",
  },
  health_canaries: {
    columns: { operation: "text", due_at: "number" },
    of: "nobody", what: "when the next canary is due",
  },
  health_days: {
    columns: {
      day: "text", operation: "text", calls: "number=0", failures: "number=0", blocked: "number=0",
      unreadable: "number=0", not_responding: "number=0", timeouts: "number=0", records: "number=0", pages: "number=0",
      ms: "number=0", under_250: "number=0", under_500: "number=0", under_1000: "number=0", under_2500: "number=0",
      under_5000: "number=0", under_10000: "number=0", under_30000: "number=0", under_60000: "number=0",
    },
    key: ["day", "operation"],
    of: "nobody", what: "figures of operations",
  },
  health_overrides: {
    columns: { source: "text", state: "text", note: "text", by: "text", at: "number" },
    of: "nobody", what: "decisions of the operator",
  },
  health_structures: {
    columns: { operation: "text", at: "number", names: "text" },
    keepLess: SILENT,
    of: "nobody", what: "names in the pages of sites, without those that a request contained",
  },
  incidents: {
    columns: {
      no: "counter", open_key: "text?", source: "text", operation: "text", kind: "text", field: "text?",
      blocking: "number", reason: "text", details: "text", opened_at: "number", closed_at: "number?", note: "text?",
    },
    unique: ["open_key"],
    indexes: { by_time: "(opened_at)" },
    keepLess: SILENT,
    of: "nobody", what: "what is wrong with a source, without the account",
  },
  incident_evidence: {
    columns: { incident_no: "number", about: "text", body: "bytes?", warc: "bytes?" },
    keepLess: SILENT,
    of: "nobody", what: "the page and request behind an incident, without the account",
  },
  recalls: {
    columns: {
      no: "counter", active_for: "number?", incident_no: "number", source: "text", operation: "text", field: "text",
      reason: "text", from_at: "number", to_at: "number", created_at: "number", created_by: "text",
      withdrawn_at: "number?", finished_at: "number?",
    },
    unique: ["active_for"],
    indexes: { by_incident: "(incident_no)", unfinished: "(created_at) where finished_at is null" },
    of: "nobody", what: "which incident's records were recalled", stored: { since: "created_at", ms: HISTORY_MS },
  },
  alerts_sent: {
    columns: { about: "text", at: "number", open: "number", event: "text?" },
    of: "nobody", what: "alerts to the operator",
  },
  store_facts: {
    columns: { name: "text", value: "text" },
    of: "nobody", what: "facts about the store",
  },
  shared_windows: {
    columns: { name: "text", start: "number", used: "number", ends_at: "number" },
    key: ["name", "start"],
    indexes: { by_end: "(ends_at)" },
    of: "nobody", what: "counts of calls by network", stored: { since: "ends_at", ms: 0 },
  },
});
