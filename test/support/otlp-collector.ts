import { once } from "node:events";
import { createServer } from "node:http";

export interface CollectedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
}

/** Receives spans as OTLP over HTTP in JSON, like a collector. */
export async function startCollector() {
  const spans: CollectedSpan[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString());
      for (const { scopeSpans } of resourceSpans) {
        for (const scope of scopeSpans) spans.push(...scope.spans);
      }
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    endpoint: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    spans,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
