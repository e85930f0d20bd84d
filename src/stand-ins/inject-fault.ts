import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
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

/** Faults of the connection: how, or whether, the bytes of a good reply are sent. False for a fault of another kind. */
export async function injectFault(fault: Fault, reply: HealthyReply, response: ServerResponse): Promise<boolean> {
  const number = fault.number ?? 0;
  const head = (headers: Record<string, string | number> = {}) => {
    response.writeHead(reply.status, { ...reply.headers, "content-length": reply.body.length, ...headers });
    response.flushHeaders();
  };
  switch (fault.kind) {
    case "reset":
      head();
      response.write(reply.body.subarray(0, number), () => response.socket?.resetAndDestroy());
      break;
    case "truncate":
      head();
      response.write(reply.body.subarray(0, Math.floor((reply.body.length * number) / 100)), () =>
        response.socket?.end(),
      );
      break;
    case "hang":
      head();
      break;
    case "drip":
      head();
      await drip(reply.body, number, response);
      break;
    case "huge":
      // No content length: a client that trusted it would not read the bytes.
      response.writeHead(reply.status, { "content-type": reply.headers["content-type"] });
      await pour(number, response);
      break;
    case "bomb": {
      const part = await pack(Buffer.alloc(BOMB_PART_BYTES));
      const parts = Math.ceil(number / BOMB_PART_BYTES);
      head({ "content-length": part.length * parts, "content-encoding": "gzip" });
      for (let sent = 0; sent < parts; sent++) response.write(part);
      response.end();
      break;
    }
    default:
      return false;
  }
  return true;
}

/** Sends the parts until they end or the client disconnects. */
const sent = (parts: () => Iterable<Buffer> | AsyncIterable<Buffer>, response: ServerResponse) =>
  pipeline(parts, response).catch(() => {});

const drip = (body: Buffer, everyMs: number, response: ServerResponse) =>
  sent(async function* () {
    for (let at = 0; at < body.length; at++) {
      await setTimeout(everyMs);
      yield body.subarray(at, at + 1);
    }
  }, response);

const pour = (bytes: number, response: ServerResponse) =>
  sent(function* () {
    for (let left = bytes; left > 0; left -= CHUNK.length) yield CHUNK.subarray(0, left);
  }, response);
