import { once } from "node:events";
import type { Readable } from "node:stream";
import { Agent, type Dispatcher } from "undici";
import type { Clock } from "../../base/clock.ts";
import { codeOf, messageOf } from "../../base/thrown.ts";
import { type Connector, ForbiddenAddress, guardedConnector, type Resolve } from "../../extraction/egress/connector.ts";

export interface Sent {
  status: number | null;
  /** The first part of the receiver's response. */
  answer: string;
  error: string | null;
  ms: number;
}

export type Send = (url: string, headers: Record<string, string>, body: string) => Promise<Sent>;
export type Put = (url: string, headers: Record<string, string>, body: Readable) => Promise<Sent>;

export interface SenderOptions {
  clock: Clock;
  /** Hosts inside the network that the operator allows. */
  privateHosts: readonly string[];
  resolve?: Resolve;
  dial?: Connector;
}

const TIMEOUT_MS = 10_000;
/** Longer, because a file may be large. */
export const PUT_TIMEOUT_MS = 300_000;
const MOST_ANSWER_BYTES = 64 * 1024;
/** Characters of a response that the log keeps. */
const SHOWN_CHARACTERS = 1_000;

/**
 * Sends to an address chosen by a stranger, with the same guards as any outgoing request (no private network, the name
 * resolved once), no redirects, and at most 10 s and 64 kB of response.
 */
export function createSender({ clock, privateHosts, resolve, dial }: SenderOptions): {
  send: Send;
  put: Put;
  close(): Promise<void>;
} {
  const connect = guardedConnector({
    mayBePrivate: (origin) => privateHosts.includes(new URL(origin).hostname),
    ...(resolve && { resolve }),
    ...(dial && { dial }),
  });
  const agent = new Agent({ connect, allowH2: false, headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 1_000 });

  async function exchange(
    method: "POST" | "PUT",
    { url, headers, body, ms }: { url: string; headers: Record<string, string>; body: string | Readable; ms: number },
  ): Promise<Sent> {
    const started = clock.now();
    const stop = new AbortController();
    const late = new Error(`no complete response within ${ms / 1000} seconds`);
    const callOff = clock.after(ms, () => stop.abort(late));
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
        body,
        signal: stop.signal,
      });
      const text = await firstPart(answer.body);
      const ok = answer.statusCode >= 200 && answer.statusCode < 300;
      return sent(answer.statusCode, text, ok ? null : `the receiver responded with ${answer.statusCode}`);
    } catch (error) {
      return sent(null, "", reasonOf(stop.signal.aborted ? late : error));
    } finally {
      callOff();
    }
  }

  return {
    send: (url, headers, body) => exchange("POST", { url, headers, body, ms: TIMEOUT_MS }),
    put: (url, headers, body) => exchange("PUT", { url, headers, body, ms: PUT_TIMEOUT_MS }),
    close: () => agent.destroy(),
  };
}

/** Reads up to the limit and closes, so that an endless response is not awaited. */
async function firstPart(body: Dispatcher.ResponseData["body"]): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= MOST_ANSWER_BYTES) break;
  }
  if (!body.readableEnded && !body.destroyed) {
    const closed = once(body, "close").catch(() => {});
    body.destroy();
    await closed;
  }
  return Buffer.concat(chunks).subarray(0, MOST_ANSWER_BYTES).toString("utf8").replaceAll("\0", "").toWellFormed();
}

function reasonOf(error: unknown): string {
  if (error instanceof ForbiddenAddress)
    return "the address is inside a private network; WINNOW_PRIVATE_HOSTS can allow it";
  const code = codeOf(error);
  return code ? `${code}: ${messageOf(error)}` : messageOf(error);
}
