import { type Attributes, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import { errorCode, toError } from "./thrown.ts";

/** Set while spans are exported; without it, traced code has no overhead. */
let tracer: Tracer | null = null;

export function traceWith(given: Tracer | null): void {
  tracer = given;
}

/** Runs `work` in its own span if the current request is traced. */
export function traced<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (!tracer || !trace.getActiveSpan()?.isRecording()) return work();
  return tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      // Only the code: a message may repeat what a caller sent.
      span.setStatus({ code: SpanStatusCode.ERROR, message: errorCode(error) || toError(error).name });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Trace id of the current call, for log lines; null outside a trace. */
export const currentTraceId = (): string | null => trace.getActiveSpan()?.spanContext().traceId ?? null;
