import { asyncDispose } from "./async-dispose.ts";
import { Batches } from "./batches.ts";
import { type Records, readFacts, withFacts } from "./facts.ts";
import {
  DestinationsEndpoints,
  LinksEndpoints,
  RecallsEndpoints,
  SchedulesEndpoints,
  TokenEndpoints,
  WebhooksEndpoints,
} from "./generated/endpoints.ts";
import { Operations } from "./generated/operations.ts";
import { callHeaders } from "./generated/options.ts";
import { Jobs } from "./jobs.ts";
import { NDJSON } from "./ndjson.ts";
import type { Answer, CallOptions, CostPreview, Operation } from "./operation.ts";
import { headersOf, transferOf } from "./options.ts";
import { type RecordStream, recordStream } from "./record-stream.ts";
import type { WinnowOptions } from "./settings.ts";
import { type Exchange, newKey, Transport } from "./transport.ts";
import { verifyWebhook } from "./webhooks.ts";

/** The service's default `timeout`. */
const DEFAULT_TIMEOUT = 300;

/** A Winnow service: `winnow.<source>.<operation>(request)` for each operation, and `winnow.token` for the key's usage. */
export class Winnow extends Operations {
  /** The key's usage and history: free. */
  readonly token: TokenEndpoints;
  /** Calls that outlive their connection. */
  readonly jobs: Jobs;
  /** One operation over many bodies. */
  readonly batches: Batches;
  /** Scheduled calls, and what changed between runs. */
  readonly schedules: SchedulesEndpoints;
  /** Subscriptions to events, and their deliveries. */
  readonly webhooks: Webhooks;
  /** Result links for spreadsheets and notebooks, which have no key. */
  readonly links: LinksEndpoints;
  /** Storage to which batches and schedules deliver their records as files. */
  readonly destinations: DestinationsEndpoints;
  /** Calls whose records turned out to be wrong, and their corrected records. */
  readonly recalls: RecallsEndpoints;
  readonly #transport: Transport;

  /** Address and key default to `WINNOW_URL` and `WINNOW_KEY`. */
  constructor(options: WinnowOptions = {}) {
    const transport = new Transport(options);
    super((path) => operation(transport, path));
    this.#transport = transport;
    this.token = new TokenEndpoints(transport);
    this.jobs = new Jobs(transport);
    this.batches = new Batches(transport);
    this.schedules = new SchedulesEndpoints(transport);
    this.webhooks = new Webhooks(transport);
    this.links = new LinksEndpoints(transport);
    this.destinations = new DestinationsEndpoints(transport);
    this.recalls = new RecallsEndpoints(transport);
  }

  /** An operation by path or name, for a source that this version of the client does not know. */
  operation<Req = Record<string, unknown>, Rec = Record<string, unknown>>(name: string): Operation<Req, Rec> {
    return operation(this.#transport, `/api/${name.replace(/^\/?(api\/)?/, "")}`);
  }

  /** The service's OpenAPI description. */
  async openApi(): Promise<Record<string, unknown>> {
    const { body } = await this.#transport.json<Record<string, unknown>>({
      method: "GET",
      path: "/openapi.json",
      timeout: 30,
    });
    return body;
  }

  /** Aborts calls in flight; later calls fail. `await using` does this at the end of the block. */
  async [asyncDispose](): Promise<void> {
    this.#transport.close();
  }

  /** Aborts calls in flight; later calls fail. */
  close(): void {
    this.#transport.close();
  }
}

function operation<Req, Rec>(transport: Transport, path: string): Operation<Req, Rec> {
  const call = async (request: Req, options: CallOptions = {}): Promise<Records<Rec>> => {
    const { body, headers } = await transport.json<Rec[]>(exchangeOf(path, request, options));
    return withFacts(body, readFacts(headers));
  };
  return Object.assign(call, {
    async detailed(request: Req, options: CallOptions = {}): Promise<Answer<Rec>> {
      const records = await call(request, options);
      return { records, ...records.facts };
    },
    stream(request: Req, options: CallOptions = {}): RecordStream<Rec> {
      const headers = { accept: NDJSON, "x-stream-summary": "true" };
      const exchange = exchangeOf(path, request, options, headers);
      return recordStream<Rec>(() => transport.open(exchange), options.signal);
    },
    async preview(request: Req, options: CallOptions = {}): Promise<CostPreview> {
      const { body } = await transport.json<CostPreview>(exchangeOf(`${path}?dry_run=true`, request, options));
      return body;
    },
  });
}

/** All attempts of a call share one idempotency key, so it is charged once whichever attempt succeeds. */
function exchangeOf(
  path: string,
  request: unknown,
  options: CallOptions,
  headers: Record<string, string> = {},
): Exchange {
  const { timeout } = request as { timeout?: unknown };
  const sent = { "content-type": "application/json", "idempotency-key": newKey(), ...headers };
  return {
    method: "POST",
    path,
    body: JSON.stringify(request),
    timeout: typeof timeout === "number" ? timeout : DEFAULT_TIMEOUT,
    headers: headersOf(options, callHeaders, sent),
    options: transferOf(options),
  };
}

/** The account's webhooks and their delivery log. */
class Webhooks extends WebhooksEndpoints {
  /** Returns a delivery's payload after verifying its signature and time. */
  readonly verify = verifyWebhook;
}
