/**
 * The module of each page, by address. Imports are lazy, so `start.ts` can request the first page's modules before the rest
 * of the program has loaded.
 */
export const openPages = {
  "/": () => import("../home/home.tsx"),
  "/sign-up": () => import("../sign-in/sign-up.tsx"),
  "/sign-in": () => import("../sign-in/sign-in.tsx"),
  "/forgot-password": () => import("../sign-in/forgot-password.tsx"),
  "/reset-password": () => import("../sign-in/reset-password.tsx"),
  "/verify-email": () => import("../sign-in/verify-email.tsx"),
  "/status": () => import("../status/status.tsx"),
  "/outbox": () => import("../sign-in/outbox.tsx"),
};

export const ownPages = {
  "/overview": () => import("../overview/overview.tsx"),
  "/keys": () => import("../keys/keys.tsx"),
  "/keys/$id": () => import("../keys/key.tsx"),
  "/usage": () => import("../usage/usage.tsx"),
  "/requests": () => import("../requests/requests.tsx"),
  "/requests/compare": () => import("../requests/compare.tsx"),
  "/requests/$id": () => import("../requests/request.tsx"),
  "/playground": () => import("../playground/playground.tsx"),
  "/mcp-setup": () => import("../mcp/mcp.tsx"),
  "/automation/jobs": () => import("../automation/jobs.tsx"),
  "/automation/jobs/$id": () => import("../automation/job.tsx"),
  "/automation/batches": () => import("../automation/batches.tsx"),
  "/automation/batches/new": () => import("../automation/new-batch.tsx"),
  "/automation/batches/$id": () => import("../automation/batch.tsx"),
  "/automation/schedules": () => import("../automation/schedules.tsx"),
  "/automation/schedules/new": () => import("../automation/new-schedule.tsx"),
  "/automation/schedules/$id": () => import("../automation/schedule.tsx"),
  "/automation/webhooks": () => import("../automation/webhooks.tsx"),
  "/automation/webhooks/$id": () => import("../automation/webhook.tsx"),
  "/automation/destinations": () => import("../automation/destinations.tsx"),
  "/oauth/authorize": () => import("../sign-in/oauth-authorize.tsx"),
  "/plans": () => import("../account/plans.tsx"),
  "/points": () => import("../account/points.tsx"),
  "/account": () => import("../account/account.tsx"),
};

export const adminPages = {
  "/admin/people": () => import("../admin/people.tsx"),
  "/admin/people/$id": () => import("../admin/person.tsx"),
  "/admin/requests": () => import("../admin/requests.tsx"),
  "/admin/requests/$id": () => import("../admin/request.tsx"),
  "/admin/sources": () => import("../admin/sources.tsx"),
  "/admin/keys": () => import("../admin/keys.tsx"),
  "/admin/incidents": () => import("../admin/incidents.tsx"),
  "/admin/incidents/$no": () => import("../admin/incident.tsx"),
  "/admin/audit": () => import("../admin/audit.tsx"),
};

/** Frames around the pages of a signed-in user. */
export const frames = {
  shell: () => import("./shell.tsx"),
  adminGuard: () => import("../admin/guard.tsx"),
};
