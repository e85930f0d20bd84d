import type { Batch, BatchFailure } from "./generated/jobs.ts";
import { newKey, type Transport } from "./transport.ts";

const TIMEOUT_SECONDS = 120;
const ROWS_A_PAGE = 100;

export interface BatchOptions {
  /** Refuses (403) a batch that could cost more points than this. */
  maxCost?: number;
  idempotencyKey?: string;
  /** An address that is told when the batch has ended. */
  webhookUrl?: string;
}

/** One operation over many bodies. */
export class Batches {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Checked and priced whole before anything runs. */
  submit(operation: string, requests: object[], options: BatchOptions = {}): Promise<Batch> {
    const { maxCost, webhookUrl, idempotencyKey = newKey() } = options;
    const body = {
      ...{ operation, requests },
      ...(maxCost !== undefined && { max_cost: maxCost }),
      ...(webhookUrl !== undefined && { webhook: webhookUrl }),
    };
    return this.#post("/batches", body, { "idempotency-key": idempotencyKey });
  }

  /** What it would cost at most; runs nothing. */
  price(operation: string, requests: object[]): Promise<{ total: number; cost_at_most: number }> {
    return this.#post("/batches?dry_run=true", { operation, requests });
  }

  async get(id: string): Promise<Batch> {
    return (await this.#transport.json<Batch>({ method: "GET", path: `/batches/${id}`, timeout: TIMEOUT_SECONDS }))
      .body;
  }

  list(): AsyncGenerator<Batch, void, undefined> {
    return this.#transport.pages<Batch>("/batches", {}, ROWS_A_PAGE);
  }

  pause(id: string): Promise<Batch> {
    return this.#post(`/batches/${id}/pause`);
  }

  resume(id: string): Promise<Batch> {
    return this.#post(`/batches/${id}/resume`);
  }

  /** Runs the items that failed once more. */
  retry(id: string): Promise<Batch> {
    return this.#post(`/batches/${id}/retry`);
  }

  async cancel(id: string): Promise<Batch> {
    const path = `/batches/${id}`;
    return (await this.#transport.json<Batch>({ method: "DELETE", path, timeout: TIMEOUT_SECONDS })).body;
  }

  async failures(id: string): Promise<BatchFailure[]> {
    const path = `/batches/${id}/failures`;
    return (await this.#transport.json<BatchFailure[]>({ method: "GET", path, timeout: TIMEOUT_SECONDS })).body;
  }

  /** Resolves when it runs no more: it has ended, or was paused (see `pause_reason`). */
  async ended(
    id: string,
    { signal, pollSeconds = 2 }: { signal?: AbortSignal; pollSeconds?: number } = {},
  ): Promise<Batch> {
    for (;;) {
      const batch = await this.get(id);
      if (batch.status !== "running") return batch;
      await this.#transport.wait(pollSeconds * 1000, signal);
    }
  }

  /** All records so far, in the order of the lines; `@line` says which line each came from. */
  async *records<Rec = Record<string, unknown>>(
    id: string,
  ): AsyncGenerator<Rec & { "@line": number }, void, undefined> {
    yield* this.#transport.lines<Rec & { "@line": number }>({
      ...{ method: "GET", path: `/batches/${id}/records`, timeout: TIMEOUT_SECONDS },
    });
  }

  async #post<T>(path: string, body: object = {}, headers: Record<string, string> = {}): Promise<T> {
    const exchange = { method: "POST", path, body: JSON.stringify(body), timeout: TIMEOUT_SECONDS } as const;
    return (await this.#transport.json<T>({ ...exchange, headers: { "content-type": "application/json", ...headers } }))
      .body;
  }
}
