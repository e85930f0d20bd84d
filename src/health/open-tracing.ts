import { context, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { createTokenBucket } from "../base/token-bucket.ts";
import { traceWith } from "../base/tracing.ts";

/** An OTLP collector, reached over HTTP. */
export interface Collector {
  endpoint: string;
  headers: Record<string, string>;
}

/** Reads `OTEL_EXPORTER_OTLP_HEADERS`: `name=value` pairs, comma-separated and percent-encoded. */
export const readHeaders = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(",").flatMap((pair) => {
      const [name = "", ...value] = pair.trim().split("=");
      return name === "" ? [] : [[name.toLowerCase(), decodeURIComponent(value.join("="))]];
    }),
  );

export const tracesAddress = ({ endpoint }: Pick<Collector, "endpoint">): string =>
  `${endpoint.replace(/\/$/, "")}/v1/traces`;

/**
 * Sends spans to an OTLP collector. Loaded only if an endpoint is configured. A caller's `traceparent` is accepted and
 * decides whether the request is traced. Nothing is propagated to a site.
 */
export async function openTracing({ endpoint, headers }: Collector): Promise<{ close(): Promise<void> }> {
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import("@opentelemetry/sdk-trace-node"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const exporter = new OTLPTraceExporter({ url: tracesAddress({ endpoint }), headers });
  const provider = new sdk.NodeTracerProvider({
    sampler: new sdk.ParentBasedSampler({ root: new sdk.AlwaysOnSampler() }),
    resource: resourceFromAttributes({ "service.name": "winnow" }),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  });
  provider.register();
  traceWith(trace.getTracer("winnow"));
  return {
    async close() {
      traceWith(null);
      // An unreachable collector must not block the shutdown.
      await provider.shutdown().catch(() => {});
      for (const part of [trace, context, propagation]) part.disable();
    },
  };
}

/** Which requests are traced if their caller does not decide. */
export interface Sampling {
  /** From 0 to 1. */
  share: number;
  perSecond: number;
  now(): number;
}

/** Whether to trace the next request: a share of them, capped per second. A quiet service traces all, a busy one few. */
export function traceSampling({ share, perSecond, now }: Sampling): () => boolean {
  const bucket = createTokenBucket({ perSecond, max: perSecond, now });
  return () => (share >= 1 || Math.random() < share) && bucket.take();
}

/** Creates one span per traced request, with inner spans as its children. Other requests create none. */
export function traceRequests(server: FastifyInstance, sampling: Sampling): void {
  const tracer = trace.getTracer("winnow");
  const isTraced = traceSampling(sampling);
  const spans = new WeakMap<FastifyRequest, ReturnType<typeof tracer.startSpan>>();
  server.addHook("onRequest", (request, _reply, done) => {
    if (request.headers.traceparent === undefined && !isTraced()) return done();
    const parent = propagation.extract(context.active(), request.headers);
    const route = request.routeOptions.url ?? "unknown";
    const span = tracer.startSpan(
      `${request.method} ${route}`,
      { kind: SpanKind.SERVER, attributes: { "http.request.method": request.method, "http.route": route } },
      parent,
    );
    if (span.isRecording()) spans.set(request, span);
    context.with(trace.setSpan(parent, span), done);
  });
  server.addHook("onResponse", (request, reply, done) => {
    const span = spans.get(request);
    if (span) {
      span.setAttribute("http.response.status_code", reply.statusCode);
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    }
    done();
  });
}
