/**
 * Where a secret is shown, once, to who made it: the only answers that may hold one, by field. The search after the suite
 * takes these fields out; the same secret anywhere else in the same answer is found.
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
  // The address that the browser goes back to, with the code in it.
  "POST /dashboard-api/oauth/consent": ["redirect"],
  // Mails that were not sent, for who runs the service on this machine.
  "GET /dashboard-api/outbox": ["mails"],
};

/** Commands that print a secret because they were asked for one. */
export const showingCommands = ["keys", "init", "webhooks", "schedules", "serve"];
