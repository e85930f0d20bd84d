import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { disconnectSignal } from "../base/disconnect-signal.ts";
import type { StandIn, StandInCall, StandInReply } from "../contract/stand-in.ts";
import type { Fault } from "./faults.ts";
import { faultyAnswer } from "./faulty.ts";
import { type HealthyReply, injectFault } from "./inject-fault.ts";
import { replyPicture } from "./picture.ts";

const PACKED_FROM = 1024;
/** Large enough for a thousand simultaneous connections: a full queue would delay each by a second. */
const BACKLOG = 4096;
const pack = promisify(gzip);

export type StandInServer = Awaited<ReturnType<typeof serveStandIn>>;

/** Serves one stand-in site on its own loopback port, with its current fault. */
export async function serveStandIn(standIn: StandIn, firstPort: number, onCall: (call: StandInCall) => void) {
  const sockets = new Set<Socket>();
  let fault: Fault | null = null;
  let answered = 0;

  const server = createServer((request, response) => {
    reply(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
      response.end(`the stand-in failed: ${error instanceof Error ? error.stack : error}`);
    });
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });

  /** Listens, and returns the port. */
  async function listen(port: number): Promise<number> {
    server.listen({ port, host: "127.0.0.1", backlog: BACKLOG });
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  }

  async function close(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  }

  /**
   * Number of this request since the fault was switched on; infinite for robots.txt, which faults of the first n requests
   * spare.
   */
  const count = ({ url }: StandInCall): number =>
    url.pathname === "/robots.txt" ? Number.POSITIVE_INFINITY : ++answered;

  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request);
    const picture = replyPicture(call);
    if (picture) return void response.writeHead(picture.status, picture.headers).end(picture.body);
    onCall(call);
    const now = fault;
    if (now?.kind === "latency") await delay(now.number ?? 0, disconnectSignal(response));
    const answer = now ? await faultyAnswer(now, standIn, call, count(call)) : await standIn.answer(call);
    if (response.destroyed) return;
    const sent = await asSent(answer, call);
    if (now && (await injectFault(now, sent, response))) return;
    response.writeHead(sent.status, { ...sent.headers, "content-length": sent.body.length });
    response.end(call.method === "HEAD" ? undefined : sent.body);
  }

  const port = await listen(firstPort);
  return {
    origin: `http://127.0.0.1:${port}`,
    fault: () => fault,
    /** Connections currently open. */
    connections: () => sockets.size,

    /** Resolves when nobody is connected any more. */
    async quiet(): Promise<void> {
      for (const socket of sockets) await new Promise((resolve) => socket.once("close", resolve));
    },

    async setFault(next: Fault | null): Promise<void> {
      [fault, answered] = [next, 0];
      if (next?.kind === "refuse") await close();
      else if (!server.listening) await listen(port);
    },
    close,
  };
}

/** Waits, unless the client disconnects first. */
const delay = (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { signal }).catch(() => {});

async function readCall(request: IncomingMessage): Promise<StandInCall> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) headers[name] = [value ?? ""].flat().join(", ");
  return {
    method: request.method ?? "GET",
    url: new URL(request.url ?? "/", `http://${request.headers.host}`),
    headers,
    body: await text(request),
  };
}

async function asSent(reply: StandInReply, { headers }: StandInCall): Promise<HealthyReply> {
  const body = typeof reply.body === "string" ? Buffer.from(reply.body) : Buffer.from(reply.body);
  const named = { "content-type": "text/html; charset=utf-8", ...reply.headers };
  if (body.length < PACKED_FROM || !/\bgzip\b/.test(headers["accept-encoding"] ?? "")) {
    return { status: reply.status, headers: named, body };
  }
  const packed = { ...named, "content-encoding": "gzip", vary: "accept-encoding" };
  return { status: reply.status, headers: packed, body: await pack(body, { level: 1 }) };
}
