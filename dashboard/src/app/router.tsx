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

/** Public pages. */
const open = createRoute({ getParentRoute: () => root, id: "open", component: PublicFrame });

/** Pages that require a sign-in. Everyone else is sent to the sign-in page first. */
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

/** Pages of an admin. For everyone else they do not exist. */
const admin = createRoute({
  getParentRoute: () => signedIn,
  id: "admin-only",
  component: lazy(frames.adminGuard, "AdminGuard"),
});

/** The router parses values that look like numbers; this turns them back into text. */
const text = (value: unknown): string | undefined => {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
};

const isRecord = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads the named search parameters as strings, and drops empty ones. */
const strings =
  <const N extends readonly string[]>(...names: N) =>
  (search: Record<string, unknown>): { [K in N[number]]?: string } =>
    Object.fromEntries(names.map((name) => [name, text(search[name])]).filter(([, value]) => value !== undefined));

/** Turns a status such as `4xx` or `404` into the class that the filter uses. Anything else is dropped. */
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

type Pages = Record<string, () => Promise<object>>;
type ModuleOf<P extends Pages, Path extends keyof P> = Awaited<ReturnType<P[Path]>>;

/** A route for an address in the table of pages. */
function pageAt<P extends Pages, Path extends keyof P & string, Name extends keyof ModuleOf<P, Path>>(
  pages: P,
  path: Path,
  name: Name,
) {
  return { path, component: lazy(pages[path] as () => Promise<ModuleOf<P, Path>>, name) };
}

