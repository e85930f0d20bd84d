import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent as lazy,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { queries, queryClient, readFirst } from "../api/queries.ts";
import type { Values } from "../playground/fields.ts";
import { NotFound } from "../ui/not-found.tsx";
import { adminPages, frames, openPages, ownPages } from "./pages.ts";
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
  component: lazy(frames.shell, "Shell"),
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
  component: lazy(frames.adminGuard, "AdminGuard"),
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
    loader: () => readFirst("/"),
    component: lazy(openPages["/"], "HomePage"),
  }),
  signUp: createRoute({
    ...forAll,
    path: "/sign-up",
    component: lazy(openPages["/sign-up"], "SignUpPage"),
  }),
  signIn: createRoute({
    ...forAll,
    path: "/sign-in",
    validateSearch: strings("next"),
    component: lazy(openPages["/sign-in"], "SignInPage"),
  }),
  forgot: createRoute({
    ...forAll,
    path: "/forgot-password",
    component: lazy(openPages["/forgot-password"], "ForgotPasswordPage"),
  }),
  reset: createRoute({
    ...forAll,
    path: "/reset-password",
    validateSearch: strings("token"),
    component: lazy(openPages["/reset-password"], "ResetPasswordPage"),
  }),
  verify: createRoute({
    ...forAll,
    path: "/verify-email",
    validateSearch: strings("token"),
    component: lazy(openPages["/verify-email"], "VerifyEmailPage"),
  }),
  status: createRoute({
    ...forAll,
    path: "/status",
    loader: () => readFirst("/status"),
    component: lazy(openPages["/status"], "StatusPage"),
  }),
  outbox: createRoute({
    ...forAll,
    path: "/outbox",
    component: lazy(openPages["/outbox"], "OutboxPage"),
  }),
  overview: createRoute({
    ...forOwner,
    path: "/overview",
    loader: () => readFirst("/overview"),
    component: lazy(ownPages["/overview"], "OverviewPage"),
  }),
  keys: createRoute({ ...forOwner, path: "/keys", component: lazy(ownPages["/keys"], "KeysPage") }),
  key: createRoute({ ...forOwner, path: "/keys/$id", component: lazy(ownPages["/keys/$id"], "KeyPage") }),
  usage: createRoute({
    ...forOwner,
    path: "/usage",
    validateSearch: strings("days", "by", "show"),
    component: lazy(ownPages["/usage"], "UsagePage"),
  }),
  requests: createRoute({
    ...forOwner,
    path: "/requests",
    validateSearch: (search: Record<string, unknown>) => statusClass(requestFilters(search)),
    component: lazy(ownPages["/requests"], "RequestsPage"),
  }),
  compare: createRoute({
    ...forOwner,
    path: "/requests/compare",
    validateSearch: strings("before", "after"),
    component: lazy(ownPages["/requests/compare"], "ComparePage"),
  }),
  request: createRoute({
    ...forOwner,
    path: "/requests/$id",
    component: lazy(ownPages["/requests/$id"], "RequestPage"),
  }),
  playground: createRoute({
    ...forOwner,
    path: "/playground",
    validateSearch: (search: Record<string, unknown>): { operation?: string; request?: string; body?: Values } => ({
      ...strings("operation", "request")(search),
      ...(isRecord(search.body) && { body: search.body }),
    }),
    loader: () => readFirst("/playground"),
    component: lazy(ownPages["/playground"], "PlaygroundPage"),
  }),
  mcp: createRoute({ ...forOwner, path: "/mcp-setup", component: lazy(ownPages["/mcp-setup"], "McpPage") }),
  jobs: createRoute({
    ...forOwner,
    path: "/automation/jobs",
    validateSearch: strings("status", "operation", "batch", "from", "to"),
    component: lazy(ownPages["/automation/jobs"], "JobsPage"),
  }),
  job: createRoute({
    ...forOwner,
    path: "/automation/jobs/$id",
    component: lazy(ownPages["/automation/jobs/$id"], "JobPage"),
  }),
  batches: createRoute({
    ...forOwner,
    path: "/automation/batches",
    component: lazy(ownPages["/automation/batches"], "BatchesPage"),
  }),
  newBatch: createRoute({
    ...forOwner,
    path: "/automation/batches/new",
    validateSearch: strings("operation"),
    component: lazy(ownPages["/automation/batches/new"], "NewBatchPage"),
  }),
  batch: createRoute({
    ...forOwner,
    path: "/automation/batches/$id",
    component: lazy(ownPages["/automation/batches/$id"], "BatchPage"),
  }),
  schedules: createRoute({
    ...forOwner,
    path: "/automation/schedules",
    component: lazy(ownPages["/automation/schedules"], "SchedulesPage"),
  }),
  newSchedule: createRoute({
    ...forOwner,
    path: "/automation/schedules/new",
    validateSearch: strings("operation", "request", "saved", "watch"),
    component: lazy(ownPages["/automation/schedules/new"], "NewSchedulePage"),
  }),
  schedule: createRoute({
    ...forOwner,
    path: "/automation/schedules/$id",
    validateSearch: strings("record", "field"),
    component: lazy(ownPages["/automation/schedules/$id"], "SchedulePage"),
  }),
  webhooks: createRoute({
    ...forOwner,
    path: "/automation/webhooks",
    component: lazy(ownPages["/automation/webhooks"], "WebhooksPage"),
  }),
  webhook: createRoute({
    ...forOwner,
    path: "/automation/webhooks/$id",
    validateSearch: strings("status"),
    component: lazy(ownPages["/automation/webhooks/$id"], "WebhookPage"),
  }),
  destinations: createRoute({
    ...forOwner,
    path: "/automation/destinations",
    component: lazy(() => import("../automation/destinations.tsx"), "DestinationsPage"),
  }),
  oauthAuthorize: createRoute({
    ...forOwner,
    path: "/oauth/authorize",
    component: lazy(ownPages["/oauth/authorize"], "OAuthAuthorizePage"),
  }),
  plans: createRoute({
    ...forOwner,
    path: "/plans",
    component: lazy(ownPages["/plans"], "PlansPage"),
  }),
  points: createRoute({
    ...forOwner,
    path: "/points",
    validateSearch: strings("show", "holds", "from", "to"),
    component: lazy(ownPages["/points"], "PointsPage"),
  }),
  account: createRoute({
    ...forOwner,
    path: "/account",
    component: lazy(ownPages["/account"], "AccountPage"),
  }),
};

