import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";

export interface CollectedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
}

/** Receives spans as OTLP over HTTP in JSON, like a collector. */
export async function startCollector() {
  const spans: CollectedSpan[] = [];
  const posted: Array<{ path: string; headers: IncomingHttpHeaders; body: any }> = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString());
      posted.push({ path: request.url!, headers: request.headers, body });
      const { resourceSpans = [] } = body;
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
    /** Everything that arrived at a path. */
    posted: (path: string) => posted.filter((one) => one.path === path),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
