import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent as lazy,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { accountInAddress } from "../api/acting-account.ts";
import { whenReachable } from "../api/connection.ts";
import { queries, queryClient, readFirst } from "../api/queries.ts";
import type { Values } from "../playground/fields.ts";
import { NotFound } from "../ui/not-found.tsx";
import { frames } from "./frames.ts";
import { adminPages, openPages, ownPages, type PagePath } from "./pages.ts";
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
  component: lazy(() => whenReachable(frames.shell), "Shell"),
  beforeLoad: async ({ location }) => {
    const { me } = await queryClient.ensureQueryData(queries.session);
    if (!me) throw redirect({ to: "/sign-in", search: { next: location.publicHref } });
    return { me };
  },
});

/** Pages of an admin. For everyone else they do not exist. */
const admin = createRoute({
  getParentRoute: () => signedIn,
  id: "admin-only",
  component: lazy(() => whenReachable(frames.adminGuard), "AdminGuard"),
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

const requestFilters = strings("search", "endpoint", "key", "tag", "status", "from", "to", "live");
const adminRequestFilters = strings("search", "endpoint", "status");

type Pages = Record<string, { load: () => Promise<object> }>;
type ModuleOf<P extends Pages, Path extends keyof P> = Awaited<ReturnType<P[Path]["load"]>>;

/** Makes routes for addresses in a table of pages. */
const pagesOf =
  <P extends Pages, Parent>(pages: P, getParentRoute: () => Parent) =>
  <Path extends keyof P & string, Name extends keyof ModuleOf<P, Path>>(path: Path, name: Name) => ({
    getParentRoute,
    path,
    component: lazy(() => whenReachable(pages[path]!.load as () => Promise<ModuleOf<P, Path>>), name),
  });

const openPage = pagesOf(openPages, () => open);
const ownPage = pagesOf(ownPages, () => signedIn);
const adminPage = pagesOf(adminPages, () => admin);

const openRoutes = {
  signUp: createRoute({ ...openPage("/sign-up", "SignUpPage"), validateSearch: strings("next") }),
  signIn: createRoute({ ...openPage("/sign-in", "SignInPage"), validateSearch: strings("next") }),
  signOnReturn: createRoute(openPage("/sign-in/return", "SignOnReturnPage")),
  forgot: createRoute(openPage("/forgot-password", "ForgotPasswordPage")),
  reset: createRoute({ ...openPage("/reset-password", "ResetPasswordPage"), validateSearch: strings("token") }),
  verify: createRoute({ ...openPage("/verify-email", "VerifyEmailPage"), validateSearch: strings("token") }),
  status: createRoute({ ...openPage("/status", "StatusPage"), loader: () => readFirst("/status") }),
  outbox: createRoute(openPage("/outbox", "OutboxPage")),
};

const ownRoutes = {
  overview: createRoute({ ...ownPage("/overview", "OverviewPage"), loader: () => readFirst("/overview") }),
  keys: createRoute(ownPage("/keys", "KeysPage")),
  key: createRoute(ownPage("/keys/$id", "KeyPage")),
  usage: createRoute({ ...ownPage("/usage", "UsagePage"), validateSearch: strings("days", "by", "show") }),
  requests: createRoute({
    ...ownPage("/requests", "RequestsPage"),
    validateSearch: (search: Record<string, unknown>) => statusClass(requestFilters(search)),
  }),
  compare: createRoute({ ...ownPage("/requests/compare", "ComparePage"), validateSearch: strings("before", "after") }),
  request: createRoute(ownPage("/requests/$id", "RequestPage")),
  playground: createRoute({
    ...ownPage("/playground", "PlaygroundPage"),
    validateSearch: (search: Record<string, unknown>): { operation?: string; request?: string; body?: Values } => ({
      ...strings("operation", "request")(search),
      ...(isRecord(search.body) && { body: search.body }),
    }),
    loader: () => readFirst("/playground"),
  }),
  mcp: createRoute(ownPage("/mcp-setup", "McpPage")),
  jobs: createRoute({
    ...ownPage("/automation/jobs", "JobsPage"),
    validateSearch: strings("status", "operation", "batch", "from", "to"),
  }),
  job: createRoute(ownPage("/automation/jobs/$id", "JobPage")),
  batches: createRoute(ownPage("/automation/batches", "BatchesPage")),
  newBatch: createRoute({
    ...ownPage("/automation/batches/new", "NewBatchPage"),
    validateSearch: strings("operation"),
  }),
  batch: createRoute(ownPage("/automation/batches/$id", "BatchPage")),
  schedules: createRoute(ownPage("/automation/schedules", "SchedulesPage")),
  newSchedule: createRoute({
    ...ownPage("/automation/schedules/new", "NewSchedulePage"),
    validateSearch: strings("operation", "request", "saved", "watch"),
  }),
  schedule: createRoute({
    ...ownPage("/automation/schedules/$id", "SchedulePage"),
    validateSearch: strings("record", "field"),
  }),
  webhooks: createRoute(ownPage("/automation/webhooks", "WebhooksPage")),
  webhook: createRoute({ ...ownPage("/automation/webhooks/$id", "WebhookPage"), validateSearch: strings("status") }),
  destinations: createRoute(ownPage("/automation/destinations", "DestinationsPage")),
  members: createRoute(ownPage("/members", "MembersPage")),
  join: createRoute({ ...ownPage("/join", "JoinPage"), validateSearch: strings("token") }),
  oauthAuthorize: createRoute(ownPage("/oauth/authorize", "OAuthAuthorizePage")),
  recalls: createRoute(ownPage("/recalled", "RecallsPage")),
  recall: createRoute(ownPage("/recalled/$id", "RecallPage")),
  plans: createRoute(ownPage("/plans", "PlansPage")),
  points: createRoute({ ...ownPage("/points", "PointsPage"), validateSearch: strings("show", "holds", "from", "to") }),
  account: createRoute(ownPage("/account", "AccountPage")),
};

const adminRoutes = {
  people: createRoute({ ...adminPage("/admin/people", "PeoplePage"), validateSearch: strings("search") }),
  person: createRoute(adminPage("/admin/people/$id", "PersonPage")),
  requests: createRoute({
    ...adminPage("/admin/requests", "AdminRequestsPage"),
    validateSearch: (search: Record<string, unknown>) => statusClass(adminRequestFilters(search)),
  }),
  request: createRoute(adminPage("/admin/requests/$id", "AdminRequestPage")),
  sources: createRoute(adminPage("/admin/sources", "SourcesPage")),
  keys: createRoute(adminPage("/admin/keys", "AdminKeysPage")),
  incidents: createRoute({ ...adminPage("/admin/incidents", "IncidentsPage"), validateSearch: strings("state") }),
  incident: createRoute(adminPage("/admin/incidents/$no", "IncidentPage")),
  audit: createRoute(adminPage("/admin/audit", "AuditPage")),
};

const routeTree = root.addChildren({
  open: open.addChildren(openRoutes),
  signedIn: signedIn.addChildren({ ...ownRoutes, admin: admin.addChildren(adminRoutes) }),
});

export const newRouter = () =>
  createRouter({ routeTree, defaultPreload: "intent", scrollRestoration: true, rewrite: accountInAddress });

type AppRouter = ReturnType<typeof newRouter>;
type Same<One, Other> = [One, Other] extends [Other, One] ? true : never;

// Does not compile unless the routes are exactly the pages of the list.
true satisfies Same<Exclude<keyof AppRouter["routesByPath"], "/">, PagePath>;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouter;
  }
}
