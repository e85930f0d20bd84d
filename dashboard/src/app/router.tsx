import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
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
  component: lazyRouteComponent(() => import("./shell.tsx"), "Shell"),
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
  component: lazyRouteComponent(() => import("../admin/guard.tsx"), "AdminGuard"),
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

const routes = {
  home: createRoute({
    getParentRoute: () => open,
    path: "/",
    beforeLoad: async () => {
      const { me } = await queryClient.ensureQueryData(queries.session);
      if (me) throw redirect({ to: "/overview" });
    },
    // The page appears with its sources; if they cannot be had, it says so.
    loader: () => queryClient.prefetchQuery(queries.catalogue),
    component: lazyRouteComponent(() => import("../home/home.tsx"), "HomePage"),
  }),
  signUp: createRoute({
    getParentRoute: () => open,
    path: "/sign-up",
    component: lazyRouteComponent(() => import("../sign-in/sign-up.tsx"), "SignUpPage"),
  }),
  signIn: createRoute({
    getParentRoute: () => open,
    path: "/sign-in",
    validateSearch: strings("next"),
    component: lazyRouteComponent(() => import("../sign-in/sign-in.tsx"), "SignInPage"),
  }),
  forgot: createRoute({
    getParentRoute: () => open,
    path: "/forgot-password",
    component: lazyRouteComponent(() => import("../sign-in/forgot-password.tsx"), "ForgotPasswordPage"),
  }),
  reset: createRoute({
    getParentRoute: () => open,
    path: "/reset-password",
    validateSearch: strings("token"),
    component: lazyRouteComponent(() => import("../sign-in/reset-password.tsx"), "ResetPasswordPage"),
  }),
  verify: createRoute({
    getParentRoute: () => open,
    path: "/verify-email",
    validateSearch: strings("token"),
    component: lazyRouteComponent(() => import("../sign-in/verify-email.tsx"), "VerifyEmailPage"),
  }),
  status: createRoute({
    getParentRoute: () => open,
    path: "/status",
    component: lazyRouteComponent(() => import("../status/status.tsx"), "StatusPage"),
  }),
  outbox: createRoute({
    getParentRoute: () => open,
    path: "/outbox",
    component: lazyRouteComponent(() => import("../sign-in/outbox.tsx"), "OutboxPage"),
  }),
  overview: createRoute({
    getParentRoute: () => signedIn,
    path: "/overview",
    component: lazyRouteComponent(() => import("../overview/overview.tsx"), "OverviewPage"),
  }),
  keys: createRoute({
    getParentRoute: () => signedIn,
    path: "/keys",
    component: lazyRouteComponent(() => import("../keys/keys.tsx"), "KeysPage"),
  }),
  key: createRoute({
    getParentRoute: () => signedIn,
    path: "/keys/$id",
    component: lazyRouteComponent(() => import("../keys/key.tsx"), "KeyPage"),
  }),
  usage: createRoute({
    getParentRoute: () => signedIn,
    path: "/usage",
    validateSearch: strings("days", "by", "show"),
    component: lazyRouteComponent(() => import("../usage/usage.tsx"), "UsagePage"),
  }),
  requests: createRoute({
    getParentRoute: () => signedIn,
    path: "/requests",
    validateSearch: (search: Record<string, unknown>) => statusClass(requestFilters(search)),
    component: lazyRouteComponent(() => import("../requests/requests.tsx"), "RequestsPage"),
  }),
  compare: createRoute({
    getParentRoute: () => signedIn,
    path: "/requests/compare",
    validateSearch: strings("before", "after"),
    component: lazyRouteComponent(() => import("../requests/compare.tsx"), "ComparePage"),
  }),
  request: createRoute({
    getParentRoute: () => signedIn,
    path: "/requests/$id",
    component: lazyRouteComponent(() => import("../requests/request.tsx"), "RequestPage"),
  }),
  playground: createRoute({
    getParentRoute: () => signedIn,
    path: "/playground",
    validateSearch: (search: Record<string, unknown>): { operation?: string; request?: string; body?: Values } => ({
      ...strings("operation", "request")(search),
      ...(isRecord(search.body) && { body: search.body }),
    }),
    component: lazyRouteComponent(() => import("../playground/playground.tsx"), "PlaygroundPage"),
  }),
  mcp: createRoute({
    getParentRoute: () => signedIn,
    path: "/mcp-setup",
    component: lazyRouteComponent(() => import("../mcp/mcp.tsx"), "McpPage"),
  }),
  jobs: createRoute({
    getParentRoute: () => signedIn,
    path: "/automation/jobs",
    validateSearch: strings("status", "operation", "batch", "from", "to"),
    component: lazyRouteComponent(() => import("../automation/jobs.tsx"), "JobsPage"),
  }),
  job: createRoute({
    getParentRoute: () => signedIn,
    path: "/automation/jobs/$id",
    component: lazyRouteComponent(() => import("../automation/job.tsx"), "JobPage"),
  }),
  batches: createRoute({
    getParentRoute: () => signedIn,
    path: "/automation/batches",
    component: lazyRouteComponent(() => import("../automation/batches.tsx"), "BatchesPage"),
  }),
  newBatch: createRoute({
    getParentRoute: () => signedIn,
    path: "/automation/batches/new",
    validateSearch: strings("operation"),
    component: lazyRouteComponent(() => import("../automation/new-batch.tsx"), "NewBatchPage"),
  }),
  batch: createRoute({
    getParentRoute: () => signedIn,
    path: "/automation/batches/$id",
    component: lazyRouteComponent(() => import("../automation/batch.tsx"), "BatchPage"),
  }),
  schedules: createRoute({
    getParentRoute: () => signedIn,
    path: "/automation/schedules",
    component: lazyRouteComponent(() => import("../automation/schedules.tsx"), "SchedulesPage"),
  }),
  newSchedule: createRoute({
    getParentRoute: () => signedIn,
    path: "/automation/schedules/new",
    validateSearch: strings("operation", "request", "saved", "watch"),
    component: lazyRouteComponent(() => import("../automation/new-schedule.tsx"), "NewSchedulePage"),
  }),
  schedule: createRoute({
    getParentRoute: () => signedIn,
    path: "/automation/schedules/$id",
    component: lazyRouteComponent(() => import("../automation/schedule.tsx"), "SchedulePage"),
  }),
  webhooks: createRoute({
    getParentRoute: () => signedIn,
    path: "/automation/webhooks",
    component: lazyRouteComponent(() => import("../automation/webhooks.tsx"), "WebhooksPage"),
  }),
  webhook: createRoute({
    getParentRoute: () => signedIn,
    path: "/automation/webhooks/$id",
    validateSearch: strings("status"),
    component: lazyRouteComponent(() => import("../automation/webhook.tsx"), "WebhookPage"),
  }),
  oauthAuthorize: createRoute({
    getParentRoute: () => signedIn,
    path: "/oauth/authorize",
    component: lazyRouteComponent(() => import("../sign-in/oauth-authorize.tsx"), "OAuthAuthorizePage"),
  }),
  plans: createRoute({
    getParentRoute: () => signedIn,
    path: "/plans",
    component: lazyRouteComponent(() => import("../account/plans.tsx"), "PlansPage"),
  }),
  points: createRoute({
    getParentRoute: () => signedIn,
    path: "/points",
    validateSearch: strings("show", "holds", "from", "to"),
    component: lazyRouteComponent(() => import("../account/points.tsx"), "PointsPage"),
  }),
  account: createRoute({
    getParentRoute: () => signedIn,
    path: "/account",
    component: lazyRouteComponent(() => import("../account/account.tsx"), "AccountPage"),
  }),
};

