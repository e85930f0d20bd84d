import { Batches } from "./batches.ts";
import { Operations } from "./generated/operations.ts";
import { Jobs } from "./jobs.ts";
import { recordsOf } from "./ndjson.ts";
import type { Answer, CallOptions, CostPreview, Operation } from "./operation.ts";
import { Token } from "./token.ts";
import { connectionError, type Exchange, newKey, Transport, type WinnowOptions } from "./transport.ts";

/** What the service gives a request that says nothing of its `timeout`. */
const DEFAULT_TIMEOUT = 300;

/**
 * A Winnow service: `winnow.<source>.<operation>(request)` for each operation, and `winnow.token` for the key's
 * own figures.
 */
export class Winnow extends Operations {
  /** The key's own figures and history: free. */
  readonly token: Token;
  /** Calls that outlive their connection. */
  readonly jobs: Jobs;
  /** One operation over many bodies. */
  readonly batches: Batches;
  readonly #transport: Transport;

  constructor(options: WinnowOptions) {
    const transport = new Transport(options);
    super((path) => operation(transport, path));
    this.#transport = transport;
    this.token = new Token(transport);
    this.jobs = new Jobs(transport);
    this.batches = new Batches(transport);
  }

  /** An operation by its path or name, for a source that this version of the client does not know. */
  operation<Req = Record<string, unknown>, Rec = Record<string, unknown>>(name: string): Operation<Req, Rec> {
    return operation(this.#transport, `/api/${name.replace(/^\/?(api\/)?/, "")}`);
  }

  /** The service's own description, as OpenAPI. */
  async openApi(): Promise<Record<string, unknown>> {
    const { body } = await this.#transport.json<Record<string, unknown>>({
      method: "GET",
      path: "/openapi.json",
      timeout: 30,
    });
    return body;
  }
}

function operation<Req, Rec>(transport: Transport, path: string): Operation<Req, Rec> {
  const detailed = async (request: Req, options: CallOptions = {}): Promise<Answer<Rec>> => {
    const { body, headers } = await transport.json<Rec[]>(exchangeOf(path, request, options));
    return { records: body, ...figuresOf(headers) };
  };
  const call = async (request: Req, options?: CallOptions): Promise<Rec[]> =>
    (await detailed(request, options)).records;
  return Object.assign(call, {
    detailed,
    async *stream(request: Req, options: CallOptions = {}): AsyncGenerator<Rec, void, undefined> {
      const exchange = exchangeOf(path, request, options, { accept: "application/x-ndjson" });
      const { response } = await transport.open(exchange);
      try {
        yield* recordsOf<Rec>(response);
      } catch (error) {
        throw connectionError(error, options.signal);
      }
    },
    async preview(request: Req, options: CallOptions = {}): Promise<CostPreview> {
      const { body } = await transport.json<CostPreview>(exchangeOf(`${path}?dry_run=true`, request, options));
      return body;
    },
  });
}

/** One idempotency key for all attempts of a call: whichever of them is answered, it is charged once. */
function exchangeOf(
  path: string,
  request: unknown,
  options: CallOptions,
  headers: Record<string, string> = {},
): Exchange {
  const { timeout } = request as { timeout?: unknown };
  const { signal, retries, onRetry } = options;
  return {
    method: "POST",
    path,
    body: JSON.stringify(request),
    timeout: typeof timeout === "number" ? timeout : DEFAULT_TIMEOUT,
    headers: {
      "content-type": "application/json",
      "idempotency-key": options.idempotencyKey ?? newKey(),
      ...(options.requestId !== undefined && { "x-request-id": options.requestId }),
      ...(options.maxCost !== undefined && { "x-max-cost": String(options.maxCost) }),
      ...(options.noCache && { "cache-control": "no-cache" }),
      ...headers,
    },
    ...(signal && { signal }),
    ...(retries !== undefined && { retries }),
    ...(onRetry && { onRetry }),
  };
}

function figuresOf(headers: Headers): Omit<Answer<never>, "records"> {
  return {
    requestId: headers.get("x-request-id") ?? "",
    creditsCharged: Number(headers.get("x-credits-charged")),
    pointsLeft: Number(headers.get("x-token-points")),
    seconds: Number(headers.get("x-execution-time")),
    replayed: headers.get("idempotent-replayed") === "true",
    age: headers.has("age") ? Number(headers.get("age")) : null,
  };
}