const adminRoutes = {
  people: createRoute({
    ...forAdmin,
    path: "/admin/people",
    validateSearch: strings("search"),
    component: lazy(adminPages["/admin/people"], "PeoplePage"),
  }),
  person: createRoute({
    ...forAdmin,
    path: "/admin/people/$id",
    component: lazy(adminPages["/admin/people/$id"], "PersonPage"),
  }),
  requests: createRoute({
    ...forAdmin,
    path: "/admin/requests",
    validateSearch: (search: Record<string, unknown>) => statusClass(adminRequestFilters(search)),
    component: lazy(adminPages["/admin/requests"], "AdminRequestsPage"),
  }),
  request: createRoute({
    ...forAdmin,
    path: "/admin/requests/$id",
    component: lazy(adminPages["/admin/requests/$id"], "AdminRequestPage"),
  }),
  sources: createRoute({
    ...forAdmin,
    path: "/admin/sources",
    component: lazy(adminPages["/admin/sources"], "SourcesPage"),
  }),
  keys: createRoute({
    ...forAdmin,
    path: "/admin/keys",
    component: lazy(adminPages["/admin/keys"], "AdminKeysPage"),
  }),
  incidents: createRoute({
    ...forAdmin,
    path: "/admin/incidents",
    validateSearch: strings("state"),
    component: lazy(adminPages["/admin/incidents"], "IncidentsPage"),
  }),
  incident: createRoute({
    ...forAdmin,
    path: "/admin/incidents/$no",
    component: lazy(adminPages["/admin/incidents/$no"], "IncidentPage"),
  }),
  audit: createRoute({
    ...forAdmin,
    path: "/admin/audit",
    component: lazy(adminPages["/admin/audit"], "AuditPage"),
  }),
};

const { home, signUp, signIn, forgot, reset, verify, status, outbox, ...own } = routes;

const routeTree = root.addChildren({
  open: open.addChildren({ home, signUp, signIn, forgot, reset, verify, status, outbox }),
  signedIn: signedIn.addChildren({ ...own, admin: admin.addChildren(adminRoutes) }),
});

export const newRouter = () => createRouter({ routeTree, defaultPreload: "intent", scrollRestoration: true });

type AppRouter = ReturnType<typeof newRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouter;
  }
}