const adminRoutes = {
  people: createRoute({
    getParentRoute: () => admin,
    path: "/admin/people",
    validateSearch: strings("search"),
    component: lazyRouteComponent(() => import("../admin/people.tsx"), "PeoplePage"),
  }),
  person: createRoute({
    getParentRoute: () => admin,
    path: "/admin/people/$id",
    component: lazyRouteComponent(() => import("../admin/person.tsx"), "PersonPage"),
  }),
  requests: createRoute({
    getParentRoute: () => admin,
    path: "/admin/requests",
    validateSearch: (search: Record<string, unknown>) => statusClass(adminRequestFilters(search)),
    component: lazyRouteComponent(() => import("../admin/requests.tsx"), "AdminRequestsPage"),
  }),
  request: createRoute({
    getParentRoute: () => admin,
    path: "/admin/requests/$id",
    component: lazyRouteComponent(() => import("../admin/request.tsx"), "AdminRequestPage"),
  }),
  sources: createRoute({
    getParentRoute: () => admin,
    path: "/admin/sources",
    component: lazyRouteComponent(() => import("../admin/sources.tsx"), "SourcesPage"),
  }),
  keys: createRoute({
    getParentRoute: () => admin,
    path: "/admin/keys",
    component: lazyRouteComponent(() => import("../admin/keys.tsx"), "AdminKeysPage"),
  }),
  incidents: createRoute({
    getParentRoute: () => admin,
    path: "/admin/incidents",
    validateSearch: strings("state"),
    component: lazyRouteComponent(() => import("../admin/incidents.tsx"), "IncidentsPage"),
  }),
  incident: createRoute({
    getParentRoute: () => admin,
    path: "/admin/incidents/$no",
    component: lazyRouteComponent(() => import("../admin/incident.tsx"), "IncidentPage"),
  }),
  audit: createRoute({
    getParentRoute: () => admin,
    path: "/admin/audit",
    component: lazyRouteComponent(() => import("../admin/audit.tsx"), "AuditPage"),
  }),
};

const { home, signUp, signIn, forgot, reset, verify, status, outbox, ...own } = routes;

const routeTree = root.addChildren([
  open.addChildren([home, signUp, signIn, forgot, reset, verify, status, outbox]),
  signedIn.addChildren([
    own.overview,
    own.keys,
    own.key,
    own.usage,
    own.requests,
    own.compare,
    own.request,
    own.playground,
    own.mcp,
    own.jobs,
    own.job,
    own.batches,
    own.newBatch,
    own.batch,
    own.schedules,
    own.newSchedule,
    own.schedule,
    own.webhooks,
    own.webhook,
    own.oauthAuthorize,
    own.plans,
    own.points,
    own.account,
    admin.addChildren(Object.values(adminRoutes)),
  ]),
]);

/** A router of its own for the browser, and one for each page that the service renders. */
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
