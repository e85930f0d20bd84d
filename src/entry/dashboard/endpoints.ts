import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { Answer, Content, Endpoint } from "../../contract/endpoint.ts";
import { type Json, JsonFloat } from "../../contract/reading/json.ts";
import type { DashboardContext, Member, Visitor } from "../../endpoints/dashboard/context.ts";
import { dashboardEndpoints } from "../../endpoints/dashboard/index.ts";
import { workEndpoints } from "../../endpoints/index.ts";
import { callReader } from "../../endpoints/read-call.ts";
import { callerFor, ownerOf } from "./caller-for.ts";
import { browserOf, type DashboardCall, type Guard, type GuardedRoutes, type SignedIn } from "./session.ts";

/**
 * Mounts the dashboard's own endpoints, and those for keys that a signed-in user may also call, under the same paths and
 * with the same checks. The cursor that a key reads in `x-next-cursor` is in the body for the dashboard.
 */
export function mountDashboard(routes: GuardedRoutes, context: DashboardContext): void {
  for (const endpoint of [...dashboardEndpoints, ...workEndpoints]) {
    const read = callReader(endpoint as Endpoint<never>);
    routes.add(guardOf(endpoint), endpoint.method, endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1"), async (call) => {
      const { request, reply, signedIn } = call;
      const visitor = visitorOf(routes, call);
      const gone = new AbortController();
      reply.raw.once("close", () => gone.abort());
      const { headers, body: sent } = request;
      const query = read.query(request.query as Record<string, unknown>);
      const isStream = sent instanceof Readable;
      const body = isStream ? {} : read.parsedBody(toJson(sent ?? {}));
      const key = headers["idempotency-key"];
      const answered = await endpoint.handle(
        {
          caller: signedIn === null ? visitor : memberOf(visitor, context, signedIn),
          params: read.params(request.params as Record<string, string>),
          query,
          body,
          accept: headers.accept,
          idempotencyKey: endpoint.retry === "idempotency-key" && typeof key === "string" ? `dashboard-${key}` : null,
          chunks: isStream ? sent.iterator({ destroyOnReturn: false }) : [],
          contentType: headers["content-type"],
          signal: AbortSignal.any([gone.signal, routes.closing]),
        },
        context,
      );
      return send(reply, endpoint.answer, answered);
    });
  }
}

function guardOf({ callers, recent, upload }: Endpoint<never>): Guard {
  if (upload) return "upload";
  if (callers.includes("nobody")) return "open";
  if (callers.includes("admin")) return "admin";
  return recent ? "recent" : "member";
}

const visitorOf = ({ signedInBy }: GuardedRoutes, { request, reply }: DashboardCall): Visitor => ({
  browser: browserOf(request),
  headers: request.headers,
  signedIn: () => signedInBy(request, reply),
  setHeader: (name, value) => void reply.header(name, value),
});

const memberOf = (visitor: Visitor, context: DashboardContext, { account, sessionId }: SignedIn): Member => ({
  ...visitor,
  account,
  sessionId,
  owner: ownerOf(account),
  get byKey(): never {
    throw new Error("a session has no key of its own");
  },
  permit: () => {},
  callerFor: ({ source }) => callerFor(context, account, source.name),
});

function send(reply: FastifyReply, answer: Answer, answered: unknown) {
  reply.code(answer.status);
  if (answer.kind === "json") return reply.send(answer.always ?? answered);
  if (answer.kind === "page") return reply.send(answered);
  const { type, headers = {}, body } = answered as Content;
  return reply.headers(headers).header("content-type", type).send(body);
}

/** Converts the framework's parsed input for the strict readers. */
function toJson(value: unknown): Json {
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value === "number") return Number.isInteger(value) ? value : new JsonFloat(value);
  if (typeof value !== "object" || value === null) return value as Json;
  return new Map(Object.entries(value).map(([name, inner]) => [name, toJson(inner)]));
}
