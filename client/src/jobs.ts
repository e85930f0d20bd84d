import { apiError, ConnectionFailed } from "./errors.ts";
import { factsOf, type Records, withFacts } from "./facts.ts";
import { type Job, JobsEndpoints } from "./generated/endpoints.ts";
import type { ErrorCode } from "./generated/errors.ts";
import type { RecordOf, RequestOf } from "./generated/operations.ts";
import type { CallOptions } from "./operation.ts";
import { newKey, type Transport } from "./transport.ts";

export interface SubmitOptions extends Pick<CallOptions, "signal" | "maxCost" | "idempotencyKey" | "maxRetries"> {
  /** An address that is told when the job has ended, signed with the account's own secret. */
  webhookUrl?: string;
}

const TIMEOUT_SECONDS = 60;

const pathOf = (name: string): string => `/api/${name.replace(/^\/?(api\/)?/, "")}`;

/** Calls that outlive their connection. */
export class Jobs extends JobsEndpoints {
  /**
   * Queues a call. `await` the job for its records, or `await job.submitted` to know no more than that it is queued.
   * The same idempotency key gives the same job.
   */
  submit<Op extends string>(
    operation: Op,
    request: RequestOf<Op>,
    options: SubmitOptions = {},
  ): JobHandle<RecordOf<Op>> {
    return new JobHandle(this.transport, this.#submitted(operation, request, options));
  }

  async #submitted(operation: string, request: unknown, options: SubmitOptions): Promise<string> {
    const { body, headers } = await this.transport.json<Job>({
      method: "POST",
      path: pathOf(operation),
      body: JSON.stringify(request),
      timeout: TIMEOUT_SECONDS,
      headers: {
        "content-type": "application/json",
        prefer: "respond-async",
        "idempotency-key": options.idempotencyKey ?? newKey(),
        ...(options.maxCost !== undefined && { "x-max-cost": String(options.maxCost) }),
        ...(options.webhookUrl !== undefined && { "webhook-url": options.webhookUrl }),
      },
      options,
    });
    // The answer of an earlier call with the same idempotency key has no job of its own.
    return headers.get("location")?.split("/").at(-1) ?? body.id;
  }

  /** A job that was submitted before, by its id. */
  handle<Op extends string = string>(id: string): JobHandle<RecordOf<Op>> {
    return new JobHandle(this.transport, Promise.resolve(id));
  }
}

/** A job: `await job` for its records, `for await (const record of job)` to read them one by one. */
export class JobHandle<Rec> implements PromiseLike<Records<Rec>>, AsyncIterable<Rec> {
  /** Its id, once it is queued. */
  readonly submitted: Promise<string>;
  readonly #transport: Transport;

  constructor(transport: Transport, submitted: Promise<string>) {
    this.#transport = transport;
    this.submitted = submitted;
    // Whoever asks for anything is told; a job that nobody asks about must not end the process.
    submitted.catch(() => {});
  }

  async #path(below = ""): Promise<string> {
    return `/jobs/${await this.submitted}${below}`;
  }

  /** What it is at. */
  async status({ signal }: { signal?: AbortSignal } = {}): Promise<Job> {
    const exchange = { method: "GET", path: await this.#path(), timeout: TIMEOUT_SECONDS } as const;
    return (await this.#transport.json<Job>({ ...exchange, ...(signal && { options: { signal } }) })).body;
  }

  /** Stops the work and frees the hold. */
  async cancel(): Promise<Job> {
    const path = await this.#path();
    return (await this.#transport.json<Job>({ method: "DELETE", path, timeout: TIMEOUT_SECONDS })).body;
  }

  /** Resolves when it has ended; throws what a call would have thrown where it failed. */
  async ended({ signal, pollSeconds = 1 }: { signal?: AbortSignal; pollSeconds?: number } = {}): Promise<Job> {
    for (;;) {
      const job = await this.status(signal && { signal });
      if (job.error !== null) throw errorOf(job);
      if (job.status === "cancelled") throw new ConnectionFailed("the job was cancelled");
      if (job.ended_at !== null) return job;
      await this.#transport.wait(pollSeconds * 1000, signal);
    }
  }

  async records(): Promise<Records<Rec>> {
    const { id, charged, results_end } = await this.ended();
    const path = await this.#path("/records");
    const exchange = { method: "GET", path, timeout: TIMEOUT_SECONDS } as const;
    const { body, headers } = await this.#transport.json<Rec[]>(exchange);
    return withFacts(body, { ...factsOf(headers), requestId: id, creditsCharged: charged, resultsEnd: results_end });
  }

  // biome-ignore lint/suspicious/noThenProperty: a job is awaited for its records, as a call is
  then<A = Records<Rec>, B = never>(
    done?: ((records: Records<Rec>) => A | PromiseLike<A>) | null,
    failed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.records().then(done, failed);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Rec, void, undefined> {
    await this.ended();
    yield* this.#transport.lines<Rec>({
      ...{ method: "GET", path: await this.#path("/records"), timeout: TIMEOUT_SECONDS },
    });
  }
}

const errorOf = ({ id, error }: Job): Error =>
  apiError({
    status: error!.status,
    code: error!.code as ErrorCode | null,
    detail: error!.detail as string,
    requestId: id,
    retryAfter: null,
  });
