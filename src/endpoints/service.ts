import { Type } from "typebox";
import { endpointGroup, json } from "../contract/endpoint.ts";
import { listOf, words } from "../contract/shapes.ts";
import { HealthDetails, Status } from "../health/status-types.ts";
import type { PublicContext } from "./context.ts";

const defineEndpoint = endpointGroup<Pick<PublicContext, "probes" | "reports">, null>("service", "page", {
  callers: ["nobody"],
  limits: [],
});
const OK = { status: "ok" } as const;
const ok = Type.Object({
  status: Type.Unsafe<"ok">({ const: "ok", description: "Always `ok`; otherwise the status is 503." }),
});

/** Probes, and the state of the service. None of it needs a key. */
export const serviceEndpoints = [
  defineEndpoint("GET /health", {
    id: "health",
    summary: "Whether calls can be admitted",
    description: "503 while the store does not answer. Needs no key.",
    answer: json(200, ok, "Calls can be admitted."),
    client: null,
    async handle(_call, { probes }) {
      await probes.admitting();
      return OK;
    },
  }),
  defineEndpoint("GET /health/ready", {
    id: "ready",
    summary: "Whether this process wants more calls",
    description: "503 while it starts or stops, or the store does not answer. Needs no key.",
    answer: json(
      200,
      Type.Object({
        ...ok.properties,
        stalled_sources: Type.Optional(
          listOf(words(), { description: "Sources to which no process could send a request for ten seconds." }),
        ),
      }),
      "Ready.",
    ),
    client: null,
    async handle(_call, { probes }) {
      probes.serving();
      await probes.admitting();
      // Still ready: the other sources are served, and another process could do no better.
      const stalled = probes.stalledSources();
      return { ...OK, ...(stalled.length > 0 && { stalled_sources: stalled }) };
    },
  }),
  defineEndpoint("GET /health/live", {
    id: "live",
    summary: "Whether the process runs",
    description: "This is the only reason for which a supervisor should restart the process. Needs no key.",
    answer: json(200, ok, "It runs."),
    client: null,
    handle: () => OK,
  }),
  defineEndpoint("GET /status.json", {
    id: "status",
    summary: "Status of each source over 90 days",
    description: "The same as the page `/status`. Times are milliseconds since 1970. Needs no key.",
    answer: { ...json(200, Status, "The status."), headers: { "cache-control": "public, max-age=5" } },
    client: null,
    handle: (_call, { reports }) => reports.status(),
  }),
  defineEndpoint("GET /health/details", {
    id: "healthDetails",
    callers: ["operator"],
    summary: "What the operator should know about sources and proxies",
    answer: json(200, HealthDetails, "The details."),
    client: null,
    handle: (_call, { reports }) => reports.details(),
  }),
];
