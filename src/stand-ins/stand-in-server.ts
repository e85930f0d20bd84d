import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { disconnectSignal } from "../base/disconnect-signal.ts";
import type { StandIn, StandInCall, StandInReply } from "../contract/stand-in.ts";
import type { Fault, FaultKind } from "./faults.ts";
import { faultyAnswer } from "./faulty.ts";
import { type HealthyReply, injectFault } from "./inject-fault.ts";
import { replyPicture } from "./picture.ts";

const WIRE_FAULTS = new Set<FaultKind>(["reset", "truncate", "hang", "drip", "huge", "bomb"]);
const PACKED_FROM = 1024;
/** Large enough for a thousand simultaneous connections: a full queue would delay each by a second. */
const BACKLOG = 4096;
const pack = promisify(gzip);

/** One stand-in site on its own loopback port, with its current fault. */
export class StandInServer {
  readonly #standIn: StandIn;
  readonly #onCall: (call: StandInCall) => void;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #port: number;
  #answered = 0;
  #fault: Fault | null = null;

  constructor(standIn: StandIn, port: number, onCall: (call: StandInCall) => void) {
    this.#standIn = standIn;
    this.#port = port;
    this.#onCall = onCall;
    this.#server = createServer((request, response) => {
      this.#reply(request, response).catch((error: unknown) => {
        if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
        response.end(`the stand-in failed: ${error instanceof Error ? error.stack : error}`);
      });
    });
    this.#server.on("connection", (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    });
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get fault(): Fault | null {
    return this.#fault;
  }

  /** Connections currently open. */
  get connections(): number {
    return this.#sockets.size;
  }

  /** Resolves when nobody is connected any more. */
  async quiet(): Promise<void> {
    for (const socket of this.#sockets) await new Promise((resolve) => socket.once("close", resolve));
  }

  async listen(): Promise<void> {
    this.#server.listen({ port: this.#port, host: "127.0.0.1", backlog: BACKLOG });
    await once(this.#server, "listening");
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async setFault(fault: Fault | null): Promise<void> {
    this.#fault = fault;
    this.#answered = 0;
    if (fault?.kind === "refuse") await this.close();
    else if (!this.#server.listening) await this.listen();
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  /**
   * Number of this request since the fault was switched on; infinite for robots.txt, which faults of the first n requests
   * spare.
   */
  #count({ url }: StandInCall): number {
    return url.pathname === "/robots.txt" ? Number.POSITIVE_INFINITY : ++this.#answered;
  }

  async #reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request);
    const picture = replyPicture(call);
    if (picture) return void response.writeHead(picture.status, picture.headers).end(picture.body);
    this.#onCall(call);
    const fault = this.#fault;
    if (fault?.kind === "latency") await delay(fault.number ?? 0, disconnectSignal(response));
    const answer = fault
      ? await faultyAnswer(fault, this.#standIn, call, this.#count(call))
      : await this.#standIn.answer(call);
    if (response.destroyed) return;
    const reply = await asSent(answer, call);
    if (fault && WIRE_FAULTS.has(fault.kind)) return injectFault(fault, reply, response);
    response.writeHead(reply.status, { ...reply.headers, "content-length": reply.body.length });
    response.end(call.method === "HEAD" ? undefined : reply.body);
  }
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
