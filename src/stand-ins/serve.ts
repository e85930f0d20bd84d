import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzip } from "node:zlib";
import type { Source } from "../contract/source.ts";
import type { StandIn, StandInCall, StandInReply } from "../contract/stand-in.ts";

export interface ServeOptions {
  /** Port of the first stand-in, the others follow; any free ones unless given. */
  port?: number;
  /** Told of every call that reached a stand-in. */
  onCall?(source: string, call: StandInCall): void;
}

export interface ServedStandIns {
  /** Every origin of a source's manifest is served at this one. */
  originOf(source: string): string;
  close(): Promise<void>;
}

/** Serves the stand-in site of each source on a loopback port of its own. */
export async function serveStandIns(sources: Source[], options: ServeOptions = {}): Promise<ServedStandIns> {
  const served = new Map<string, { origin: string; server: Server }>();
  await Promise.all(
    sources.map(async (source, index) => {
      const standIn = await source.standIn();
      const server = createServer((request, response) => {
        reply(source.name, standIn, request, response, options).catch((error: unknown) => {
          if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
          response.end(`the stand-in failed: ${(error as Error).stack}`);
        });
      });
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen(options.port ? options.port + index : 0, "127.0.0.1", resolve);
      });
      served.set(source.name, { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server });
    }),
  );
  return {
    originOf(source) {
      const place = served.get(source);
      if (!place) throw new Error(`no stand-in is served for ${source}`);
      return place.origin;
    },
    async close() {
      await Promise.all(
        [...served.values()].map(({ server }) => {
          server.closeAllConnections();
          return new Promise((resolve) => server.close(resolve));
        }),
      );
    },
  };
}

async function reply(
  source: string,
  standIn: StandIn,
  request: IncomingMessage,
  response: ServerResponse,
  options: ServeOptions,
): Promise<void> {
  const call = await readCall(request);
  options.onCall?.(source, call);
  await send(request, response, await standIn.answer(call));
}

async function readCall(request: IncomingMessage): Promise<StandInCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) headers[name] = [value ?? ""].flat().join(", ");
  return {
    method: request.method ?? "GET",
    url: new URL(request.url ?? "/", `http://${request.headers.host}`),
    headers,
    body: Buffer.concat(chunks).toString("utf8"),
  };
}

async function send(request: IncomingMessage, response: ServerResponse, reply: StandInReply): Promise<void> {
  const body = typeof reply.body === "string" ? Buffer.from(reply.body) : Buffer.from(reply.body);
  const packs = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? "")) && body.length > 1024;
  const sent = packs ? await pack(body) : body;
  response.writeHead(reply.status, {
    "content-type": "text/html; charset=utf-8",
    ...reply.headers,
    ...(packs && { "content-encoding": "gzip", vary: "accept-encoding" }),
    "content-length": sent.length,
  });
  response.end(request.method === "HEAD" ? undefined : sent);
}

const pack = (body: Uint8Array) =>
  new Promise<Buffer>((resolve, reject) =>
    gzip(body, { level: 1 }, (error, packed) => (error ? reject(error) : resolve(packed))),
  );
