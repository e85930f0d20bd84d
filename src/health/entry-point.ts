import type { FastifyInstance, FastifyRequest } from "fastify";
import { atomFeed } from "../base/atom.ts";
import { WinnowError } from "../contract/errors.ts";
import type { SourceHealth } from "../extraction/types.ts";
import type { Health } from "./health.ts";
import type { Metrics } from "./metrics.ts";
import { readStatus } from "./status.ts";

export interface HealthEntryPointParts {
  health: Health;
  metrics: Metrics;
  /** The sources as this process sees them. */
  sources(): SourceHealth[];
  /** Requests that are being answered. */
  inFlight(): number;
  now(): number;
  /** Whether a bearer token opens `/metrics` and `/health/details`. */
  mayRead(token: string): boolean;
  publicOrigin(): string;
  /** A proxy that TRUST_PROXY does not name: all its callers count as one address. */
  untrustedProxy(): { peer: string; header: string } | null;
}

/** `/metrics`, `/health/details`, `/status.json` and its feed; and the hook that counts every answer of the server. */
export const healthEntryPoint =
  ({ health, metrics, sources, inFlight, now, mayRead, publicOrigin, untrustedProxy }: HealthEntryPointParts) =>
  (server: FastifyInstance): void => {
    metrics.value("winnow_http_requests_in_flight", "Requests that are being answered.", inFlight);
    // Without a promise: it runs for every request.
    server.addHook("onResponse", (request, reply, done) => {
      // The route's pattern, not the address: what callers make up must not become labels.
      const route = request.routeOptions.url ?? "unknown";
      const status = String(reply.statusCode);
      metrics.http.answered(route, request.method, status, reply.elapsedTime / 1000);
      done();
    });

    server.get("/metrics", async (request, reply) => {
      if (!mayRead(bearerOf(request))) throw new WinnowError("not_found");
      return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
    });

    server.get("/health/details", async (request) => {
      if (!mayRead(bearerOf(request))) throw new WinnowError("not_found");
      return {
        untrusted_proxy: untrustedProxy(),
        sources: sources().map(({ source, state, breakerOpen, politeness, robots, routes }) => ({
          name: source,
          state,
          circuit_breaker: breakerOpen ? "open" : "closed",
          politeness: { concurrency: politeness.concurrency, per_second: politeness.perSecond },
          robots,
          routes,
        })),
      };
    });

    server.get("/status.json", async (_request, reply) => {
      await health.settled();
      return reply.header("cache-control", "public, max-age=5").send(await readStatus(health, now()));
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

const iso = (at: number): string => new Date(at).toISOString();

const bearerOf = ({ headers }: FastifyRequest): string => headers.authorization?.replace(/^Bearer /, "") ?? "";