const routes = {
  home: createRoute({
    ...forAll,
    ...pageAt(openPages, "/", "HomePage"),
    beforeLoad: async () => {
      const { me } = await queryClient.ensureQueryData(queries.session);
      if (me) throw redirect({ to: "/overview" });
    },
    loader: () => readFirst("/"),
  }),
  signUp: createRoute({
    ...forAll,
    ...pageAt(openPages, "/sign-up", "SignUpPage"),
  }),
  signIn: createRoute({
    ...forAll,
    ...pageAt(openPages, "/sign-in", "SignInPage"),
    validateSearch: strings("next"),
  }),
  forgot: createRoute({
    ...forAll,
    ...pageAt(openPages, "/forgot-password", "ForgotPasswordPage"),
  }),
  reset: createRoute({
    ...forAll,
    ...pageAt(openPages, "/reset-password", "ResetPasswordPage"),
    validateSearch: strings("token"),
  }),
  verify: createRoute({
    ...forAll,
    ...pageAt(openPages, "/verify-email", "VerifyEmailPage"),
    validateSearch: strings("token"),
  }),
  status: createRoute({
    ...forAll,
    ...pageAt(openPages, "/status", "StatusPage"),
    loader: () => readFirst("/status"),
  }),
  outbox: createRoute({
    ...forAll,
    ...pageAt(openPages, "/outbox", "OutboxPage"),
  }),
  overview: createRoute({
    ...forOwner,
    ...pageAt(ownPages, "/overview", "OverviewPage"),
    loader: () => readFirst("/overview"),
  }),
  keys: createRoute({ ...forOwner, ...pageAt(ownPages, "/keys", "KeysPage") }),
  key: createRoute({ ...forOwner, ...pageAt(ownPages, "/keys/$id", "KeyPage") }),
  usage: createRoute({
    ...forOwner,
    ...pageAt(ownPages, "/usage", "UsagePage"),
    validateSearch: strings("days", "by", "show"),
  }),
  requests: createRoute({
    ...forOwner,
    ...pageAt(ownPages, "/requests", "RequestsPage"),
    validateSearch: (search: Record<string, unknown>) => statusClass(requestFilters(search)),
  }),
  compare: createRoute({
    ...forOwner,
    ...pageAt(ownPages, "/requests/compare", "ComparePage"),
    validateSearch: strings("before", "after"),
  }),
  request: createRoute({
    ...forOwner,
    ...pageAt(ownPages, "/requests/$id", "RequestPage"),
  }),
  playground: createRoute({
    ...forOwner,
    ...pageAt(ownPages, "/playground", "PlaygroundPage"),
    validateSearch: (search: Record<string, unknown>): { operation?: string; request?: string; body?: Values } => ({
      ...strings("operation", "request")(search),
      ...(isRecord(search.body) && { body: search.body }),
    }),
    loader: () => readFirst("/playground"),
  }),
  mcp: createRoute({ ...forOwner, ...pageAt(ownPages, "/mcp-setup", "McpPage") }),
  jobs: createRoute({
    ...forOwner,
    ...pageAt(ownPages, "/automation/jobs", "JobsPage"),
    validateSearch: strings("status", "operation", "batch", "from", "to"),
  }),
  job: createRoute({
    ...forOwner,
    ...pageAt(ownPages, "/automation/jobs/$id", "JobPage"),
  }),
  batches: createRoute({
    ...forOwner,
    ...pageAt(ownPages, "/automation/batches", "BatchesPage"),
  }),
  newBatch: createRoute({
    ...forOwner,
    ...pageAt(ownPages, "/automation/batches/new", "NewBatchPage"),
    validateSearch: strings("operation"),
  }),
  batch: createRoute({
    ...forOwner,
    ...pageAt(ownPages, "/automation/batches/$id", "BatchPage"),
  }),
  schedules: createRoute({
    ...forOwner,
    ...pageAt(ownPages, "/automation/schedules", "SchedulesPage"),
  }),
  newSchedule: createRoute({
    ...forOwner,
    ...pageAt(ownPages, "/automation/schedules/new", "NewSchedulePage"),
    validateSearch: strings("operation", "request", "saved", "watch"),
  }),
  schedule: createRoute({
    ...forOwner,
    ...pageAt(ownPages, "/automation/schedules/$id", "SchedulePage"),
    validateSearch: strings("record", "field"),
  }),
  webhooks: createRoute({
    ...forOwner,
    ...pageAt(ownPages, "/automation/webhooks", "WebhooksPage"),
  }),
  webhook: createRoute({
    ...forOwner,
    ...pageAt(ownPages, "/automation/webhooks/$id", "WebhookPage"),
    validateSearch: strings("status"),
  }),
  destinations: createRoute({
    ...forOwner,
    ...pageAt(ownPages, "/automation/destinations", "DestinationsPage"),
  }),
  oauthAuthorize: createRoute({
    ...forOwner,
    ...pageAt(ownPages, "/oauth/authorize", "OAuthAuthorizePage"),
  }),
  plans: createRoute({
    ...forOwner,
    ...pageAt(ownPages, "/plans", "PlansPage"),
  }),
  points: createRoute({
    ...forOwner,
    ...pageAt(ownPages, "/points", "PointsPage"),
    validateSearch: strings("show", "holds", "from", "to"),
  }),
  account: createRoute({
    ...forOwner,
    ...pageAt(ownPages, "/account", "AccountPage"),
  }),
};

const adminRoutes = {
  people: createRoute({
    ...forAdmin,
    ...pageAt(adminPages, "/admin/people", "PeoplePage"),
    validateSearch: strings("search"),
  }),
  person: createRoute({
    ...forAdmin,
    ...pageAt(adminPages, "/admin/people/$id", "PersonPage"),
  }),
  requests: createRoute({
    ...forAdmin,
    ...pageAt(adminPages, "/admin/requests", "AdminRequestsPage"),
    validateSearch: (search: Record<string, unknown>) => statusClass(adminRequestFilters(search)),
  }),
  request: createRoute({
    ...forAdmin,
    ...pageAt(adminPages, "/admin/requests/$id", "AdminRequestPage"),
  }),
  sources: createRoute({
    ...forAdmin,
    ...pageAt(adminPages, "/admin/sources", "SourcesPage"),
  }),
  keys: createRoute({
    ...forAdmin,
    ...pageAt(adminPages, "/admin/keys", "AdminKeysPage"),
  }),
  incidents: createRoute({
    ...forAdmin,
    ...pageAt(adminPages, "/admin/incidents", "IncidentsPage"),
    validateSearch: strings("state"),
  }),
  incident: createRoute({
    ...forAdmin,
    ...pageAt(adminPages, "/admin/incidents/$no", "IncidentPage"),
  }),
  audit: createRoute({
    ...forAdmin,
    ...pageAt(adminPages, "/admin/audit", "AuditPage"),
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
