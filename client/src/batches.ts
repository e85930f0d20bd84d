import { type Batch, BatchesEndpoints } from "./generated/endpoints.ts";
import type { RecordOf } from "./generated/operations.ts";
import type { EndpointOptions } from "./transport.ts";

const TIMEOUT_SECONDS = 120;

/** One operation over many bodies. */
export class Batches extends BatchesEndpoints {
  /** Resolves when the batch has ended or was paused (see `pause_reason`). */
  async ended<Op extends string = string>(
    id: string,
    { pollSeconds = 2, ...options }: EndpointOptions & { pollSeconds?: number } = {},
  ): Promise<Batch<Op>> {
    for (;;) {
      const batch = await this.get<Op>(id, options);
      if (batch.status !== "running") return batch;
      await this.transport.wait(pollSeconds * 1000, options.signal);
    }
  }

  /**
   * All records so far, in line order; `@line` is the line each came from. After a lost connection, lines that ended
   * meanwhile come in between. Pass the batch itself to get records of its operation's type.
   */
  async *records<Op extends string = string>(
    batch: string | Pick<Batch<Op>, "id" | "operation">,
    options: EndpointOptions = {},
  ): AsyncGenerator<RecordOf<Op> & { "@line": number }, void, undefined> {
    const id = typeof batch === "string" ? batch : batch.id;
    yield* this.transport.lines<RecordOf<Op> & { "@line": number }>({
      method: "GET",
      path: `/batches/${encodeURIComponent(id)}/records`,
      timeout: TIMEOUT_SECONDS,
      options,
    });
  }
}
