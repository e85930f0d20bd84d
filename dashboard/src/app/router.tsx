import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent as lazy,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { queries, queryClient } from "../api/queries.ts";
import type { Values } from "../playground/fields.ts";
import { NotFound } from "../ui/not-found.tsx";
import { PublicFrame } from "./public-frame.tsx";
import { RouteError } from "./route-error.tsx";

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: RouteError,
});

/** Pages that anybody may open. */
const open = createRoute({ getParentRoute: () => root, id: "open", component: PublicFrame });

/** Pages of the person who is signed in; anybody else is sent to sign in first. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  component: lazy(() => import("./shell.tsx"), "Shell"),
  beforeLoad: async ({ location }) => {
    const { me } = await queryClient.ensureQueryData(queries.session);
    if (!me) throw redirect({ to: "/sign-in", search: { next: location.href } });
    return { me };
  },
});

/** Pages of an admin. For anybody else they do not exist. */
const admin = createRoute({
  getParentRoute: () => signedIn,
  id: "admin-only",
  component: lazy(() => import("../admin/guard.tsx"), "AdminGuard"),
});

/** The router reads what looks like a number as one: an address that somebody typed means the same. */
const text = (value: unknown): string | undefined => {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
};

const isRecord = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Search parameters are strings or absent; each page names its own. */
const strings =
  <const N extends readonly string[]>(...names: N) =>
  (search: Record<string, unknown>): { [K in N[number]]?: string } =>
    Object.fromEntries(names.map((name) => [name, text(search[name])]).filter(([, value]) => value !== undefined));

/** A status as somebody may type it, `4xx` or `404`, as the class that the filter knows; any other is no filter. */
const statusClass = <S extends { status?: string }>(search: S): S => {
  const { status, ...rest } = search;
  const digit = /^([245])(xx|\d\d)?$/i.exec(status ?? "")?.[1];
  return { ...rest, ...(digit && { status: digit }) } as S;
};

const requestFilters = strings("search", "endpoint", "key", "status", "from", "to", "live");
const adminRequestFilters = strings("search", "endpoint", "status");

const forAll = { getParentRoute: () => open };
const forOwner = { getParentRoute: () => signedIn };
const forAdmin = { getParentRoute: () => admin };

const routes = {
  home: createRoute({
    ...forAll,
    path: "/",
    beforeLoad: async () => {
      const { me } = await queryClient.ensureQueryData(queries.session);
      if (me) throw redirect({ to: "/overview" });
    },
    // The page appears with its sources; if they cannot be had, it says so.
    loader: () => queryClient.prefetchQuery(queries.catalogue),
    component: lazy(() => import("../home/home.tsx"), "HomePage"),
  }),
  signUp: createRoute({
    ...forAll,
    path: "/sign-up",
    component: lazy(() => import("../sign-in/sign-up.tsx"), "SignUpPage"),
  }),
  signIn: createRoute({
    ...forAll,
    path: "/sign-in",
    validateSearch: strings("next"),
    component: lazy(() => import("../sign-in/sign-in.tsx"), "SignInPage"),
  }),
  forgot: createRoute({
    ...forAll,
    path: "/forgot-password",
    component: lazy(() => import("../sign-in/forgot-password.tsx"), "ForgotPasswordPage"),
  }),
  reset: createRoute({
    ...forAll,
    path: "/reset-password",
    validateSearch: strings("token"),
    component: lazy(() => import("../sign-in/reset-password.tsx"), "ResetPasswordPage"),
  }),
  verify: createRoute({
    ...forAll,
    path: "/verify-email",
    validateSearch: strings("token"),
    component: lazy(() => import("../sign-in/verify-email.tsx"), "VerifyEmailPage"),
  }),
  status: createRoute({
    ...forAll,
    path: "/status",
    component: lazy(() => import("../status/status.tsx"), "StatusPage"),
  }),
  outbox: createRoute({
    ...forAll,
    path: "/outbox",
    component: lazy(() => import("../sign-in/outbox.tsx"), "OutboxPage"),
  }),
  overview: createRoute({
    ...forOwner,
    path: "/overview",
    component: lazy(() => import("../overview/overview.tsx"), "OverviewPage"),
  }),
  keys: createRoute({ ...forOwner, path: "/keys", component: lazy(() => import("../keys/keys.tsx"), "KeysPage") }),
  key: createRoute({ ...forOwner, path: "/keys/$id", component: lazy(() => import("../keys/key.tsx"), "KeyPage") }),
  usage: createRoute({
    ...forOwner,
    path: "/usage",
    validateSearch: strings("days", "by", "show"),
    component: lazy(() => import("../usage/usage.tsx"), "UsagePage"),
  }),
  requests: createRoute({
    ...forOwner,
    path: "/requests",
    validateSearch: (search: Record<string, unknown>) => statusClass(requestFilters(search)),
    component: lazy(() => import("../requests/requests.tsx"), "RequestsPage"),
  }),
  compare: createRoute({
    ...forOwner,
    path: "/requests/compare",
    validateSearch: strings("before", "after"),
    component: lazy(() => import("../requests/compare.tsx"), "ComparePage"),
  }),
  request: createRoute({
    ...forOwner,
    path: "/requests/$id",
    component: lazy(() => import("../requests/request.tsx"), "RequestPage"),
  }),
  playground: createRoute({
    ...forOwner,
    path: "/playground",
    validateSearch: (search: Record<string, unknown>): { operation?: string; request?: string; body?: Values } => ({
      ...strings("operation", "request")(search),
      ...(isRecord(search.body) && { body: search.body }),
    }),
    component: lazy(() => import("../playground/playground.tsx"), "PlaygroundPage"),
  }),
  mcp: createRoute({ ...forOwner, path: "/mcp-setup", component: lazy(() => import("../mcp/mcp.tsx"), "McpPage") }),
  jobs: createRoute({
    ...forOwner,
    path: "/automation/jobs",
    validateSearch: strings("status", "operation", "batch", "from", "to"),
    component: lazy(() => import("../automation/jobs.tsx"), "JobsPage"),
  }),
  job: createRoute({
    ...forOwner,
    path: "/automation/jobs/$id",
    component: lazy(() => import("../automation/job.tsx"), "JobPage"),
  }),
  batches: createRoute({
    ...forOwner,
    path: "/automation/batches",
    component: lazy(() => import("../automation/batches.tsx"), "BatchesPage"),
  }),
  newBatch: createRoute({
    ...forOwner,
    path: "/automation/batches/new",
    validateSearch: strings("operation"),
    component: lazy(() => import("../automation/new-batch.tsx"), "NewBatchPage"),
  }),
  batch: createRoute({
    ...forOwner,
    path: "/automation/batches/$id",
    component: lazy(() => import("../automation/batch.tsx"), "BatchPage"),
  }),
  schedules: createRoute({
    ...forOwner,
    path: "/automation/schedules",
    component: lazy(() => import("../automation/schedules.tsx"), "SchedulesPage"),
  }),
  newSchedule: createRoute({
    ...forOwner,
    path: "/automation/schedules/new",
    validateSearch: strings("operation", "request", "saved", "watch"),
    component: lazy(() => import("../automation/new-schedule.tsx"), "NewSchedulePage"),
  }),
  schedule: createRoute({
    ...forOwner,
    path: "/automation/schedules/$id",
    validateSearch: strings("record", "field"),
    component: lazy(() => import("../automation/schedule.tsx"), "SchedulePage"),
  }),
  webhooks: createRoute({
    ...forOwner,
    path: "/automation/webhooks",
    component: lazy(() => import("../automation/webhooks.tsx"), "WebhooksPage"),
  }),
  webhook: createRoute({
    ...forOwner,
    path: "/automation/webhooks/$id",
    validateSearch: strings("status"),
    component: lazy(() => import("../automation/webhook.tsx"), "WebhookPage"),
  }),
  oauthAuthorize: createRoute({
    ...forOwner,
    path: "/oauth/authorize",
    component: lazy(() => import("../sign-in/oauth-authorize.tsx"), "OAuthAuthorizePage"),
  }),
  plans: createRoute({
    ...forOwner,
    path: "/plans",
    component: lazy(() => import("../account/plans.tsx"), "PlansPage"),
  }),
  points: createRoute({
    ...forOwner,
    path: "/points",
    validateSearch: strings("show", "holds", "from", "to"),
    component: lazy(() => import("../account/points.tsx"), "PointsPage"),
  }),
  account: createRoute({
    ...forOwner,
    path: "/account",
    component: lazy(() => import("../account/account.tsx"), "AccountPage"),
  }),
};

