import { asyncDispose } from "./async-dispose.ts";
import { ConnectionFailed } from "./errors.ts";
import { type Facts, readFacts, type Summary, withSummary } from "./facts.ts";
import { connectionError, type Opened } from "./transport.ts";

const isSummary = (record: unknown): record is Summary => (record as Summary)["@type"] === "WinnowSummary";

/** Records as pages arrive, then their cost. Leaving the loop, or `await using`, stops the work. */
export class RecordStream<Rec> implements AsyncGenerator<Rec, void, undefined> {
  #facts: Facts | null = null;
  readonly #records: AsyncGenerator<Rec, void, undefined>;

  constructor(open: () => Promise<Opened<Rec | Summary>>, stop: AbortSignal | undefined) {
    this.#records = this.#read(open, stop);
  }

  /** Cost, remaining points and how the stream ended; null before that. */
  get facts(): Facts | null {
    return this.#facts;
  }

  async *#read(
    open: () => Promise<Opened<Rec | Summary>>,
    stop: AbortSignal | undefined,
  ): AsyncGenerator<Rec, void, undefined> {
    const { headers, records, done } = await open();
    try {
      for await (const record of records) {
        if (isSummary(record)) this.#facts = withSummary(readFacts(headers), record);
        else yield record;
      }
      if (this.#facts === null) throw new ConnectionFailed("the response was cut short after a record");
    } catch (error) {
      throw connectionError(error, stop);
    } finally {
      done();
    }
  }

  next(): Promise<IteratorResult<Rec, void>> {
    return this.#records.next();
  }

  return(): Promise<IteratorResult<Rec, void>> {
    return this.#records.return();
  }

  throw(error: unknown): Promise<IteratorResult<Rec, void>> {
    return this.#records.throw(error);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [asyncDispose](): Promise<void> {
    await this.return();
  }
}
