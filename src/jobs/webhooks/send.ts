import { once } from "node:events";
import { Readable } from "node:stream";
import { Agent, type Dispatcher } from "undici";
import type { Clock } from "../../base/clock.ts";
import { allowHosts, type Connector, guardedConnector, type Resolve } from "../../extraction/egress/connector.ts";
import { outgoingFailure } from "../../extraction/egress/outgoing-failure.ts";

export interface Sent {
  status: number | null;
  /** The first part of the receiver's response. */
  answer: string;
  error: string | null;
  ms: number;
}

type Deliver<Body> = (url: string, headers: Record<string, string>, body: Body, signal: AbortSignal) => Promise<Sent>;
export type Send = Deliver<string>;
export type Put = Deliver<Readable>;

export interface SenderOptions {
  clock: Clock;
  /** Hosts inside the network that the operator allows. */
  privateHosts: readonly string[];
  resolve?: Resolve;
  dial?: Connector;
}

/** A connection, the first byte of a response, and the next part of a file each end an attempt if they take longer. */
const IDLE_MS = 10_000;
/** The whole of an attempt. */
const EVENT_MS = 10_000;
const FILE_MS = 300_000;
const MAX_ANSWER_BYTES = 64 * 1024;
/** Characters of a response that the log keeps. */
const SHOWN_CHARACTERS = 1_000;

/**
 * Sends to an address chosen by a stranger, with the same guards as any outgoing request (no private network, the name
 * resolved once), no redirects, and at most 64 kB of response. An event has 10 s in all, a file 10 s without progress.
 */
export function createSender({ clock, privateHosts, resolve, dial }: SenderOptions): {
  send: Send;
  put: Put;
  close(): Promise<void>;
} {
  const connect = guardedConnector({
    mayBePrivate: allowHosts(privateHosts),
    ...(resolve && { resolve }),
    ...(dial && { dial }),
  });
  const agent = new Agent({ connect, allowH2: false, headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 1_000 });

  async function exchange(
    method: "POST" | "PUT",
    ms: number,
    ...[url, headers, body, signal]: Parameters<Deliver<string | Readable>>
  ): Promise<Sent> {
    const started = clock.now();
    const stop = new AbortController();
    const late = (what: string, limitMs: number) => () =>
      stop.abort(new Error(`no ${what} within ${limitMs / 1000} seconds`));
    const callOff = clock.after(ms, late("complete response", ms));
    const idle = idleTimer(clock, late("progress", IDLE_MS));
    const either = AbortSignal.any([stop.signal, signal]);
    const sent = (status: number | null, answer: string, error: string | null): Sent => ({
      status,
      answer: answer.slice(0, SHOWN_CHARACTERS),
      error,
      ms: clock.now() - started,
    });
    try {
      const { origin, pathname, search } = new URL(url);
      const answer = await agent.request({
        origin,
        path: pathname + search,
        method,
        headers,
        body: typeof body === "string" ? body : Readable.from(observed(body, idle.touch), { objectMode: false }),
        signal: either,
      });
      idle.touch();
      const text = await firstPart(answer.body);
      const ok = answer.statusCode >= 200 && answer.statusCode < 300;
      return sent(answer.statusCode, text, ok ? null : `the receiver responded with ${answer.statusCode}`);
    } catch (error) {
      return sent(null, "", outgoingFailure(either.aborted ? either.reason : error));
    } finally {
      callOff();
      idle.stop();
    }
  }

  return {
    send: (...event) => exchange("POST", EVENT_MS, ...event),
    put: (...file) => exchange("PUT", FILE_MS, ...file),
    close: () => agent.destroy(),
  };
}

function idleTimer(clock: Clock, then: () => void) {
  let callOff = clock.after(IDLE_MS, then);
  return {
    touch(): void {
      callOff();
      callOff = clock.after(IDLE_MS, then);
    },
    stop: (): void => callOff(),
  };
}

/** Calls `onChunk` for each part of a file that the receiver takes. */
async function* observed(body: Readable, onChunk: () => void): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    onChunk();
    yield chunk;
  }
}

/** Reads up to the limit and closes, so that an endless response is not awaited. */
async function firstPart(body: Dispatcher.ResponseData["body"]): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= MAX_ANSWER_BYTES) break;
  }
  if (!body.readableEnded && !body.destroyed) {
    const closed = once(body, "close").catch(() => {});
    body.destroy();
    await closed;
  }
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString("utf8").replaceAll("\0", "").toWellFormed();
}
