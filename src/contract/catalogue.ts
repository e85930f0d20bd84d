/**
 * Every way a request can fail, in one flat list. The HTTP status, the reference page, `docs/errors.md`, the MCP advice and
 * the client's error classes are derived from it.
 */
export interface CatalogueRow {
  status: number;
  /** Shown to the caller when the error has no more specific text. */
  text: string;
  /** Advice for the caller. */
  advice: string;
}

const row = (status: number, text: string, advice: string): CatalogueRow => ({ status, text, advice });

export const catalogue = {
  bad_request: row(400, "The request is incomplete or cannot be understood.", "Correct the field named in the detail."),
  key_missing: row(
    401,
    "Header access-token is missing.",
    "Send your API key in the access-token header. Bearer tokens are not accepted here.",
  ),
  key_invalid: row(401, "The API key is not valid.", "Check the key, or create a new one in the dashboard."),
  key_expired: row(401, "The API key has expired.", "Create or rotate a key in the dashboard."),
  key_revoked: row(401, "The API key has been revoked.", "Create a new key in the dashboard."),
  source_forbidden: row(403, "This key may not use this source.", "Use a key that allows this source."),
  permission_missing: row(
    403,
    "This key may not manage webhooks and destinations.",
    "Use a key without a spending cap that may use all sources, or let this one manage them in the dashboard.",
  ),
  nothing_kept: row(
    403,
    "Nothing is kept of this key's calls, and this would be stored.",
    "Call the data operation and wait for its answer, or use a key whose calls are kept.",
  ),
  network_forbidden: row(
    403,
    "This key may not be used from this network.",
    "Call from one of the key's networks, or change them in the dashboard.",
  ),
  mcp_only: row(
    403,
    "This token is restricted to MCP usage only",
    "Use the key at /mcp, or create a standard key for the API.",
  ),
  origin_forbidden: row(
    403,
    "Calls from web pages of this origin are not allowed.",
    "Call from a server or a desktop client, not from another site's web page.",
  ),
  not_enough_points: row(403, "Not enough points.", "Ask for a smaller count, or add points to the account."),
  over_spending_cap: row(
    403,
    "The spending cap of the key, or of the member who has it, is reached.",
    "Raise the key's cap in the dashboard, or have an owner or admin of the account raise the member's.",
  ),
  over_max_cost: row(403, "The request could cost more than x-max-cost.", "Raise x-max-cost or lower count."),
  not_found: row(404, "Not Found", "Check the path. GET /openapi.json lists all paths."),
  method_not_allowed: row(405, "Method Not Allowed", "Use a method that /openapi.json lists for the path."),
  not_acceptable: row(
    406,
    "None of the types in the Accept header is offered here.",
    "Send accept: application/json, application/x-ndjson or text/csv.",
  ),
  deadline: row(
    408,
    "The execution time exceeded the timeout of the request.",
    "Send a larger timeout (at most 1500) or a simpler query.",
  ),
  queue_timeout: row(
    408,
    "The request waited in the queue for the source until its timeout.",
    "Send a larger timeout, or fewer requests at once.",
  ),
  idempotency_running: row(
    409,
    "A request with this Idempotency-Key is still in flight.",
    "Wait until the first request ends, then repeat it to get its response.",
  ),
  job_not_ended: row(409, "The job has not ended yet.", "Ask again after the seconds in Retry-After."),
  no_such_thing: row(412, "The source has no such entity.", "Check the identifier. The entity may have been removed."),
  blocked: row(412, "The source blocked the request.", "Try again later. An operator can configure another route."),
  asked_to_wait: row(
    412,
    "The source asks to wait longer than the request's timeout allows.",
    "Try again after the seconds in Retry-After.",
  ),
  not_cached: row(
    412,
    "No stored answer is recent enough, and only-if-cached does not ask the source.",
    "Leave out only-if-cached, or raise max-age.",
  ),
  not_responding: row(412, "The source is not responding.", "Try again later."),
  body_too_large: row(413, "The request body is larger than 1 MiB.", "Send a smaller body."),
  range_outside: row(
    416,
    "The file has no bytes in this range.",
    "Ask for bytes below the length in content-range, or leave the Range header out.",
  ),
  validation: row(422, "The body does not match the schema.", "Correct the fields named in the items."),
  idempotency_mismatch: row(
    422,
    "This Idempotency-Key was used with another body.",
    "Use a new Idempotency-Key for a new request.",
  ),
  result_incomplete: row(
    422,
    "The stream with this Idempotency-Key was interrupted and cannot be continued.",
    "Use a new Idempotency-Key to start over. It is charged as a new request.",
  ),
  result_not_kept: row(
    422,
    "The request with this Idempotency-Key succeeded, and its answer was not kept.",
    "Use a new Idempotency-Key to run it again. It is charged as a new request.",
  ),
  request_late: row(408, "The request did not arrive completely in time.", "Send it again over a better connection."),
  headers_too_large: row(431, "The request's headers are too large.", "Send fewer or shorter headers: 16 kB at most."),
  rate_limited: row(429, "Rate limit exceeded.", "Wait for the seconds in Retry-After."),
  internal: row(500, "Internal error.", "Try again after a short delay. If you report it, include x-request-id."),
  unreadable: row(
    500,
    "Winnow could not parse the source's response.",
    "Nothing was charged. Report the x-request-id; the response is kept for an engineer.",
  ),
  worker_lost: row(
    500,
    "The job was tried three times, and each time its worker died.",
    "Nothing was charged. Submit it again. If it fails again, report its id.",
  ),
  source_unavailable: row(500, "The data source is unavailable.", "Try again after a short delay."),
  overloaded: row(
    503,
    "The service is overloaded and cannot finish this request before its deadline.",
    "Nothing was charged. Wait for the seconds in Retry-After, then send it again.",
  ),
  not_set_up: row(
    503,
    "This source is not set up here: the operator has given it no address.",
    "Nothing was charged. Use another source, or a test key, which gets made-up records of every source.",
  ),
  unavailable: row(
    503,
    "The service cannot accept requests at the moment.",
    "Nothing was charged. Wait for the seconds in Retry-After, then send it again.",
  ),
} as const satisfies Record<string, CatalogueRow>;

export type ErrorCode = keyof typeof catalogue;