const adminRoutes = {
  people: createRoute({
    ...forAdmin,
    path: "/admin/people",
    validateSearch: strings("search"),
    component: lazy(() => import("../admin/people.tsx"), "PeoplePage"),
  }),
  person: createRoute({
    ...forAdmin,
    path: "/admin/people/$id",
    component: lazy(() => import("../admin/person.tsx"), "PersonPage"),
  }),
  requests: createRoute({
    ...forAdmin,
    path: "/admin/requests",
    validateSearch: (search: Record<string, unknown>) => statusClass(adminRequestFilters(search)),
    component: lazy(() => import("../admin/requests.tsx"), "AdminRequestsPage"),
  }),
  request: createRoute({
    ...forAdmin,
    path: "/admin/requests/$id",
    component: lazy(() => import("../admin/request.tsx"), "AdminRequestPage"),
  }),
  sources: createRoute({
    ...forAdmin,
    path: "/admin/sources",
    component: lazy(() => import("../admin/sources.tsx"), "SourcesPage"),
  }),
  keys: createRoute({
    ...forAdmin,
    path: "/admin/keys",
    component: lazy(() => import("../admin/keys.tsx"), "AdminKeysPage"),
  }),
  incidents: createRoute({
    ...forAdmin,
    path: "/admin/incidents",
    validateSearch: strings("state"),
    component: lazy(() => import("../admin/incidents.tsx"), "IncidentsPage"),
  }),
  incident: createRoute({
    ...forAdmin,
    path: "/admin/incidents/$no",
    component: lazy(() => import("../admin/incident.tsx"), "IncidentPage"),
  }),
  audit: createRoute({
    ...forAdmin,
    path: "/admin/audit",
    component: lazy(() => import("../admin/audit.tsx"), "AuditPage"),
  }),
};

const { home, signUp, signIn, forgot, reset, verify, status, outbox, ...own } = routes;

const routeTree = root.addChildren({
  open: open.addChildren({ home, signUp, signIn, forgot, reset, verify, status, outbox }),
  signedIn: signedIn.addChildren({ ...own, admin: admin.addChildren(adminRoutes) }),
});

export const newRouter = () => createRouter({ routeTree, defaultPreload: "intent", scrollRestoration: true });

type AppRouter = ReturnType<typeof newRouter>;

/** Asks for the parts of the page that is opened at once, while its session is still on its way. */
export function preloadPage(router: AppRouter, path: string): void {
  const route = router.routesByPath[path as keyof typeof router.routesByPath];
  if (!route) return;
  for (const { options } of [route, route.parentRoute]) {
    void (options?.component as { preload?: () => Promise<void> } | undefined)?.preload?.();
  }
}

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouter;
  }
}
