import { ApiError, ConnectionFailed } from "./errors.ts";
import { type Records, readFacts, withFacts } from "./facts.ts";
import { type Job, JobsEndpoints } from "./generated/endpoints.ts";
import type { ErrorCode } from "./generated/errors.ts";
import type { RecordOf, RequestOf } from "./generated/operations.ts";
import { jobHeaders, type OptionsOfJob } from "./generated/options.ts";
import { headersOf, transferOf } from "./options.ts";
import { type EndpointOptions, type Exchange, newKey, type Transport } from "./transport.ts";

export interface SubmitOptions extends EndpointOptions, OptionsOfJob {}

const TIMEOUT_SECONDS = 60;
/** How long the service may delay its response while a job has not ended. */
const WAIT_SECONDS = 20;

const pathOf = (name: string): string => `/api/${name.replace(/^\/?(api\/)?/, "")}`;

/** Calls that outlive their connection. */
export class Jobs extends JobsEndpoints {
  /**
   * Queues a call and returns the job; `job.records()` waits for its records. The same idempotency key returns the same
   * job. The signal also stops later requests about the job, but the job itself runs on unless it is cancelled.
   */
  async submit<Op extends string>(
    operation: Op,
    request: RequestOf<Op>,
    options: SubmitOptions = {},
  ): Promise<JobHandle<RecordOf<Op>>> {
    const sent = { "content-type": "application/json", "idempotency-key": newKey(), prefer: "respond-async" };
    const transfer = transferOf(options);
    const { body, headers } = await this.transport.json<Job | RecordOf<Op>[]>({
      method: "POST",
      path: pathOf(operation),
      body: JSON.stringify(request),
      timeout: TIMEOUT_SECONDS,
      headers: headersOf(options, jobHeaders, sent),
      options: transfer,
    });
    // An earlier direct call used this idempotency key: the response has its records, and there is no job.
    if (Array.isArray(body)) {
      const records = withFacts(body, readFacts(headers));
      return new JobHandle(this.transport, records.facts.requestId ?? "", transfer, records);
    }
    return new JobHandle(this.transport, body.id, transfer);
  }

  /** A job submitted earlier, by id. */
  handle<Op extends string = string>(id: string, options: EndpointOptions = {}): JobHandle<RecordOf<Op>> {
    return new JobHandle(this.transport, id, options);
  }
}

/** A job: `await job.records()`, or `for await (const record of job)` to read them one by one. */
export class JobHandle<Rec> implements AsyncIterable<Rec> {
  readonly id: string;
  readonly #transport: Transport;
  readonly #options: EndpointOptions;
  readonly #known: Records<Rec> | null;

  constructor(transport: Transport, id: string, options: EndpointOptions, known: Records<Rec> | null = null) {
    this.#transport = transport;
    this.id = id;
    this.#options = options;
    this.#known = known;
  }

  #exchange(method: "GET" | "DELETE", below: string, options: EndpointOptions): Exchange {
    const path = `/jobs/${encodeURIComponent(this.id)}${below}`;
    return { method, path, timeout: TIMEOUT_SECONDS, options: { ...this.#options, ...options } };
  }

  /** The job's current state. */
  async status(options: EndpointOptions = {}): Promise<Job> {
    return (await this.#transport.json<Job>(this.#exchange("GET", "", options))).body;
  }

  /** Stops the job and releases the hold. */
  async cancel(options: EndpointOptions = {}): Promise<Job> {
    return (await this.#transport.json<Job>(this.#exchange("DELETE", "", options))).body;
  }

  /** Resolves when the job has ended. Throws the call's error if it failed. */
  async ended(options: EndpointOptions = {}): Promise<Job> {
    for (;;) {
      const { body: job } = await this.#transport.json<Job>(this.#exchange("GET", `?wait=${WAIT_SECONDS}`, options));
      if (job.error !== null) throw errorOf(job);
      if (job.status === "cancelled") throw new ConnectionFailed("the job was cancelled");
      if (job.ended_at !== null) return job;
    }
  }

  /** All records, once the job has ended. */
  async records(options: EndpointOptions = {}): Promise<Records<Rec>> {
    if (this.#known) return this.#known;
    const { id, charged, results_end } = await this.ended(options);
    const { body, headers } = await this.#transport.json<Rec[]>(this.#exchange("GET", "/records", options));
    return withFacts(body, { ...readFacts(headers), requestId: id, creditsCharged: charged, resultsEnd: results_end });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Rec, void, undefined> {
    if (this.#known) return yield* this.#known;
    await this.ended();
    yield* this.#transport.lines<Rec>(this.#exchange("GET", "/records", {}));
  }
}

const errorOf = ({ id, error }: Job): Error =>
  ApiError.of({
    status: error!.status,
    code: error!.code as ErrorCode | null,
    detail: error!.detail as string,
    requestId: id,
    retryAfter: null,
  });
