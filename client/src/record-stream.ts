import { asyncDispose } from "./async-dispose.ts";
import { ConnectionFailed } from "./errors.ts";
import { type Facts, readFacts, type Summary, withSummary } from "./facts.ts";
import { connectionError, type Opened } from "./transport.ts";

const isSummary = (record: unknown): record is Summary => (record as Summary)["@type"] === "WinnowSummary";

/** Records as pages arrive, then their cost. Leaving the loop, or `await using`, stops the work. */
export interface RecordStream<Rec> extends AsyncGenerator<Rec, void, undefined> {
  /** Cost, remaining points and how the stream ended; null before that. */
  readonly facts: Facts | null;
}

export function recordStream<Rec>(
  open: () => Promise<Opened<Rec | Summary>>,
  stop: AbortSignal | undefined,
): RecordStream<Rec> {
  let facts: Facts | null = null;
  async function* read(): AsyncGenerator<Rec, void, undefined> {
    const { headers, records, done } = await open();
    try {
      for await (const record of records) {
        if (isSummary(record)) facts = withSummary(readFacts(headers), record);
        else yield record;
      }
      if (facts === null) throw new ConnectionFailed("the response was cut short after a record");
    } catch (error) {
      throw connectionError(error, stop);
    } finally {
      done();
    }
  }
  const records = read();
  return Object.defineProperties(records as RecordStream<Rec>, {
    facts: { get: () => facts },
    [asyncDispose]: { value: () => records.return() },
  });
}
