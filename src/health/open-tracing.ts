import { context, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { TokenBucket } from "../base/token-bucket.ts";
import { traceWith } from "../base/tracing.ts";

/**
 * Sends spans to an OTLP collector. Loaded only where an endpoint is configured. `traceparent` of a caller is
 * taken, and decides whether the request is traced. Nothing of ours is passed on to a site.
 */
export async function openTracing(endpoint: string): Promise<{ close(): Promise<void> }> {
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import("@opentelemetry/sdk-trace-node"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, "")}/v1/traces` });
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
      // A collector that is away keeps nobody from stopping.
      await provider.shutdown().catch(() => {});
      for (const part of [trace, context, propagation]) part.disable();
    },
  };
}

/** Which requests are traced, of those whose caller says nothing about it. */
export interface Sampling {
  /** From 0 to 1. */
  share: number;
  perSecond: number;
  now(): number;
}

/** Whether the next request is traced: so many a second of the share. A quiet service traces all, a busy one pays little. */
export function traceSampling({ share, perSecond, now }: Sampling): () => boolean {
  const bucket = new TokenBucket({ perSecond, most: perSecond, now });
  return () => (share >= 1 || Math.random() < share) && bucket.take();
}

/** One span for each request that is traced; what happens inside becomes its children. Of the others nothing is made. */
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
