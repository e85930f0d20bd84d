/**
 * Where a secret is shown once to its creator: the only responses that may contain one, by field. The search after the
 * suite removes these fields; the same secret elsewhere in the same response is found.
 */
export const shown: Record<string, string[]> = {
  "POST /dashboard-api/sign-up": ["api_key"],
  "POST /dashboard-api/keys": ["api_key"],
  "POST /dashboard-api/keys/:id/rotate": ["api_key"],
  "POST /dashboard-api/second-factor": ["uri", "recovery_codes"],
  "POST /webhooks": ["secret"],
  "POST /webhooks/:id/rotate": ["secret"],
  "GET /webhooks/secret": ["secret"],
  "POST /dashboard-api/webhooks": ["secret"],
  "POST /dashboard-api/webhooks/:id/rotate": ["secret"],
  "POST /schedules": ["feed_secret"],
  "POST /schedules/:id/feed": ["feed_secret"],
  "POST /dashboard-api/schedules": ["feed_secret"],
  "POST /dashboard-api/schedules/:id/feed": ["feed_secret"],
  "POST /oauth/token": ["access_token", "refresh_token"],
  // The address that the browser returns to, with the code in it.
  "POST /dashboard-api/oauth/consent": ["redirect"],
  // Unsent mails, for the operator on this machine.
  "GET /dashboard-api/outbox": ["mails"],
};

/** Commands that print a secret on request. */
export const showingCommands = ["keys", "init", "webhooks", "schedules", "serve"];
