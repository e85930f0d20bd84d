/**
 * Every way a request can fail, in one flat list. The HTTP status, the reference page, `docs/errors.md`, the
 * MCP advice and the client's error classes come from here.
 */
export interface CatalogueRow {
  status: number;
  /** What the caller reads where the fault itself says nothing more exact. */
  text: string;
  /** What the caller should do about it. */
  advice: string;
}

const row = (status: number, text: string, advice: string): CatalogueRow => ({ status, text, advice });

export const catalogue = {
  bad_request: row(400, "The request cannot be meant.", "Correct the field that the detail names."),
  key_missing: row(
    401,
    "Header access-token is missing.",
    "Send your API key in the access-token header; a bearer token is not accepted here.",
  ),
  key_invalid: row(401, "The API key is not valid.", "Check the key, or create another in the dashboard."),
  key_expired: row(401, "The API key has expired.", "Create or rotate a key in the dashboard."),
  key_revoked: row(401, "The API key has been revoked.", "Create another key in the dashboard."),
  source_forbidden: row(403, "This key may not use this source.", "Use a key that is allowed for the source."),
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
    "Calls from pages of that origin are not accepted.",
    "Call from a server or a desktop client; a browser page of another site may not.",
  ),
  not_enough_points: row(403, "Not enough points.", "Ask for a smaller count, or add points to the account."),
  over_spending_cap: row(403, "The key's spending cap is reached.", "Raise the key's cap in the dashboard."),
  over_max_cost: row(403, "The request could cost more than x-max-cost.", "Raise x-max-cost or lower count."),
  not_found: row(404, "Not Found", "Check the path; GET /openapi.json lists them all."),
  method_not_allowed: row(405, "Method Not Allowed", "Use the method that /openapi.json gives for the path."),
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
    "Wait for the first request, then repeat it to get its answer.",
  ),
  job_not_ended: row(409, "The job has not ended yet.", "Ask again after the seconds in Retry-After."),
  no_such_thing: row(412, "The source has no such entity.", "Check the identifier; it may have been removed."),
  blocked: row(412, "blocked by the source", "Try again later; an operator can configure another route."),
  asked_to_wait: row(
    412,
    "The source asks to wait for longer than the request has.",
    "Try again after the seconds in Retry-After.",
  ),
  not_responding: row(412, "The source is not responding.", "Try again later."),
  body_too_large: row(413, "The request body is larger than 1 MiB.", "Send a smaller body."),
  validation: row(422, "The body does not match the schema.", "Correct the fields that the items name."),
  idempotency_mismatch: row(
    422,
    "This Idempotency-Key was used with another body.",
    "Use a new Idempotency-Key for a new request.",
  ),
  request_late: row(408, "The request did not arrive whole in time.", "Send it again over a better connection."),
  headers_too_large: row(431, "The request's headers are too large.", "Send fewer or shorter headers: 16 kB at most."),
  rate_limited: row(429, "Rate limit exceeded.", "Wait for the seconds in Retry-After."),
  internal: row(500, "Internal error.", "Try again after a short delay; quote x-request-id when you report it."),
  unreadable: row(
    500,
    "unreadable answer: the source answered in a form that is not known here",
    "Nothing was charged. Report the x-request-id; the answer was kept for an engineer.",
  ),
  worker_lost: row(
    500,
    "The job was tried three times, and its worker stopped each time.",
    "Nothing was charged. Submit it again; if it ends like this again, report its id.",
  ),
  source_unavailable: row(500, "data source unavailable", "Try again after a short delay."),
  overloaded: row(
    503,
    "The service has more to do than it can before the deadline of this request.",
    "Nothing was charged. Wait for the seconds in Retry-After, then send it again.",
  ),
  unavailable: row(
    503,
    "The service cannot take requests at this moment.",
    "Nothing was charged. Wait for the seconds in Retry-After, then send it again.",
  ),
} as const satisfies Record<string, CatalogueRow>;

export type ErrorCode = keyof typeof catalogue;
