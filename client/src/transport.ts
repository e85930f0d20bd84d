import { ConnectionFailed, errorOf, UnexpectedAnswer, WinnowError } from "./errors.ts";
import { longFetch } from "./long-fetch.ts";
import { recordsOf } from "./ndjson.ts";
import { retrying, type Wait, wait } from "./retrying.ts";
import { addressAndKey, type TransferOptions, type WinnowOptions } from "./settings.ts";
import { timeLimit } from "./time-limit.ts";
import { userAgent } from "./user-agent.ts";

export interface Exchange {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** How long the service itself may take, in seconds. */
  timeout: number;
  /** What the caller says of this one. */
  options?: TransferOptions & { signal?: AbortSignal };
}

/** An answer whose body is still to come; `done` ends its time limit. */
export interface Opened {
  response: Response;
  done(): void;
}

/** What an answer may be late by: the way there and back. */
const MARGIN_SECONDS = 15;
/** For routes that ask no site. */
const OWN_SECONDS = 60;

/** Sends requests and repeats them where that can help. */
export class Transport {
  readonly #options: WinnowOptions;
  readonly #url: string;
  readonly #key: string;
  readonly #closed = new AbortController();

  constructor(options: WinnowOptions) {
    this.#options = options;
    ({ url: this.#url, key: this.#key } = addressAndKey(options));
  }

  /** Stops whatever is in flight. */
  close(): void {
    this.#closed.abort(new WinnowError("the client was closed"));
  }

  /** An answer, read to its end within the attempt: one that is cut short is asked for again. */
  json<T>(exchange: Exchange): Promise<{ body: T; headers: Headers }> {
    return this.#attempts(exchange, async (signal, done) => {
      try {
        const response = await this.#fetch(exchange, signal);
        return { body: await jsonOf<T>(response), headers: response.headers };
      } finally {
        done();
      }
    });
  }

  async get<T>(path: string): Promise<T> {
    return (await this.json<T>({ method: "GET", path, timeout: OWN_SECONDS })).body;
  }

  /** `once` for what must not be done twice: an attempt that failed is not repeated. */
  async post<T>(path: string, body: object = {}, { once = false } = {}): Promise<T> {
    const exchange = { method: "POST", path, body: JSON.stringify(body), timeout: OWN_SECONDS } as const;
    const headers = { "content-type": "application/json" };
    return (await this.json<T>({ ...exchange, headers, ...(once && { options: { maxRetries: 0 } }) })).body;
  }

  async delete<T>(path: string): Promise<T> {
    return (await this.json<T>({ method: "DELETE", path, timeout: OWN_SECONDS })).body;
  }

  open(exchange: Exchange): Promise<Opened> {
    return this.#attempts(exchange, async (signal, done) => {
      try {
        return { response: await this.#fetch(exchange, signal), done };
      } catch (error) {
        done();
        throw error;
      }
    });
  }

  /** Records that are kept, a line each. */
  async *lines<Rec>(exchange: Exchange): AsyncGenerator<Rec, void, undefined> {
    const { response, done } = await this.open({ ...exchange, headers: { accept: "application/x-ndjson" } });
    try {
      yield* recordsOf<Rec>(response);
    } catch (error) {
      throw connectionError(error, exchange.options?.signal);
    } finally {
      done();
    }
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
  wait: Wait = (milliseconds, signal) => (this.#options.wait ?? wait)(milliseconds, signal);

  #attempts<T>(exchange: Exchange, attempt: (signal: AbortSignal, done: () => void) => Promise<T>): Promise<T> {
    const { signal: stop, ...own } = exchange.options ?? {};
    const options = { ...this.#options, ...own };
    const attemptMs = (options.timeout ?? exchange.timeout + MARGIN_SECONDS) * 1000;
    const retry = {
      retries: options.maxRetries ?? 3,
      maxRetryAfter: options.maxRetryAfter ?? 65,
      attemptMs,
      wait: this.wait,
      signal: stop,
      onRetry: (told: Parameters<NonNullable<typeof options.onRetry>>[0]) => {
        const { delay, error } = told;
        options.logger?.info(`${exchange.method} ${exchange.path}: again in ${delay} ms: ${error.message}`);
        options.onRetry?.(told);
      },
    };
    return retrying(retry, async () => {
      const { signal, stopped, done } = timeLimit(attemptMs, [stop, this.#closed.signal]);
      try {
        // A `fetch` that does not heed its signal does not hold the caller up.
        return await Promise.race([attempt(signal, done), stopped]);
      } catch (error) {
        throw connectionError(signal.aborted ? signal.reason : error, stop);
      }
    });
  }

  async #fetch({ method, path, headers, body, options = {} }: Exchange, signal: AbortSignal): Promise<Response> {
    const fetch = options.fetch ?? this.#options.fetch ?? longFetch;
    const logger = options.logger ?? this.#options.logger;
    const started = Date.now();
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        accept: "application/json",
        ...userAgent(),
        ...this.#options.headers,
        ...headers,
        ...options.headers,
        // A service tells some things without a key.
        ...(this.#key !== "" && { "access-token": this.#key }),
      },
      signal,
      redirect: "manual",
      ...(body !== undefined && { body }),
    });
    const request = response.headers.get("x-request-id");
    logger?.debug(`${method} ${path}: ${response.status} in ${Date.now() - started} ms, request ${request}`);
    if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
      const place = response.headers.get("location");
      throw new UnexpectedAnswer(`${this.#url}${path}`, response.status, `a redirect to ${place ?? "somewhere else"}`);
    }
    if (!response.ok) throw await errorOf(response);
    return response;
  }
}

async function jsonOf<T>(response: Response): Promise<T> {
  const type = response.headers.get("content-type") ?? "no content type";
  if (!type.includes("json")) {
    throw new UnexpectedAnswer(response.url, response.status, type, await response.text());
  }
  return (await response.json()) as T;
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
