// biome-ignore-all format: written by `npm run docs`, out of the schemas of the operations.
/** The rows of the service's error catalogue: what `code` of an error can be. */
export type ErrorCode =
  | "bad_request" | "key_missing" | "key_invalid" | "key_expired" | "key_revoked" | "source_forbidden"
  | "permission_missing" | "nothing_kept" | "network_forbidden" | "mcp_only" | "origin_forbidden" | "not_enough_points"
  | "over_spending_cap" | "over_max_cost" | "not_found" | "method_not_allowed" | "not_acceptable" | "deadline"
  | "queue_timeout" | "idempotency_running" | "job_not_ended" | "no_such_thing" | "blocked" | "asked_to_wait"
  | "not_cached" | "not_responding" | "body_too_large" | "range_outside" | "validation" | "idempotency_mismatch"
  | "result_incomplete" | "result_not_kept" | "request_late" | "headers_too_large" | "rate_limited" | "internal"
  | "unreadable" | "worker_lost" | "source_unavailable" | "overloaded" | "not_set_up" | "unavailable";

/** What to do about each, in the service's words. */
export const advice: Record<ErrorCode, string> = {
  bad_request: "Correct the field named in the detail.",
  key_missing: "Send your API key in the access-token header. Bearer tokens are not accepted here.",
  key_invalid: "Check the key, or create a new one in the dashboard.",
  key_expired: "Create or rotate a key in the dashboard.",
  key_revoked: "Create a new key in the dashboard.",
  source_forbidden: "Use a key that allows this source.",
  permission_missing: "Use a key without a spending cap that may use all sources, or let this one manage them in the dashboard.",
  nothing_kept: "Call the data operation and wait for its answer, or use a key whose calls are kept.",
  network_forbidden: "Call from one of the key's networks, or change them in the dashboard.",
  mcp_only: "Use the key at /mcp, or create a standard key for the API.",
  origin_forbidden: "Call from a server or a desktop client, not from another site's web page.",
  not_enough_points: "Ask for a smaller count, or add points to the account.",
  over_spending_cap: "Raise the key's cap in the dashboard, or have an owner or admin of the account raise the member's.",
  over_max_cost: "Raise x-max-cost or lower count.",
  not_found: "Check the path. GET /openapi.json lists all paths.",
  method_not_allowed: "Use a method that /openapi.json lists for the path.",
  not_acceptable: "Send accept: application/json, application/x-ndjson or text/csv.",
  deadline: "Send a larger timeout (at most 1500) or a simpler query.",
  queue_timeout: "Send a larger timeout, or fewer requests at once.",
  idempotency_running: "Wait until the first request ends, then repeat it to get its response.",
  job_not_ended: "Ask again after the seconds in Retry-After.",
  no_such_thing: "Check the identifier. The entity may have been removed.",
  blocked: "Try again later. An operator can configure another route.",
  asked_to_wait: "Try again after the seconds in Retry-After.",
  not_cached: "Leave out only-if-cached, or raise max-age.",
  not_responding: "Try again later.",
  body_too_large: "Send a smaller body.",
  range_outside: "Ask for bytes below the length in content-range, or leave the Range header out.",
  validation: "Correct the fields named in the items.",
  idempotency_mismatch: "Use a new Idempotency-Key for a new request.",
  result_incomplete: "Use a new Idempotency-Key to start over. It is charged as a new request.",
  result_not_kept: "Use a new Idempotency-Key to run it again. It is charged as a new request.",
  request_late: "Send it again over a better connection.",
  headers_too_large: "Send fewer or shorter headers: 16 kB at most.",
  rate_limited: "Wait for the seconds in Retry-After.",
  internal: "Try again after a short delay. If you report it, include x-request-id.",
  unreadable: "Nothing was charged. Report the x-request-id; the response is kept for an engineer.",
  worker_lost: "Nothing was charged. Submit it again. If it fails again, report its id.",
  source_unavailable: "Try again after a short delay.",
  overloaded: "Nothing was charged. Wait for the seconds in Retry-After, then send it again.",
  not_set_up: "Nothing was charged. Use another source, or a test key, which gets made-up records of every source.",
  unavailable: "Nothing was charged. Wait for the seconds in Retry-After, then send it again.",
};
