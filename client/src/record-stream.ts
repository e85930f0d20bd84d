import { asyncDispose } from "./async-dispose.ts";
import { ConnectionFailed, UnexpectedAnswer } from "./errors.ts";
import { type Facts, factsOf, type Summary, withSummary } from "./facts.ts";
import { recordsOf } from "./ndjson.ts";
import { connectionError, type Opened } from "./transport.ts";

const isSummary = (record: unknown): record is Summary => (record as Summary)["@type"] === "WinnowSummary";

/** Records as pages arrive, then their cost. Leaving the loop, or `await using`, stops the work. */
export class RecordStream<Rec> implements AsyncGenerator<Rec, void, undefined> {
  #facts: Facts | null = null;
  readonly #records: AsyncGenerator<Rec, void, undefined>;

  constructor(open: () => Promise<Opened>, stop: AbortSignal | undefined) {
    this.#records = this.#read(open, stop);
  }

  /** Cost, remaining points and how the stream ended; null before that. */
  get facts(): Facts | null {
    return this.#facts;
  }

  async *#read(open: () => Promise<Opened>, stop: AbortSignal | undefined): AsyncGenerator<Rec, void, undefined> {
    const { response, done, during } = await open();
    try {
      refuseOtherTypes(response);
      for await (const record of recordsOf<Rec | Summary>(response, during)) {
        if (isSummary(record)) this.#facts = withSummary(factsOf(response.headers), record);
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

function refuseOtherTypes(response: Response): void {
  const type = response.headers.get("content-type") ?? "no content type";
  if (!type.startsWith("application/x-ndjson")) throw new UnexpectedAnswer(response.url, response.status, type);
}
