import { ApiError, ConnectionFailed, NotFound, TimedOut, UnexpectedAnswer, WinnowError } from "./errors.ts";
import { begun, counted, NDJSON, readRecords } from "./ndjson.ts";
import { refuseMisspelt, transferOf } from "./options.ts";
import { Place } from "./place.ts";
import { RateQueue } from "./rate-queue.ts";
import { retrying, type Wait, wait } from "./retrying.ts";
import { addressAndKey, type TransferOptions, type WinnowOptions } from "./settings.ts";
import { timeLimit } from "./time-limit.ts";
import { version } from "./version.ts";

export interface Exchange {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** Seconds the service itself may take. */
  timeout: number;
  /** The caller's options for this request. */
  options?: TransferOptions & { signal?: AbortSignal };
}

/** A response whose first record has arrived; `done` ends its time limit. */
export interface Opened<Rec> {
  headers: Headers;
  records: AsyncGenerator<Rec, void, undefined>;
  done(): void;
}

/** Allowance for network latency. */
const MARGIN_SECONDS = 15;
/** For endpoints that call no site. Checking a large batch takes long. */
const OWN_SECONDS = 120;
const ROWS_A_PAGE = 100;

/** A call to an endpoint, as made by the generated methods. */
export interface EndpointCall {
  method: Exchange["method"];
  path: string;
  query?: Record<string, string | number | boolean | Date | null | undefined>;
  body?: object;
  /** The options of the method that are fields of the query or the body. */
  options?: readonly string[];
  /** How to retry if no response arrived: freely, or with the same idempotency key. */
  retry: "safe" | "idempotency-key";
  /** The one field of the response to return. */
  pick?: string;
}

export type EndpointOptions = TransferOptions & { signal?: AbortSignal };

function exchangeOf(call: EndpointCall, options: EndpointOptions & { idempotencyKey?: string }): Exchange {
  const { method, path, query = {}, body, retry } = call;
  const { idempotencyKey = newKey() } = options;
  refuseMisspelt(options, ["idempotencyKey", ...(call.options ?? [])]);
  const filled = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(
    filled.map(([name, value]): [string, string] => [
      name,
      value instanceof Date ? value.toISOString() : String(value),
    ]),
  );
  return {
    method,
    path: filled.length > 0 ? `${path}?${search}` : path,
    timeout: OWN_SECONDS,
    headers: {
      ...(body && { "content-type": "application/json" }),
      ...(retry === "idempotency-key" && { "idempotency-key": idempotencyKey }),
    },
    ...(body && { body: JSON.stringify(body) }),
    options: transferOf(options),
  };
}

/** Sends requests and retries them where that can help. */
export class Transport {
  readonly #options: WinnowOptions;
  readonly #url: string;
  readonly #key: string;
  readonly #closed = new AbortController();
  readonly #queue = new RateQueue();

  constructor(options: WinnowOptions) {
    this.#options = options;
    ({ url: this.#url, key: this.#key } = addressAndKey(options));
  }

  /** Aborts everything in flight. */
  close(): void {
    this.#closed.abort(new WinnowError("the client was closed"));
  }

  /** Reads a whole response within the attempt; one that is cut short is retried. */
  async json<T>(exchange: Exchange): Promise<{ body: T; headers: Headers }> {
    let attempts = 0;
    return this.#attempts(exchange, async ({ signal, done }) => {
      attempts += 1;
      try {
        const response = await this.#fetch(exchange, signal);
        const body = await jsonOf<T>(response);
        refuseUnended(exchange, body, response.headers);
        return { body, headers: response.headers };
      } catch (error) {
        // An earlier attempt has deleted it, although its response was lost.
        const isGone = error instanceof NotFound && exchange.method === "DELETE" && attempts > 1;
        if (!isGone) throw error;
        return { body: undefined as T, headers: new Headers() };
      } finally {
        done();
      }
    });
  }

