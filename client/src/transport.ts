import { ConnectionFailed, errorOf } from "./errors.ts";
import { longFetch } from "./long-fetch.ts";
import type { CallOptions } from "./operation.ts";
import { retrying, type Wait, wait } from "./retrying.ts";

export interface WinnowOptions {
  /** Where the service is, such as `http://127.0.0.1:8080`. */
  url: string;
  /** Your API key. */
  key: string;
  /** How often a failed attempt is repeated; 3 unless given. */
  retries?: number;
  /** The longest `Retry-After` that is waited for, in seconds; 65 unless given. */
  maxRetryAfter?: number;
  /** Instead of the runtime's own `fetch`. */
  fetch?: typeof fetch;
  /** How to wait between attempts: a test gives its own clock. */
  wait?: Wait;
}

export interface Exchange extends Pick<CallOptions, "signal" | "retries" | "onRetry"> {
  method: "GET" | "POST" | "DELETE";
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** How long the service itself may take, in seconds. */
  timeout: number;
}

/** What an answer may be late by: the way there and back. */
const MARGIN_SECONDS = 15;

/** Sends requests and repeats them where that can help. */
export class Transport {
  readonly #options: WinnowOptions;

  constructor(options: WinnowOptions) {
    this.#options = { ...options, url: options.url.replace(/\/+$/, "") };
  }

  /** An answer, read to its end within the attempt: one that is cut short is asked for again. */
  json<T>(exchange: Exchange): Promise<{ body: T; headers: Headers }> {
    return this.#attempts(exchange, async (signal) => {
      const response = await this.#fetch(exchange, signal);
      return { body: (await response.json()) as T, headers: response.headers };
    });
  }

  /** An answer whose body is still to come. `signal` ends with the call's time. */
  open(exchange: Exchange): Promise<{ response: Response; signal: AbortSignal }> {
    return this.#attempts(exchange, async (signal) => ({ response: await this.#fetch(exchange, signal), signal }));
  }

  /** Rows of a list, page by page for as long as they are read. */
  async *pages<Row>(path: string, filter: Record<string, string>, limit: number): AsyncGenerator<Row, void, undefined> {
    let cursor: string | null = null;
    do {
      const query = new URLSearchParams({ ...filter, limit: String(limit), ...(cursor !== null && { cursor }) });
      const exchange: Exchange = { method: "GET", path: `${path}?${query}`, timeout: 30 };
      const { body, headers }: { body: Row[]; headers: Headers } = await this.json<Row[]>(exchange);
      yield* body;
      cursor = headers.get("x-next-cursor");
    } while (cursor !== null);
  }

  /** Waits as between attempts. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return (this.#options.wait ?? wait)(milliseconds, signal);
  }

  #attempts<T>(exchange: Exchange, attempt: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const attemptMs = (exchange.timeout + MARGIN_SECONDS) * 1000;
    const options = {
      retries: exchange.retries ?? this.#options.retries ?? 3,
      maxRetryAfter: this.#options.maxRetryAfter ?? 65,
      attemptMs,
      wait: this.#options.wait ?? wait,
      signal: exchange.signal,
      onRetry: exchange.onRetry,
    };
    return retrying(options, () => {
      const late = AbortSignal.timeout(attemptMs);
      const signal = exchange.signal ? AbortSignal.any([exchange.signal, late]) : late;
      return attempt(signal).catch((error) => {
        throw connectionError(error, exchange.signal);
      });
    });
  }

  async #fetch({ method, path, headers, body }: Exchange, signal: AbortSignal): Promise<Response> {
    const { url, key, fetch = longFetch } = this.#options;
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { "access-token": key, accept: "application/json", ...headers },
      signal,
      redirect: "error",
      ...(body !== undefined && { body }),
    });
    if (!response.ok) throw await errorOf(response);
    return response;
  }
}

/** What `fetch` throws says little; a stop by the caller stays what it is. */
export function connectionError(error: unknown, stop: AbortSignal | undefined): unknown {
  if (stop?.aborted) return stop.reason;
  if (!(error instanceof Error)) return error;
  if (error.name === "TimeoutError") return new ConnectionFailed("no answer in time", { cause: error });
  if (error instanceof TypeError || error instanceof SyntaxError || error.name === "AbortError") {
    const { cause } = error as { cause?: { message?: string } };
    return new ConnectionFailed(`no whole answer: ${cause?.message || error.message}`, { cause: error });
  }
  return error;
}

/** Node 18 has no `crypto` of its own in every file; the key must differ from others, it need not be a secret. */
export const newKey = (): string =>
  globalThis.crypto?.randomUUID?.() ?? Array.from({ length: 4 }, () => Math.random().toString(36).slice(2)).join("-");
