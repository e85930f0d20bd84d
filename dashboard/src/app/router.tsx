import { Button, Container } from "@mantine/core";
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent as lazy,
  notFound,
  Outlet,
  redirect,
  useRouter,
} from "@tanstack/react-router";
import type { ComponentType } from "react";
import { accountInAddress } from "../api/acting-account.ts";
import { whenReachable } from "../api/connection.ts";
import { firstReads } from "../api/first-reads.ts";
import { queries, queryClient, readFirst } from "../api/queries.ts";
import { Empty } from "../ui/empty.tsx";
import { NotFound } from "../ui/not-found.tsx";
import { loadShell } from "./load-shell.ts";
import { adminPages, movedPages, openPages, ownPages } from "./pages.ts";
import { PublicFrame } from "./public-frame.tsx";

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
  component: lazy(() => whenReachable(loadShell), "Shell"),
  beforeLoad: async ({ location }) => {
    const { me } = await queryClient.ensureQueryData(queries.session);
    if (!me) throw redirect({ to: "/sign-in", search: { next: location.publicHref } });
    return { me };
  },
});

/** Pages of an admin. For everyone else they do not exist. The service enforces access; this only spares them an empty frame. */
const admin = createRoute({
  getParentRoute: () => signedIn,
  id: "admin-only",
  beforeLoad: ({ context }) => {
    if (context.me.role !== "admin") throw notFound();
  },
});

/** The router parses values that look like numbers; this turns them back into text. The playground's body is an object. */
const readValue = (name: string, value: unknown): unknown => {
  if (typeof value === "number") return String(value);
  if (name === "body") return typeof value === "object" && !Array.isArray(value) ? value : null;
  return typeof value === "string" && value !== "" ? value : null;
};

type Pages = Record<string, { load: () => Promise<object>; search: readonly string[] }>;
type Loaded = Promise<{ default: ComponentType }>;

/** Makes the routes of a table of pages. Of an address's parameters they keep those of the table, and drop empty ones. */
const routesOf = (pages: Pages, parent: typeof open | typeof signedIn | typeof admin) =>
  Object.entries(pages).map(([path, { load, search }]) =>
    createRoute({
      getParentRoute: () => parent as typeof open,
      path,
      component: lazy(() => whenReachable(load as () => Loaded)),
      validateSearch: (given: Record<string, unknown>): Record<string, unknown> =>
        Object.fromEntries(
          search.map((name) => [name, readValue(name, given[name])]).filter(([, value]) => value !== null),
        ),
      ...(path in firstReads && { loader: () => readFirst(path as keyof typeof firstReads) }),
    }),
  );

const moved = Object.entries(movedPages).map(([path, address]) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ location }) => {
      const { pathname, searchParams } = new URL(address, window.location.origin);
      throw redirect({
        to: pathname,
        search: { ...Object.fromEntries(searchParams), ...location.search },
        replace: true,
      });
    },
  }),
);

const routeTree = root.addChildren([
  open.addChildren(routesOf(openPages, open)),
  signedIn.addChildren([...routesOf(ownPages, signedIn), admin.addChildren(routesOf(adminPages, admin))]),
  ...moved,
]);

export const newRouter = () =>
  createRouter({ routeTree, defaultPreload: "intent", scrollRestoration: true, rewrite: accountInAddress });

function RouteError({ error }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <Container size="sm" py={64} component="main">
      <Empty icon="alert-triangle" title="This page could not be shown">
        {error instanceof Error ? error.message : String(error)}
        <br />
        <Button variant="light" mt="sm" onClick={() => router.invalidate()}>
          Try again
        </Button>
      </Empty>
    </Container>
  );
}
