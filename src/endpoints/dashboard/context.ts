import type { IncomingHttpHeaders } from "node:http";
import type { Static, TSchema } from "typebox";
import type { Accounts } from "../../accounts/accounts.ts";
import type { DelegatedAccess } from "../../accounts/delegated-access.ts";
import type { Members } from "../../accounts/members.ts";
import type { Plans } from "../../accounts/plans.ts";
import type { MemberRole, Permission } from "../../accounts/roles.ts";
import type { Account, Person } from "../../accounts/types.ts";
import type { WelcomePoints } from "../../accounts/welcome-points.ts";
import type { Auth } from "../../auth/auth.ts";
import type { Browser } from "../../auth/browser.ts";
import type { OAuth } from "../../auth/oauth/oauth.ts";
import type { Outbox } from "../../auth/outbox.ts";
import { isSameSecret } from "../../auth/same-secret.ts";
import type { SingleSignOn } from "../../auth/single-sign-on/single-sign-on.ts";
import {
  type Answer,
  type Content,
  content,
  type Endpoint,
  endpointGroup,
  type Fields,
  type Handler,
  json,
  type ParamsOf,
  type Route,
  sessionErrors,
  type Typed,
} from "../../contract/endpoint.ts";
import { WinnowError } from "../../contract/errors.ts";
import { integer } from "../../contract/shapes.ts";
import type { RobotsReport } from "../../extraction/robots-report.ts";
import type { Engine } from "../../extraction/types.ts";
import { toCsv } from "../../files/csv.ts";
import type { Health } from "../../health/health.ts";
import type { LimitName } from "../../limits/limits.ts";
import type { MeteringService } from "../../metering/metering.ts";
import type { Recalls } from "../../recalls/recalls.ts";
import type { PreparedSearches } from "../../service/prepared-searches.ts";
import type { Store } from "../../store/open-store.ts";
import type { EndpointCaller, EndpointContext } from "../context.ts";
import { pageFields } from "../context.ts";
import { Done } from "./views/account.ts";
import type { MapTiles } from "./views/catalogue.ts";

/** Dependencies of the handlers of the dashboard's API. */
export interface DashboardContext extends EndpointContext {
  accounts: Accounts;
  members: Members;
  metering: MeteringService;
  store: Store;
  plans: Plans;
  engine: Pick<Engine, "health">;
  robots: Pick<RobotsReport, "of">;
  health: Health;
  /** What a recall of an incident would do; nothing is changed. */
  planRecall: Recalls["plan"];
  auth: Auth;
  oauth: OAuth;
  singleSignOn: SingleSignOn;
  /** Mails that were not sent; null if mail is configured. */
  outbox: Outbox | null;
  /** Grants access to those mails, and shows that a visitor is the operator. */
  operatorToken: string;
  welcome: WelcomePoints;
  /** What visitors may run without an account. */
  preparedSearches: PreparedSearches;
  access: DelegatedAccess;
  /** Tiles for maps of records; null for a plain outline of the land. */
  mapTiles: MapTiles | null;
  /** Whether a source is served by its stand-in: looking up its values is free. */
  isStandIn(source: string): boolean;
  /** Whether a source's operations are offered. */
  isSetUp(source: string): boolean;
}

/** Anyone at the dashboard. */
export interface Visitor {
  browser: Browser;
  headers: IncomingHttpHeaders;
  signedIn(): Promise<(Acting & Pick<Member, "vouchedBy">) | null>;
  /** Sets a header of the response, also of an error. */
  setHeader(name: string, value: string | string[]): void;
}

export const operatorHeader = { "x-operator-token": { description: "Of `npx winnow outbox --token`." } };

/** Whether a visitor has the operator's token. */
export function isOperator({ headers }: Visitor, operatorToken: string): boolean {
  const token = headers["x-operator-token"];
  return typeof token === "string" && isSameSecret(token, operatorToken);
}

/** A signed-in person, the account that their request names, and their role in it. */
export interface Acting {
  person: Person;
  account: Account;
  /** Null for the personal account. */
  accountName: string | null;
  role: MemberRole;
}

export interface Member extends Visitor, EndpointCaller, Acting {
  sessionId: string;
  /** The account whose provider vouched for them. */
  vouchedBy: string | null;
}

type Described<C, R, P, Q, B, A> = Omit<
  Parameters<ReturnType<typeof endpointGroup<DashboardContext, C>>>[1],
  "id" | "client" | "retry" | "params" | "query" | "body" | "answer" | "handle" | "needs"
> & {
  needs?: Permission;
  params?: P;
  query?: Q;
  body?: B;
  answer: A;
  handle: Handler<DashboardContext, C, ParamsOf<R, P>, Q, B, A>;
};

type Who = Pick<Endpoint, "callers" | "recent"> & { limits: LimitName[]; changes?: Permission };

function definer<C>(group: string, thing: string, who: Who) {
  const define = endpointGroup<DashboardContext, C>(group, thing, who);
  return <const R extends Route, P extends Fields, Q extends Fields, B extends Fields, const A extends Answer>(
    route: R,
    described: Described<C, R, P, Q, B, A>,
  ): Endpoint<DashboardContext> & Typed<R, A> =>
    define<R, P, Q, B, A>(route, {
      ...described,
      errors: [...sessionErrors, ...(described.errors ?? [])],
      id: route,
      client: null,
    });
}

/** Endpoint definers of a page for anyone, and for admins of the service. */
export const dashboardGroup = (group: string, thing = group) => ({
  open: definer<Visitor>(group, thing, { callers: ["nobody"], limits: ["anonymousDashboardCalls"] }),
  admin: definer<Member>(group, thing, { callers: ["admin"], limits: ["dashboardCalls"] }),
});

/**
 * Endpoint definers for signed-in people, and for those who recently entered their password. `changes` is what their role
 * must allow unless an endpoint says otherwise; to read something of the account it must allow `read`.
 */
export const memberGroup = (changes: Permission, group: string, thing = group) => ({
  member: definer<Member>(group, thing, { callers: ["session"], changes, limits: ["dashboardCalls"] }),
  recent: definer<Member>(group, thing, { callers: ["session"], changes, recent: true, limits: ["dashboardCalls"] }),
});

/** Of a table of the dashboard that has no choice of rows per page. */
export const tablePage = { ...pageFields, limit: integer({ minimum: 1, maximum: 100, default: 50 }) };

export const gives = <S extends TSchema>(schema: S) => json(200, schema, "OK");
const DONE: Static<typeof Done> = { done: true };
export const done = { ...gives(Done), always: DONE };

/** A file to download, with a safe name. */
export const download = (type: string, name: string, body: Content["body"]): Content => ({
  type,
  body,
  headers: { "content-disposition": `attachment; filename="${name.replaceAll(/[^\w.-]/g, "_")}"` },
});
export const file = (type: string) => content(type, "The file.");
export const table = file("text/csv");
export const csvFile = (name: string, columns: string[], rows: Array<Record<string, unknown>>): Content =>
  download("text/csv; charset=utf-8", name, toCsv(columns, rows));

/** The same response for what does not exist and what belongs to someone else. */
export const notFound = (): WinnowError => new WinnowError("not_found");

export function setCookies({ setHeader }: Visitor, cookies: string[]): void {
  if (cookies.length > 0) setHeader("set-cookie", cookies);
}
