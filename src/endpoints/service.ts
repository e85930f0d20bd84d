import { Type } from "typebox";
import { endpointGroup, json } from "../contract/endpoint.ts";
import { listOf, words } from "../contract/shapes.ts";
import { HealthDetails, Status } from "../health/status-types.ts";
import type { PublicContext } from "./context.ts";

const defineEndpoint = endpointGroup<Pick<PublicContext, "probes" | "reports">, null>("service", "page", []);
const callers = ["nobody"] as const;
const OK = { status: "ok" } as const;
const ok = Type.Object({ status: Type.Unsafe<"ok">({ const: "ok" }) });

/** Probes, and the state of the service. None of it needs a key. */
export const serviceEndpoints = [
  defineEndpoint({
    ...{ id: "health", method: "GET", path: "/health", callers },
    summary: "Whether calls can be admitted",
    description: "503 while the store does not answer. Needs no key.",
    answer: json(200, ok, "Calls can be admitted."),
    retry: "safe",
    client: null,
    async handle(_call, { probes }) {
      await probes.admitting();
      return OK;
    },
  }),
  defineEndpoint({
    ...{ id: "ready", method: "GET", path: "/health/ready", callers },
    summary: "Whether this process wants more calls",
    description: "503 while it starts or stops, or the store does not answer. Needs no key.",
    answer: json(
      200,
      Type.Object({
        ...ok.properties,
        stalled_sources: Type.Optional(
          listOf(words(), { description: "Sources that no process was granted a request to for ten seconds." }),
        ),
      }),
      "Ready.",
    ),
    retry: "safe",
    client: null,
    async handle(_call, { probes }) {
      probes.serving();
      await probes.admitting();
      // Still ready: the other sources are served, and another process could do no better.
      const stalled = probes.stalledSources();
      return { ...OK, ...(stalled.length > 0 && { stalled_sources: stalled }) };
    },
  }),
  defineEndpoint({
    ...{ id: "live", method: "GET", path: "/health/live", callers },
    summary: "Whether the process runs",
    description: "A supervisor should restart the process for nothing else. Needs no key.",
    answer: json(200, ok, "It runs."),
    retry: "safe",
    client: null,
    handle: () => OK,
  }),
  defineEndpoint({
    ...{ id: "status", method: "GET", path: "/status.json", callers },
    summary: "How each source is doing, for 90 days",
    description: "The same as the page `/status`. Times are milliseconds since 1970. Needs no key.",
    answer: { ...json(200, Status, "The status."), headers: { "cache-control": "public, max-age=5" } },
    retry: "safe",
    client: null,
    handle: (_call, { reports }) => reports.status(),
  }),
  defineEndpoint({
    ...{ id: "healthDetails", method: "GET", path: "/health/details", callers: ["operator"] },
    summary: "What the operator should know about sources and proxies",
    answer: json(200, HealthDetails, "The details."),
    retry: "safe",
    client: null,
    handle: (_call, { reports }) => reports.details(),
  }),
];
