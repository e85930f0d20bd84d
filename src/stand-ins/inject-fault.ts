import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { StandInReply } from "../contract/stand-in.ts";
import type { Fault } from "./faults.ts";

/** The complete reply without a fault. */
export interface HealthyReply extends StandInReply {
  headers: Record<string, string>;
  body: Buffer;
}

const CHUNK = Buffer.alloc(64 * 1024, " ");
const BOMB_PART_BYTES = 8 * 1024 * 1024;
const pack = promisify(gzip);

/** Faults of the connection: how, or whether, the bytes of a good reply are sent. */
export async function injectFault(fault: Fault, reply: HealthyReply, response: ServerResponse): Promise<void> {
  const number = fault.number ?? 0;
  const head = (headers: Record<string, string | number> = {}) => {
    response.writeHead(reply.status, { ...reply.headers, "content-length": reply.body.length, ...headers });
    response.flushHeaders();
  };
  switch (fault.kind) {
    case "reset":
      head();
      response.write(reply.body.subarray(0, number), () => response.socket?.resetAndDestroy());
      return;
    case "truncate":
      head();
      response.write(reply.body.subarray(0, Math.floor((reply.body.length * number) / 100)), () =>
        response.socket?.end(),
      );
      return;
    case "hang":
      head();
      return;
    case "drip":
      head();
      return drip(reply.body, number, response);
    case "huge":
      // No content length: a client that trusted it would not read the bytes.
      response.writeHead(reply.status, { "content-type": reply.headers["content-type"] });
      return pour(number, response);
    case "bomb": {
      const part = await pack(Buffer.alloc(BOMB_PART_BYTES));
      const parts = Math.ceil(number / BOMB_PART_BYTES);
      head({ "content-length": part.length * parts, "content-encoding": "gzip" });
      for (let sent = 0; sent < parts; sent++) response.write(part);
      response.end();
      return;
    }
    default:
      throw new Error(`${fault.kind} is not about the wire`);
  }
}

async function drip(body: Buffer, everyMs: number, response: ServerResponse): Promise<void> {
  let at = 0;
  const timer = setInterval(() => {
    if (at < body.length) response.write(body.subarray(at, ++at));
    else response.end();
  }, everyMs);
  await once(response, "close");
  clearInterval(timer);
}

async function pour(bytes: number, response: ServerResponse): Promise<void> {
  for (let sent = 0; sent < bytes && !response.destroyed; sent += CHUNK.length) {
    if (!response.write(CHUNK.subarray(0, bytes - sent))) await drainedOrClosed(response);
  }
  response.end();
}

function drainedOrClosed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      response.off("drain", go).off("close", go);
      resolve();
    };
    response.on("drain", go).on("close", go);
  });
}
