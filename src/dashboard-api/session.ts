import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Person } from "../accounts/types.ts";
import { AuthFailure } from "../auth/auth-failure.ts";
import type { Caller } from "../auth/caller.ts";
import { WinnowError } from "../contract/errors.ts";
import { notFound } from "./errors.ts";
import type { DashboardParts } from "./parts.ts";

/** One call of the dashboard, by somebody who is signed in. */
export interface Session<Q = any, B = any> {
  person: Person;
  sessionId: string;
  /** Whether the password was given of late. */
  recent: boolean;
  caller: Caller;
  params: Record<string, string>;
  query: Q;
  body: B;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Method = "GET" | "POST" | "PATCH" | "DELETE";

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

const PASSWORD_AGAIN = "Please enter your password again: you signed in a while ago.";
const NO_SECOND_FACTOR = "Administrators need a second factor here. Set one up on the Account page.";

/**
 * The only ways to add a route: `open` for anybody, `member` for who is signed in, `recent` for who has given the
 * password of late, `admin` for admins. So no route can forget to ask.
 */
export function guardedRoutes(scope: FastifyInstance, { auth, accounts, adminSecondFactor }: DashboardParts) {
  // A server that closes waits for its answers; one that follows a job would not end.
  const closing = new AbortController();
  scope.addHook("preClose", async () => closing.abort());

  const route = (
    method: Method,
    url: string,
    shape: Shape,
    handler: (request: FastifyRequest, reply: FastifyReply) => unknown,
  ) => scope.route({ method, url, schema: shape, handler });

  async function sessionOf(request: FastifyRequest, reply: FastifyReply): Promise<Session | null> {
    const caller = callerOf(request);
    const session = await auth.session(caller);
    if (!session) return null;
    const person = await accounts.findById(session.personId);
    if (!person) return null;
    setCookies(reply, session.cookies);
    const { params, query, body } = request as { params: Record<string, string>; query: unknown; body: unknown };
    const { sessionId, recent } = session;
    return { person, sessionId, recent, caller, params, query, body, request, reply };
  }

  const member = (method: Method, url: string, shape: Shape, handler: (session: Session) => unknown) =>
    route(method, url, shape, async (request, reply) => {
      const session = await sessionOf(request, reply);
      if (!session) throw new WinnowError("key_missing", "Please sign in.");
      return handler(session);
    });

  return {
    open: route,
    closing: closing.signal,
    sessionOf,
    member,
    /** What an unattended browser, or a stolen cookie, must not do. */
    recent: (method: Method, url: string, shape: Shape, handler: (session: Session) => unknown) =>
      member(method, url, shape, (session) => {
        if (!session.recent) throw new AuthFailure(403, PASSWORD_AGAIN, "password_again");
        return handler(session);
      }),
    /** For anybody but an admin these routes do not exist. */
    admin: (method: Method, url: string, shape: Shape, handler: (session: Session) => unknown) =>
      member(method, url, shape, (session) => {
        if (session.person.role !== "admin") throw notFound();
        if (adminSecondFactor && !session.person.second_factor) {
          throw new WinnowError("source_forbidden", NO_SECOND_FACTOR);
        }
        return handler(session);
      }),
  };
}

export type GuardedRoutes = ReturnType<typeof guardedRoutes>;
