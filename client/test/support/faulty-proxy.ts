import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** What happens to a request in transit. */
export type Fault =
  | "pass"
  /** The service responds, and the response is lost. */
  | "lose the answer"
  /** The service responds, and half of the response arrives. */
  | "cut the answer"
  | { status: number; headers?: Record<string, string> };

/** A proxy between client and service that applies the listed faults in turn, then passes everything. */
export async function faultyProxy(service: string) {
  const faults: Fault[] = [];
  const seen: Array<Record<string, string | string[] | undefined>> = [];
  const server = createServer((request, reply) => answer(request, reply).catch(() => reply.destroy()));

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    seen.push(request.headers);
    const body = await buffer(request);
    const fault = faults.shift() ?? "pass";
    if (typeof fault === "object") {
      reply.writeHead(fault.status, fault.headers).end("<h1>no JSON</h1>");
      return;
    }
    const { host: _host, "content-length": _length, connection: _connection, ...headers } = request.headers;
    const real = await fetch(`${service}${request.url}`, {
      method: request.method!,
      headers: headers as Record<string, string>,
      ...(body.length > 0 && { body }),
    });
    const bytes = Buffer.from(await real.arrayBuffer());
    if (fault === "lose the answer") {
      reply.destroy();
      return;
    }
    const {
      "transfer-encoding": _encoding,
      trailer: _trailer,
      connection: _close,
      // `fetch` has decompressed the body.
      "content-encoding": _packing,
      ...rest
    } = Object.fromEntries(real.headers);
    reply.writeHead(real.status, { ...rest, "content-length": bytes.length });
    if (fault === "cut the answer") reply.write(bytes.subarray(0, bytes.length / 2), () => reply.destroy());
    else reply.end(bytes);
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    /** The headers of each request received. */
    seen,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
