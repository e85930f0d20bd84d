import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { practiceAccount } from "../../accounts/practice-account.ts";
import { may, type Permission } from "../../accounts/roles.ts";
import type { Account, ApiKey, Caller, KeyMode, Person } from "../../accounts/types.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { WinnowError } from "../../contract/errors.ts";
import { type Json, JsonFloat } from "../../contract/reading/json.ts";
import type { DashboardContext, Member, Visitor } from "../../endpoints/dashboard/context.ts";
import { dashboardEndpoints } from "../../endpoints/dashboard/index.ts";
import { workEndpoints } from "../../endpoints/index.ts";
import { mountEndpoints } from "../../endpoints/mount.ts";
import type { WorkOwner } from "../../jobs/types.ts";
import { isPracticeId } from "../../store/practice-id.ts";
import type { DashboardDependencies } from "./dependencies.ts";
import { createSessions, type Guard, readBrowser, type Sessions, type SignedIn } from "./session.ts";

/** A signed-in user sees the work of all keys of the account. */
const workOwner = ({ account, person }: { account: Account; person: Person }): WorkOwner => ({
  account,
  key: { id: "", sources: null, person_id: person.id },
});

const NO_KEY = "None of your keys can make this call. Create one on the Keys page.";

const NO_TEST_KEY = "None of your keys is a test key that can make this call. Create one on the Keys page.";

/**
 * The key that a dashboard call is counted and charged on, so that the browser needs no key: of the member's own keys, the
 * primary one, or else the oldest that may call the source.
 */
async function callerFor(
  { accounts, clock }: DashboardContext,
  { person, account }: { person: Person; account: Account },
  source: string,
): Promise<Caller> {
  const now = clock.now();
  const mode: KeyMode = isPracticeId(account.id) ? "test" : "live";
  const ended = (at: number | null) => at !== null && at <= now;
  const usable = (key: ApiKey) =>
    key.mode === mode &&
    key.person_id === person.id &&
    key.usage_context === "standard" &&
    !ended(key.revoked_at) &&
    !ended(key.expires_at) &&
    (key.sources === null || key.sources.includes(source));
  const keys = (await accounts.listKeys(account.id)).filter(usable);
  const key = keys.find(({ is_primary }) => is_primary) ?? keys[0];
  if (!key) throw new WinnowError("source_forbidden", mode === "test" ? NO_TEST_KEY : NO_KEY);
  return { key, account };
}

/**
 * Mounts the dashboard's own endpoints, and those for keys that a signed-in user may also call, under the same paths and
 * with the same checks. The cursor that a key reads in `x-next-cursor` is in the body for the dashboard.
 */
export function mountDashboard(scope: FastifyInstance, dependencies: DashboardDependencies): void {
  const sessions = createSessions(scope, dependencies);
  const all = [...dashboardEndpoints, ...workEndpoints];
  const required = new Map(all.map((endpoint) => [endpoint.id, { guard: guard(endpoint), needs: needed(endpoint) }]));
  mountEndpoints<DashboardContext>(scope, all, {
    context: dependencies,
    cursorIn: "body",
    admit: (endpoint, request, reply) => sessions.admit(required.get(endpoint.id)!, request, reply),
    caller(endpoint, request, reply) {
      const visitor = visitorOf(sessions, request, reply);
      const { signedIn } = request;
      if (!signedIn) return visitor;
      const isPractice = TEST_DATA.test(request.headers.cookie ?? "") && practised.has(endpoint);
      const account = isPractice ? practiceAccount(signedIn.account) : signedIn.account;
      return memberOf(visitor, dependencies, { ...signedIn, account });
    },
    account: ({ account }) => account,
    body: (read, { body }) => read.parsedBody(toJson(body ?? {})),
    contentType: ({ headers }) => headers["content-type"],
    idempotencyKey({ headers }) {
      const key = headers["idempotency-key"];
      return typeof key === "string" ? `dashboard-${key}` : null;
    },
  });
}

/** The cookie of the dashboard's switch. A download and a stream send it too. */
const TEST_DATA = /(?:^|; )winnow_mode=test(?:;|$)/;

/** Endpoints that then show the work of test keys instead: they are about calls, not about the account. */
const practised: ReadonlySet<Endpoint<never>> = new Set<Endpoint<never>>([
  ...workEndpoints,
  ...dashboardEndpoints.filter(({ group }) => ["playground", "requests", "usage", "ledger"].includes(group)),
]);

function guard({ callers, recent }: Endpoint<never>): Guard {
  if (callers.includes("nobody")) return "open";
  if (callers.includes("admin")) return "admin";
  return recent ? "recent" : "member";
}

/** An endpoint that does not say what it needs stops the start. Those for anyone, and for admins, need no role. */
function needed({ id, callers, needs }: Endpoint<never>): Permission {
  if (!callers.includes("session")) return "self";
  if (needs === undefined) throw new Error(`${id} does not say what a member needs for it`);
  return needs as Permission;
}

const visitorOf = ({ signedInBy }: Sessions, request: FastifyRequest, reply: FastifyReply): Visitor => ({
  browser: readBrowser(request),
  headers: request.headers,
  signedIn: () => signedInBy(request, reply),
  setHeader: (name, value) => void reply.header(name, value),
});

const memberOf = (visitor: Visitor, context: DashboardContext, { sessionId, ...acting }: SignedIn): Member => ({
  ...visitor,
  ...acting,
  sessionId,
  owner: workOwner(acting),
  get byKey(): never {
    throw new Error("a session has no key of its own");
  },
  permit: () => {},
  leaves: ({ person_id }) => person_id === acting.person.id || may(acting.role, "manage"),
  callerFor: ({ source }) => callerFor(context, acting, source.name),
});

/** Converts the framework's parsed input for the strict readers. */
function toJson(value: unknown): Json {
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value === "number") return Number.isInteger(value) ? value : new JsonFloat(value);
  if (typeof value !== "object" || value === null) return value as Json;
  return new Map(Object.entries(value).map(([name, inner]) => [name, toJson(inner)]));
}
