import { type Attributes, type Span, SpanStatusCode, trace } from "@opentelemetry/api";

/** Runs `work` in a span of its own. Without a configured exporter the span is OpenTelemetry's no-op. */
export function traced<T>(name: string, attributes: Attributes, work: (span: Span) => Promise<T>): Promise<T> {
  return trace.getTracer("winnow").startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work(span);
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
