import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import { errorCode, errorMessage } from "../../base/thrown.ts";
import { NotResponding, Unreadable, WinnowError } from "../../contract/errors.ts";
import { pageMemory } from "./page-memory.ts";
import type { Exchange, RawAnswer } from "./transport.ts";
import { unpack } from "./unpack.ts";

/** One exchange over an undici dispatcher; connection errors become a `SourceError`. */
export async function sendThrough(dispatcher: Dispatcher, exchange: Exchange): Promise<RawAnswer> {
  const { url, method, headers, body, signal, maxBytes } = exchange;
  try {
    const options = { origin: url.origin, path: url.pathname + url.search, method, headers, body };
    const { status, headers: received, body: packed } = await wholeAnswer(dispatcher, options, exchange);
    const plain = plainHeaders(received);
    const unpacked = await unpack(packed, plain["content-encoding"] ?? "", maxBytes, signal);
    const setCookies = [received["set-cookie"] ?? []].flat();
    return {
      status,
      headers: plain,
      setCookies,
      body: unpacked,
      ...(unpacked !== packed && { packed: pageMemory.own(packed) }),
    };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof WinnowError) throw error;
    throw new NotResponding(`${errorCode(error) || "error"} ${errorMessage(error)}`, error);
  }
}

function plainHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && name !== "set-cookie") plain[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return plain;
}

interface Limits {
  maxBytes: number;
  /** Called as bytes arrive. */
  onBytes(count: number): void;
  signal: AbortSignal;
}

/** A raw response with its whole body. */
interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  body: Uint8Array;
}

/**
 * Sends a request and collects the response without a stream. A body that declares too large a size is not read at all;
 * otherwise the connection is closed at the first byte above `maxBytes`.
 */
const wholeAnswer = (dispatcher: Dispatcher, options: Dispatcher.DispatchOptions, limits: Limits) =>
  new Promise<Received>((resolve, reject) => {
    limits.signal.throwIfAborted();
    dispatcher.dispatch(options, new Gathering(limits, resolve, reject));
  });

class Gathering implements Dispatcher.DispatchHandler {
  readonly #limits: Limits;
  readonly #resolve: (answer: Received) => void;
  readonly #reject: (error: unknown) => void;
  readonly #leave = () => this.#fail(this.#limits.signal.reason);
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | null = null;
  #size = 0;
  #status = 0;
  #headers: IncomingHttpHeaders = {};

  constructor(limits: Limits, resolve: (answer: Received) => void, reject: (error: unknown) => void) {
    this.#limits = limits;
    this.#resolve = resolve;
    this.#reject = reject;
    limits.signal.addEventListener("abort", this.#leave, { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Cancelled while it waited for a connection.
    if (this.#limits.signal.aborted) controller.abort(this.#limits.signal.reason);
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    if (Number(headers["content-length"] ?? 0) > this.#limits.maxBytes) this.#fail(this.#tooLarge());
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (controller.aborted) return;
    this.#limits.onBytes(chunk.length);
    this.#size += chunk.length;
    if (this.#size <= this.#limits.maxBytes) this.#chunks.push(chunk);
    else this.#fail(this.#tooLarge());
  }

  onResponseEnd(): void {
    this.#release();
    this.#resolve({ status: this.#status, headers: this.#headers, body: Buffer.concat(this.#chunks, this.#size) });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#release();
    this.#reject(error);
  }

  #fail(error: Error): void {
    this.#release();
    this.#reject(error);
    this.#controller?.abort(error);
  }

  #release(): void {
    this.#limits.signal.removeEventListener("abort", this.#leave);
  }

  #tooLarge(): Unreadable {
    return new Unreadable(`the body is larger than ${this.#limits.maxBytes} bytes`);
  }
}
