import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Person } from "../accounts/types.ts";
import type { Caller } from "../auth/auth.ts";
import { WinnowError } from "../contract/errors.ts";
import { notFound } from "./errors.ts";
import type { DashboardParts } from "./parts.ts";

/** One call of the dashboard, by somebody who is signed in. */
export interface Session<Q = any, B = any> {
  person: Person;
  sessionId: string;
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

/**
 * The only ways to add a route: `open` for anybody, `member` for who is signed in, `admin` for admins. So no route can
 * forget to ask.
 */
export function guardedRoutes(scope: FastifyInstance, { auth, accounts }: DashboardParts) {
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
    return { person, sessionId: session.sessionId, caller, params, query, body, request, reply };
  }

  const member = (method: Method, url: string, shape: Shape, handler: (session: Session) => unknown) =>
    route(method, url, shape, async (request, reply) => {
      const session = await sessionOf(request, reply);
      if (!session) throw new WinnowError("key_missing", "Please sign in.");
      return handler(session);
    });

  return {
    open: route,
    sessionOf,
    member,
    /** For anybody but an admin these routes do not exist. */
    admin: (method: Method, url: string, shape: Shape, handler: (session: Session) => unknown) =>
      member(method, url, shape, (session) => {
        if (session.person.role !== "admin") throw notFound();
        return handler(session);
      }),
  };
}

export type GuardedRoutes = ReturnType<typeof guardedRoutes>;
