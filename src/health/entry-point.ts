import type { FastifyInstance, FastifyRequest } from "fastify";
import { atomFeed } from "../base/atom.ts";
import { iso } from "../base/iso.ts";
import { WinnowError } from "../contract/errors.ts";
import type { Health } from "./health.ts";
import type { Metrics } from "./metrics.ts";
import { readStatus } from "./status.ts";

export interface HealthEntryPointDeps {
  health: Health;
  metrics: Metrics;
  /** Requests in flight. */
  inFlight(): number;
  now(): number;
  /** Whether a bearer token grants access to `/metrics`. */
  mayRead(token: string): boolean;
  publicOrigin(): string;
}

/** Serves `/metrics` and the incident feed, and counts every response of the server. */
export const healthEntryPoint =
  ({ health, metrics, inFlight, now, mayRead, publicOrigin }: HealthEntryPointDeps) =>
  (server: FastifyInstance): void => {
    metrics.value("winnow_http_requests_in_flight", "Requests in flight.", inFlight);
    // Avoids a promise, because it runs for every request.
    server.addHook("onResponse", (request, reply, done) => {
      // The route's pattern, not the address: labels must not be under the callers' control.
      const route = request.routeOptions.url ?? "unknown";
      const status = String(reply.statusCode);
      metrics.http.answered(route, request.method, status, reply.elapsedTime / 1000);
      done();
    });

    server.get("/metrics", async (request, reply) => {
      if (!mayRead(bearerOf(request))) throw new WinnowError("not_found");
      return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
    });

    server.get("/status.atom", async (_request, reply) => {
      const { sources, checked_at } = await readStatus(health, now());
      const entries = sources
        .flatMap((source) => source.incidents.map((incident) => ({ source, incident })))
        .sort((a, b) => b.incident.opened_at - a.incident.opened_at)
        .slice(0, 50)
        .map(({ source, incident }) => ({
          id: `${publicOrigin()}/status#incident-${incident.no}${incident.closed_at ? "-closed" : ""}`,
          title: `${source.title}: ${incident.closed_at ? "resolved" : incident.state}`,
          text: [incident.reason, incident.note].filter(Boolean).join(" "),
          updated: iso(incident.closed_at ?? incident.opened_at),
        }));
      const about = {
        id: `${publicOrigin()}/status`,
        title: "Winnow: incidents",
        self: `${publicOrigin()}/status.atom`,
      };
      const feed = atomFeed({ ...about, updated: iso(checked_at), entries });
      return reply.type("application/atom+xml; charset=utf-8").send(feed);
    });
  };

const bearerOf = ({ headers }: FastifyRequest): string => headers.authorization?.replace(/^Bearer /, "") ?? "";
