interface Shown {
  /** Its name in menus and the command palette, which show only pages that have one. */
  label?: string;
  /** The parameters that its address may have after `?`. */
  search?: readonly string[];
}

/** A page's module, imported when it is needed. */
const page = <M>(load: () => Promise<M>, { label, search = [] }: Shown = {}) => ({ load, label, search });

/**
 * Every page by address, except the landing page, which is a separate document (`home.html`). The router builds its routes
 * from this list alone. The build writes the addresses to `dist/pages.json` for the server, the tests and the pictures, so
 * this module imports nothing until a page is opened.
 */
export const openPages = {
  "/sign-up": page(() => import("../sign-in/sign-up.tsx"), { search: ["next"] }),
  "/sign-in": page(() => import("../sign-in/sign-in.tsx"), { search: ["next"] }),
  "/sign-in/return": page(() => import("../sign-in/sign-on-return.tsx")),
  "/forgot-password": page(() => import("../sign-in/forgot-password.tsx")),
  "/reset-password": page(() => import("../sign-in/reset-password.tsx"), { search: ["token"] }),
  "/verify-email": page(() => import("../sign-in/verify-email.tsx"), { search: ["token"] }),
  "/status": page(() => import("../status/status.tsx"), { label: "Status" }),
  "/outbox": page(() => import("../sign-in/outbox.tsx")),
};

export const ownPages = {
  "/overview": page(() => import("../overview/overview.tsx"), { label: "Overview" }),
  "/keys": page(() => import("../keys/keys.tsx"), { label: "Keys" }),
  "/keys/$id": page(() => import("../keys/key.tsx")),
  "/usage": page(() => import("../usage/usage.tsx"), { label: "Usage", search: ["days", "by", "show"] }),
  "/requests": page(() => import("../requests/requests.tsx"), {
    label: "Requests",
    search: ["search", "endpoint", "key", "tag", "status", "from", "to", "live"],
  }),
  "/requests/compare": page(() => import("../requests/compare.tsx"), { search: ["before", "after"] }),
  "/requests/$id": page(() => import("../requests/request.tsx")),
  "/playground": page(() => import("../playground/playground.tsx"), {
    label: "Playground",
    search: ["operation", "request", "body"],
  }),
  "/mcp-setup": page(() => import("../mcp/mcp.tsx"), { label: "MCP" }),
  "/automation/runs": page(() => import("../automation/runs.tsx"), {
    label: "Runs",
    search: ["show", "status", "operation", "batch", "from", "to"],
  }),
  "/automation/jobs/$id": page(() => import("../automation/job.tsx")),
  "/automation/batches/new": page(() => import("../automation/new-batch.tsx"), {
    label: "New batch",
    search: ["operation"],
  }),
  "/automation/batches/$id": page(() => import("../automation/batch.tsx")),
  "/automation/schedules": page(() => import("../automation/schedules.tsx"), { label: "Schedules" }),
  "/automation/schedules/new": page(() => import("../automation/new-schedule.tsx"), {
    label: "New schedule",
    search: ["operation", "request", "saved", "watch"],
  }),
  "/automation/schedules/$id": page(() => import("../automation/schedule.tsx"), { search: ["record", "field"] }),
  "/automation/deliveries": page(() => import("../automation/deliveries.tsx"), { label: "Deliveries" }),
  "/automation/webhooks/$id": page(() => import("../automation/webhook.tsx"), { search: ["status"] }),
  "/oauth/authorize": page(() => import("../sign-in/oauth-authorize.tsx")),
  "/recalled": page(() => import("../recalls/recalls.tsx"), { label: "Recalls" }),
  "/recalled/$id": page(() => import("../recalls/recall.tsx")),
  "/points": page(() => import("../account/points.tsx"), {
    label: "Points",
    search: ["view", "show", "holds", "from", "to"],
  }),
  "/join": page(() => import("../members/join.tsx"), { search: ["token"] }),
  "/settings": page(() => import("../account/settings.tsx"), { label: "Settings", search: ["of"] }),
  "/settings/sign-on": page(() => import("../members/single-sign-on.tsx"), { label: "Single sign-on" }),
};

export const adminPages = {
  "/admin/people": page(() => import("../admin/people.tsx"), { label: "People", search: ["search"] }),
  "/admin/people/$id": page(() => import("../admin/person.tsx")),
  "/admin/requests": page(() => import("../requests/all-requests.tsx"), {
    label: "All requests",
    search: ["search", "endpoint", "status"],
  }),
  "/admin/requests/$id": page(() => import("../requests/request.tsx")),
  "/admin/sources": page(() => import("../admin/sources.tsx"), { label: "Sources" }),
  "/admin/keys": page(() => import("../admin/keys.tsx"), { label: "All keys" }),
  "/admin/incidents": page(() => import("../admin/incidents.tsx"), { label: "Incidents", search: ["state"] }),
  "/admin/incidents/$id": page(() => import("../admin/incident.tsx")),
  "/admin/audit": page(() => import("../admin/audit.tsx"), { label: "Audit log" }),
};

/** Former addresses, and where they lead. */
export const movedPages: Readonly<Record<string, string>> = {
  "/account": "/settings",
  "/members": "/settings?of=account",
  "/plans": "/points?view=plans",
  "/automation/jobs": "/automation/runs",
  "/automation/batches": "/automation/runs?show=batches",
  "/automation/webhooks": "/automation/deliveries",
  "/automation/destinations": "/automation/deliveries",
};

const pages = { ...openPages, ...ownPages, ...adminPages };

/** An address of the list, with the names of its parameters. */
export type PagePath = keyof typeof pages;

export const pageLabel = (path: PagePath): string => pages[path].label ?? path;

/** The addresses of the pages that have a label. */
export const labelled = (some: Partial<typeof pages>): PagePath[] =>
  (Object.keys(some) as PagePath[]).filter((path) => pages[path].label !== undefined);
