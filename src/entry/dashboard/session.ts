import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Person } from "../../accounts/types.ts";
import { AuthFailure } from "../../auth/auth-failure.ts";
import type { Caller } from "../../auth/caller.ts";
import { networkOf } from "../../base/network/addresses.ts";
import { WinnowError } from "../../contract/errors.ts";
import { limits } from "../../limits/limits.ts";
import { notFound } from "./errors.ts";
import type { DashboardParts } from "./parts.ts";

/** Who is signed in, and how. */
interface SignedIn {
  person: Person;
  sessionId: string;
  /** Whether the password was given of late. */
  recent: boolean;
  caller: Caller;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Not there until it is known. */
    signedIn?: SignedIn;
  }
}

/** One call of the dashboard, by somebody who is signed in. */
export interface Session<Q = any, B = any> extends SignedIn {
  params: Record<string, string>;
  query: Q;
  body: B;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Method = "GET" | "POST" | "PATCH" | "DELETE";

type Handler = (session: Session) => unknown;

interface Shape {
  body?: unknown;
  querystring?: unknown;
}

export const callerOf = (request: FastifyRequest): Caller => ({
  cookie: request.headers.cookie,
  address: request.ip,
  userAgent: request.headers["user-agent"],
});

export const setCookies = (reply: FastifyReply, cookies: string[]): void => {
  if (cookies.length > 0) reply.header("set-cookie", cookies);
};

const MINUTE_MS = 60_000;
const PASSWORD_AGAIN = "Please enter your password again: you signed in a while ago.";
const NO_SECOND_FACTOR = "Administrators need a second factor here. Set one up on the Account page.";

/**
 * The only ways to add a route: `open` for anybody, `member` for who is signed in, `recent` for who has given the
 * password of late, `admin` for admins, `upload` for members who send a file. So no route can forget to ask. All of it is
 * asked before the body is read, and every call is counted: for its account, or its network where there is none.
 */
export function guardedRoutes(scope: FastifyInstance, { auth, accounts, adminSecondFactor, clock }: DashboardParts) {
  // A server that closes waits for its answers; one that follows a job would not end.
  const closing = new AbortController();
  scope.addHook("preClose", async () => closing.abort());

  function count(of: "dashboardCalls" | "anonymousDashboardCalls", who: string): void {
    const { most, per } = limits[of];
    if (scope.windows.use(`${of} ${who}`, MINUTE_MS) <= most) return;
    const wait = Math.ceil((MINUTE_MS - (clock.now() % MINUTE_MS)) / 1000);
    throw new WinnowError("rate_limited", `Rate limit exceeded: ${most} calls per minute from one ${per}.`, {
      headers: { "retry-after": String(wait) },
    });
  }

  async function signedInBy(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn | null> {
    const caller = callerOf(request);
    const session = await auth.session(caller);
    const person = session && (await accounts.findById(session.personId));
    if (!person) return null;
    setCookies(reply, session.cookies);
    return { person, sessionId: session.sessionId, recent: session.recent, caller };
  }

  const open = (
    method: Method,
    url: string,
    shape: Shape,
    handler: (request: FastifyRequest, reply: FastifyReply) => unknown,
  ) =>
    scope.route({
      method,
      url,
      schema: shape,
      onRequest: async ({ ip }) => count("anonymousDashboardCalls", networkOf(ip)),
      handler,
    });

  /** Routes for who is signed in and passes the check, in a scope that says how bodies are read. */
  const guarded =
    (check: (who: SignedIn, method: Method) => void, within = scope, bodyLimit: number = limits.otherBody.most) =>
    (method: Method, url: string, shape: Shape, handler: Handler) =>
      within.route({
        method,
        url,
        schema: shape,
        bodyLimit,
        onRequest: async (request, reply) => {
          const who = await signedInBy(request, reply);
          if (!who) {
            count("anonymousDashboardCalls", networkOf(request.ip));
            throw new WinnowError("key_missing", "Please sign in.");
          }
          request.signedIn = who;
          request.account = who.person.id;
          count("dashboardCalls", who.person.id);
          check(who, method);
        },
        handler: (request, reply) => {
          const { params, query, body } = request as Pick<Session, "params" | "query" | "body">;
          return handler({ ...request.signedIn!, params, query, body, request, reply });
        },
      });

  const needRecent = ({ recent }: SignedIn): void => {
    if (!recent) throw new AuthFailure(403, PASSWORD_AGAIN, "password_again");
  };

  return {
    open,
    closing: closing.signal,
    signedInBy,
    member: guarded(() => {}),
    /** What an unattended browser, or a stolen cookie, must not do. */
    recent: guarded(needRecent),
    /** For anybody but an admin these routes do not exist. A change needs the password as well. */
    admin: guarded((who, method) => {
      if (who.person.role !== "admin") throw notFound();
      if (adminSecondFactor && !who.person.second_factor) {
        throw new WinnowError("source_forbidden", NO_SECOND_FACTOR);
      }
      if (method !== "GET") needRecent(who);
    }),
    /** The body is left as a stream, whatever it is. */
    upload(method: Method, url: string, shape: Shape, handler: Handler): void {
      scope.register(async (within) => {
        within.removeAllContentTypeParsers();
        within.addContentTypeParser("*", (_request, body, done) => done(null, body));
        guarded(() => {}, within, limits.batchBody.most)(method, url, shape, handler);
      });
    },
  };
}

export type GuardedRoutes = ReturnType<typeof guardedRoutes>;
