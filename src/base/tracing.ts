import { type Attributes, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";

/** Set while spans are sent somewhere; the parts that are traced pay nothing without it. */
let tracer: Tracer | null = null;

export function traceWith(given: Tracer | null): void {
  tracer = given;
}

/** Runs `work` in a span of its own, inside of a request that is traced. */
export function traced<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (!tracer || !trace.getActiveSpan()?.isRecording()) return work();
  return tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      // The code alone: a message may repeat what a caller sent.
      span.setStatus({ code: SpanStatusCode.ERROR, message: codeOf(error) });
      throw error;
    } finally {
      span.end();
    }
  });
}

const codeOf = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(code ?? name ?? "error");
};

/** The trace that the current call belongs to, for log lines; null outside of one. */
export const currentTraceId = (): string | null => trace.getActiveSpan()?.spanContext().traceId ?? null;