  /** Calls an endpoint and retries as its description allows. */
  async call<T>(call: EndpointCall, options: EndpointOptions & { idempotencyKey?: string } = {}): Promise<T> {
    const { body } = await this.json<T>(exchangeOf(call, options));
    return call.pick === undefined ? body : (body as Record<string, T>)[call.pick]!;
  }

  /** The rows of a list, fetching pages as they are read. */
  async *rows<Row>(call: EndpointCall, options: EndpointOptions = {}): AsyncGenerator<Row, void, undefined> {
    let cursor: string | null = null;
    do {
      const query = { ...call.query, limit: ROWS_A_PAGE, ...(cursor !== null && { cursor }) };
      const exchange = exchangeOf({ ...call, query }, options);
      const { body, headers }: { body: Row[]; headers: Headers } = await this.json<Row[]>(exchange);
      yield* body;
      cursor = headers.get("x-next-cursor");
    } while (cursor !== null);
  }

  /** Opens records, one per line. Until the first has arrived, a failure is retried: the caller has none of them yet. */
  open<Rec>(exchange: Exchange): Promise<Opened<Rec>> {
    return this.#attempts(exchange, async ({ signal, done, rest, during }) => {
      try {
        const response = await this.#fetch(exchange, signal);
        rest();
        refuseOtherTypes(response);
        const records = await begun(readRecords<Rec>(response, during));
        return { headers: response.headers, records, done };
      } catch (error) {
        done();
        throw error;
      }
    });
  }

  /** Stored records, one per line. An interrupted read is repeated and resumes where it stopped. */
  async *lines<Rec>(exchange: Exchange): AsyncGenerator<Rec, void, undefined> {
    const retries = exchange.options?.maxRetries ?? this.#options.maxRetries ?? 3;
    const place = new Place();
    for (let failures = 0; ; ) {
      const { headers, records, done } = await this.open<Rec>({ ...exchange, headers: { accept: NDJSON } });
      try {
        const isNew = place.from(headers);
        for await (const record of counted(records, headers)) {
          if (!isNew(record as { "@line"?: unknown })) continue;
          failures = 0;
          yield record;
        }
        return;
      } catch (thrown) {
        const error = connectionError(thrown, exchange.options?.signal);
        failures += 1;
        if (!(error instanceof ConnectionFailed) || failures > retries) throw error;
      } finally {
        done();
      }
    }
  }

  /** Waits with the client's timer. */
  wait: Wait = (milliseconds, signal) => (this.#options.wait ?? wait)(milliseconds, signal);

  #attempts<T>(exchange: Exchange, attempt: (limit: ReturnType<typeof timeLimit>) => Promise<T>): Promise<T> {
    const { signal: stop, ...own } = exchange.options ?? {};
    const options = { ...this.#options, ...own };
    const attemptMs = (options.timeout ?? exchange.timeout + MARGIN_SECONDS) * 1000;
    const retry = {
      retries: options.maxRetries ?? 3,
      maxRetryAfter: options.maxRetryAfter ?? 65,
      attemptMs,
      wait: this.wait,
      signal: stop,
      onRetry: (about: Parameters<NonNullable<typeof options.onRetry>>[0]) => {
        const { delay, error } = about;
        options.logger?.info(`${exchange.method} ${exchange.path}: again in ${delay} ms: ${error.message}`);
        options.onRetry?.(about);
      },
    };
    const isCounted = exchange.path.startsWith("/api/");
    return retrying(retry, async () => {
      if (isCounted) await this.#queue.turn(this.wait, Math.min(retry.maxRetryAfter * 1000, attemptMs), stop);
      const limit = timeLimit(attemptMs, [stop, this.#closed.signal]);
      const { signal, stopped } = limit;
      try {
        // A `fetch` that ignores its signal must not block the caller.
        return await Promise.race([attempt(limit), stopped]);
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
        // Some endpoints need no key.
        ...(this.#key !== "" && { "access-token": this.#key }),
      },
      signal,
      redirect: "manual",
      ...(body !== undefined && { body }),
    });
    this.#queue.learn(response.headers);
    const request = response.headers.get("x-request-id");
    logger?.debug(`${method} ${path}: ${response.status} in ${Date.now() - started} ms, request ${request}`);
    if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
      const place = response.headers.get("location");
      throw new UnexpectedAnswer(`${this.#url}${path}`, response.status, `a redirect to ${place ?? "somewhere else"}`);
    }
    if (!response.ok) throw await ApiError.read(response);
    return response;
  }
}

/** A 200 of an operation says why there are no more records. Without that it was not sent by the service as it arrived. */
function refuseUnended({ path }: Exchange, body: unknown, headers: Headers): void {
  if (path.startsWith("/api/") && Array.isArray(body) && !headers.has("x-results-end")) {
    throw new ConnectionFailed("the response does not say how it ended");
  }
}

function refuseOtherTypes(response: Response): void {
  const type = response.headers.get("content-type") ?? "no content type";
  if (!type.startsWith(NDJSON)) throw new UnexpectedAnswer(response.url, response.status, type);
}

async function jsonOf<T>(response: Response): Promise<T> {
  const type = response.headers.get("content-type") ?? "no content type";
  if (!type.includes("json")) {
    throw new UnexpectedAnswer(response.url, response.status, type, await response.text());
  }
  return (await response.json()) as T;
}

/** Explains errors of `fetch`, which say little. The caller's own abort is passed on unchanged. */
export function connectionError(error: unknown, stop: AbortSignal | undefined): unknown {
  if (stop?.aborted) return stop.reason;
  if (!(error instanceof Error)) return error;
  if (error.name === "TimeoutError") return new TimedOut("no answer in time", { cause: error });
  if (error instanceof TypeError || error instanceof SyntaxError || error.name === "AbortError") {
    const { cause } = error as { cause?: { message?: string } };
    return new ConnectionFailed(`no complete response: ${cause?.message || error.message}`, { cause: error });
  }
  return error;
}

/** Node 18 does not have `crypto` in every file. The key must be unique, but not secret. */
export const newKey = (): string =>
  globalThis.crypto?.randomUUID?.() ?? Array.from({ length: 4 }, () => Math.random().toString(36).slice(2)).join("-");

interface Dispatcher {
  compose?(interceptor: (dispatch: Dispatch) => Dispatch): Dispatcher;
}
type Dispatch = (options: object, handler: unknown) => boolean;

/**
 * `fetch`, without Node's limit: Node aborts a response after 300 seconds, but a request may run for 1,500. In Node
 * this disables the timeouts of the process's dispatcher, whose proxies and certificates still apply. The caller's signal
 * ends the request.
 */
export const longFetch: typeof fetch = (input, init) => {
  // Node loads fetch and its dispatcher when one of its classes is first used.
  const headers = new Headers(init?.headers);
  const dispatcher = (globalThis as Record<symbol, unknown>)[Symbol.for("undici.globalDispatcher.1")] as
    | Dispatcher
    | undefined;
  if (typeof dispatcher?.compose !== "function") return fetch(input, { ...init, headers });
  const patient = dispatcher.compose(
    (dispatch) => (options, handler) => dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler),
  );
  return fetch(input, { ...init, headers, dispatcher: patient } as RequestInit);
};

interface Runtime {
  document?: unknown;
  process?: { versions?: Record<string, string | undefined> };
}

/**
 * The client's user agent. In a web page it is empty: the browser sends its own, and a different one would be another
 * header to allow.
 */
function userAgent(): Record<string, string> {
  const { document, process } = globalThis as Runtime;
  if (document !== undefined) return {};
  const runtime = (["bun", "deno", "node"] as const).find((name) => process?.versions?.[name]);
  return { "user-agent": `winnow-client/${version}${runtime ? ` ${runtime}/${process!.versions![runtime]}` : ""}` };
}
