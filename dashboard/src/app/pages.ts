/** A page's module, imported when it is needed. Menus and the command palette show pages with a label. */
const page = <M>(load: () => Promise<M>, label?: string) => ({ load, label });

/**
 * Every page by address, except the landing page, which is a separate document (`home.html`). The router builds its routes
 * from this list alone. The build writes the addresses to `dist/pages.json` for the server, the tests and the pictures, so
 * this module imports nothing until a page is opened.
 */
export const openPages = {
  "/sign-up": page(() => import("../sign-in/sign-up.tsx")),
  "/sign-in": page(() => import("../sign-in/sign-in.tsx")),
  "/sign-in/return": page(() => import("../sign-in/sign-on-return.tsx")),
  "/forgot-password": page(() => import("../sign-in/forgot-password.tsx")),
  "/reset-password": page(() => import("../sign-in/reset-password.tsx")),
  "/verify-email": page(() => import("../sign-in/verify-email.tsx")),
  "/status": page(() => import("../status/status.tsx"), "Status"),
  "/outbox": page(() => import("../sign-in/outbox.tsx")),
};

export const ownPages = {
  "/overview": page(() => import("../overview/overview.tsx"), "Overview"),
  "/keys": page(() => import("../keys/keys.tsx"), "Keys"),
  "/keys/$id": page(() => import("../keys/key.tsx")),
  "/usage": page(() => import("../usage/usage.tsx"), "Usage"),
  "/requests": page(() => import("../requests/requests.tsx"), "Requests"),
  "/requests/compare": page(() => import("../requests/compare.tsx")),
  "/requests/$id": page(() => import("../requests/request.tsx")),
  "/playground": page(() => import("../playground/playground.tsx"), "Playground"),
  "/mcp-setup": page(() => import("../mcp/mcp.tsx"), "MCP"),
  "/automation/jobs": page(() => import("../automation/jobs.tsx"), "Jobs"),
  "/automation/jobs/$id": page(() => import("../automation/job.tsx")),
  "/automation/batches": page(() => import("../automation/batches.tsx"), "Batches"),
  "/automation/batches/new": page(() => import("../automation/new-batch.tsx"), "New batch"),
  "/automation/batches/$id": page(() => import("../automation/batch.tsx")),
  "/automation/schedules": page(() => import("../automation/schedules.tsx"), "Schedules"),
  "/automation/schedules/new": page(() => import("../automation/new-schedule.tsx"), "New schedule"),
  "/automation/schedules/$id": page(() => import("../automation/schedule.tsx")),
  "/automation/webhooks": page(() => import("../automation/webhooks.tsx"), "Webhooks"),
  "/automation/webhooks/$id": page(() => import("../automation/webhook.tsx")),
  "/automation/destinations": page(() => import("../automation/destinations.tsx"), "Destinations"),
  "/oauth/authorize": page(() => import("../sign-in/oauth-authorize.tsx")),
  "/recalled": page(() => import("../recalls/recalls.tsx"), "Recalls"),
  "/recalled/$id": page(() => import("../recalls/recall.tsx")),
  "/plans": page(() => import("../account/plans.tsx"), "Plans and limits"),
  "/points": page(() => import("../account/points.tsx"), "Points"),
  "/members": page(() => import("../members/members.tsx"), "Members"),
  "/join": page(() => import("../members/join.tsx")),
  "/account": page(() => import("../account/account.tsx"), "Account"),
};

export const adminPages = {
  "/admin/people": page(() => import("../admin/people.tsx"), "People"),
  "/admin/people/$id": page(() => import("../admin/person.tsx")),
  "/admin/requests": page(() => import("../admin/requests.tsx"), "All requests"),
  "/admin/requests/$id": page(() => import("../admin/request.tsx")),
  "/admin/sources": page(() => import("../admin/sources.tsx"), "Sources"),
  "/admin/keys": page(() => import("../admin/keys.tsx"), "All keys"),
  "/admin/incidents": page(() => import("../admin/incidents.tsx"), "Incidents"),
  "/admin/incidents/$no": page(() => import("../admin/incident.tsx")),
  "/admin/audit": page(() => import("../admin/audit.tsx"), "Audit log"),
};

const pages = { ...openPages, ...ownPages, ...adminPages };

/** An address of the list, with the names of its parameters. */
export type PagePath = keyof typeof pages;

export const pageLabel = (path: PagePath): string => pages[path].label ?? path;

/** The addresses of the pages that have a label. */
export const labelled = (some: Partial<typeof pages>): PagePath[] =>
  (Object.keys(some) as PagePath[]).filter((path) => pages[path].label !== undefined);
