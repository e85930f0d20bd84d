import { Readable } from "node:stream";
import type { Answer, Content, Endpoint } from "../../contract/endpoint.ts";
import { type Json, JsonFloat } from "../../contract/reading/json.ts";
import type { Caller, EndpointContext } from "../../endpoints/context.ts";
import { callReader } from "../../endpoints/read-call.ts";
import { holderFor, ownerOf } from "./holder.ts";
import type { DashboardParts } from "./parts.ts";
import type { GuardedRoutes, Session } from "./session.ts";

/**
 * Mounts endpoints for people at the dashboard, under the same paths and with the same checks as for a key. What a key reads in
 * `x-next-cursor`, a page of the dashboard reads in the body.
 */
export function mountForSessions(
  routes: GuardedRoutes,
  endpoints: Endpoint<EndpointContext>[],
  parts: DashboardParts,
  context: EndpointContext,
): void {
  for (const endpoint of endpoints) {
    if (!endpoint.callers.includes("session")) continue;
    const read = callReader(endpoint as Endpoint<never>);
    const guarded = endpoint.recent ? routes.recent : routes.member;
    const add = endpoint.upload ? routes.upload : guarded;
    add(endpoint.method, endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1"), {}, async (session) => {
      const { request, reply } = session;
      const gone = new AbortController();
      reply.raw.once("close", () => gone.abort());
      const query = read.query(session.query);
      const isStream = session.body instanceof Readable;
      const body = isStream ? {} : read.parsedBody(toJson(session.body ?? {}));
      const key = request.headers["idempotency-key"];
      const answered = await endpoint.handle(
        {
          caller: callerOf(parts, session),
          params: read.params(session.params),
          query,
          body,
          accept: request.headers.accept,
          idempotencyKey: endpoint.retry === "idempotency-key" && typeof key === "string" ? `dashboard-${key}` : null,
          chunks: isStream ? session.body.iterator({ destroyOnReturn: false }) : [],
          contentType: request.headers["content-type"],
          signal: AbortSignal.any([gone.signal, routes.closing]),
        },
        context,
      );
      return send(session, endpoint.answer, answered);
    });
  }
}

const NO_PROBES = {
  admitting: async () => {},
  serving: () => {},
  stalledSources: () => [],
};

/** Probes are not for people. */
export const contextOf = ({ service, metering, jobs, clock }: DashboardParts): EndpointContext => ({
  ...{ service, tokens: metering, clock, ...jobs, probes: NO_PROBES },
});

const callerOf = (parts: DashboardParts, { person }: Session): Caller => ({
  owner: ownerOf(person),
  get holder(): never {
    throw new Error("a session has no key of its own");
  },
  permit: () => {},
  holderFor: ({ source }) => holderFor(parts, person, source.name),
});

function send({ reply }: Session, answer: Answer, answered: unknown) {
  reply.code(answer.status);
  if (answer.kind !== "content") return reply.send(answered);
  const { type, headers = {}, body } = answered as Content;
  return reply.headers(headers).header("content-type", type).send(body);
}

/** What the framework has parsed, as the strict readers take it. */
function toJson(value: unknown): Json {
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value === "number") return Number.isInteger(value) ? value : new JsonFloat(value);
  if (typeof value !== "object" || value === null) return value as Json;
  return new Map(Object.entries(value).map(([name, inner]) => [name, toJson(inner)]));
}
