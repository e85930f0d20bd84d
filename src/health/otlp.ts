/** An OTLP collector, reached over HTTP in JSON. */
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

export const signalUrl = ({ endpoint }: Collector, signal: "traces" | "metrics" | "logs"): string =>
  `${endpoint.replace(/\/$/, "")}/v1/${signal}`;

/** Sends once: what a collector does not take in time is gone, so that nothing piles up. */
export async function sendOtlp(
  collector: Collector,
  signal: "metrics" | "logs",
  body: object,
  timeoutMs = 10_000,
): Promise<void> {
  const answer = await fetch(signalUrl(collector, signal), {
    method: "POST",
    headers: { "content-type": "application/json", ...collector.headers },
    body: JSON.stringify(body),
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`the OTLP collector answered ${answer.status}`);
}

const anyValue = (value: unknown): object => {
  if (typeof value === "number") return { doubleValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  return { stringValue: typeof value === "string" ? value : JSON.stringify(value) };
};

export const attributes = (values: object) =>
  Object.entries(values).map(([key, value]) => ({ key, value: anyValue(value) }));

export const resource = { attributes: attributes({ "service.name": "winnow" }) };

export const nanoseconds = (ms: number): string => `${Math.round(ms)}000000`;
