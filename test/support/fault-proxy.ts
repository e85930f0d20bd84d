import { once } from "node:events";
import { createServer, type IncomingMessage, request as open, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What happens to a response on its way. Each can happen anywhere in the body, except where it says where. */
export const faultKinds = {
  "cut before the first byte": { where: "head", how: "close" },
  "cut in the middle": { where: "middle", how: "close" },
  "ended in the middle by a proxy": { where: "middle", how: "end" },
  "cut before the end": { where: "last", how: "close" },
  "ended before the end by a proxy": { where: "last", how: "end" },
  "cut after the last byte": { where: "after", how: "close" },
  reset: { where: "middle", how: "reset" },
  stall: { where: "middle", how: "stall" },
  "stall before the first byte": { where: "head", how: "stall" },
  "swallowed answer": { where: "nowhere", how: "close" },
} as const satisfies Record<string, Way>;

export type FaultKind = keyof typeof faultKinds;

interface Way {
  /**
   * How much passes: nothing, some of the body, all but its last line or byte, or all but the word that it has ended.
   * `nowhere` takes all from the service, and passes nothing.
   */
  where: "head" | "middle" | "last" | "after" | "nowhere";
  how: "close" | "end" | "reset" | "stall";
}

export interface Fault {
  /** What happens to the first matching response, to the second, and so on; then all pass. */
  kinds: FaultKind[];
  /** Which share of the body's bytes passes, if it breaks in the middle. */
  share: number;
  /** Whether the service may compress the response. */
  compressed: boolean;
  matches(request: IncomingMessage): boolean;
}

export interface FaultProxy extends AsyncDisposable {
  url: string;
  /** Adds a fault; returns how often it has been applied. */
  add(fault: Fault): { applied: number; remove(): void };
}

/** A proxy between clients and a service. Everything passes, except responses for which a fault was added. */
export async function openFaultProxy(service: string): Promise<FaultProxy> {
  const faults = new Set<Fault & { applied: number }>();
  /** The size of the last whole response at a path without its ids, to cut the next one at a share of it. */
  const sizes = new Map<string, number>();
  let clients = 0;
  const server = createServer((request, reply) => {
    // A client that reuses a connection may find it closed, which is no fault of this table.
    reply.shouldKeepAlive = false;
    const fault = [...faults].find(({ applied, kinds, matches }) => applied < kinds.length && matches(request));
    const way = fault ? faultKinds[fault.kinds[fault.applied++]!] : null;
    const place = request.url!.replaceAll(/[0-9a-f-]{36}|\?.*/g, "");
    const { connection: _, ...headers } = request.headers;
    if (fault?.compressed === false) headers["accept-encoding"] = "identity";
    // Limits by address are not what is tested, so each request has its own.
    clients += 1;
    const address = `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`;
    const sent = open(`${service}${request.url}`, {
      method: request.method!,
      headers: { ...headers, "x-forwarded-for": address },
      agent: false,
    });
    request.pipe(sent);
    sent.on("error", () => reply.destroy());
    if (way?.where !== "nowhere") reply.on("close", () => sent.destroy());
    sent.on("response", (answer) => {
      const middle = Math.floor((sizes.get(place) ?? 1_000) * (fault?.share ?? 1));
      const passed = way ? broken(answer, reply, way, middle) : whole(answer, reply);
      passed.then((size) => size && sizes.set(place, size)).catch(() => reply.destroy());
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add(fault) {
      const added = { ...fault, applied: 0 };
      faults.add(added);
      return Object.assign(added, { remove: () => void faults.delete(added) });
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The header fields of a response, for another connection; without its length if the proxy ends it early. */
function passedHeaders(answer: IncomingMessage, keepLength: boolean): Record<string, string | string[] | undefined> {
  const {
    connection: _,
    "transfer-encoding": __,
    "keep-alive": ___,
    "content-length": length,
    ...rest
  } = answer.headers;
  return { ...rest, ...(keepLength && length !== undefined && { "content-length": length }) };
}

async function whole(answer: IncomingMessage, reply: ServerResponse): Promise<number> {
  reply.writeHead(answer.statusCode!, passedHeaders(answer, true));
  let size = 0;
  for await (const bytes of answer as AsyncIterable<Buffer>) {
    size += bytes.length;
    reply.write(bytes);
  }
  reply.addTrailers(answer.trailers as Record<string, string>);
  reply.end();
  return answer.statusCode === 200 ? size : 0;
}

async function broken(
  answer: IncomingMessage,
  reply: ServerResponse,
  { where, how }: Way,
  middle: number,
): Promise<void> {
  if (where === "head") return stop(reply, how);
  if (where === "nowhere") {
    for await (const _ of answer) {
      // Taken from the service, and lost.
    }
    return stop(reply, how);
  }
  reply.writeHead(answer.statusCode!, passedHeaders(answer, how !== "end"));
  reply.flushHeaders();
  const max = where === "middle" ? middle : Number.POSITIVE_INFINITY;
  const byLine = /ndjson|csv/.test(answer.headers["content-type"] ?? "") && !answer.headers["content-encoding"];
  let passed = 0;
  let held = Buffer.alloc(0);
  for await (const bytes of answer as AsyncIterable<Buffer>) {
    const all = Buffer.concat([held, bytes]);
    const ready = where === "last" ? all.subarray(0, byLine ? lastLineStart(all) : all.length - 1) : all;
    held = all.subarray(ready.length);
    const part = ready.subarray(0, max - passed);
    passed += part.length;
    if (part.length > 0) await new Promise((resolve) => reply.write(part, resolve));
    if (passed >= max) break;
  }
  return stop(reply, how);
}

/** Where the last line begins: it is held back until another follows. */
const lastLineStart = (bytes: Buffer): number => bytes.lastIndexOf(10, bytes.length - 2) + 1;

function stop(reply: ServerResponse, how: Way["how"]): void {
  if (how === "end") reply.end();
  else if (how === "reset") reply.socket?.resetAndDestroy();
  else if (how === "close") reply.destroy();
}
