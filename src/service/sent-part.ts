import { factsFrom } from "../contract/answer-facts.ts";
import { WinnowError } from "../contract/errors.ts";
import { type Operation, recordIdentity } from "../contract/operation.ts";
import { usedForPart } from "../contract/used-key.ts";
import type { StoredAnswer } from "../metering/types.ts";

type Rec = Record<string, unknown>;

/** What an interrupted stream had sent, and what its Idempotency-Key has cost so far. */
export interface SentPart {
  records: Rec[];
  charged: number;
}

const CHARGED = "x-credits-charged";

/** Stored with a part, so that what is still to pay is known exactly, whatever the price is by then. */
export const partHeaders = (charged: number): Record<string, string> => ({ [CHARGED]: String(charged) });

const chargedFor = (headers: StoredAnswer["headers"]): number => Number(headers[CHARGED] ?? 0);

/** What of a price is left to pay for a call. */
export const remainingPrice = (price: number, { state }: { state: { sentBefore: SentPart | null } }): number =>
  Math.max(0, price - (state.sentBefore?.charged ?? 0));

/** Null if the response is whole: only a whole one says why there are no more records. */
export function partIn({ headers, body }: StoredAnswer): SentPart | null {
  if (factsFrom(headers).resultsEnd !== null) return null;
  return { records: JSON.parse(Buffer.from(body).toString()), charged: chargedFor(headers) };
}

/** Why a stored response must not be shown as a result; null if it is whole, or a part by request (`partial=keep`). */
export function whyIncomplete({
  headers,
  results,
}: Pick<StoredAnswer, "headers"> & { results: number }): string | null {
  const { resultsEnd, warnings } = factsFrom(headers);
  if (resultsEnd !== null || warnings.includes("partial")) return null;
  return `The stream of this request was interrupted after ${results} records, which cost ${chargedFor(headers)} points. Repeat the request with its Idempotency-Key to get all records.`;
}

/** For a request that cannot continue an interrupted stream. */
export const interrupted = ({ records, charged }: SentPart): WinnowError =>
  new WinnowError("result_incomplete", usedForPart(records.length, charged));

/** Throws if an operation's records cannot be told apart: then nobody knows which of them were sent. */
export function refuseUnidentified(part: SentPart, operation: Operation): void {
  const isKnown = (record: Rec) => ["string", "number"].includes(typeof recordIdentity(operation, record));
  if (!part.records.every(isKnown)) throw interrupted(part);
}

/**
 * All records of a repeated request: those that were sent, as they were, and then the others. The run is read to its end
 * even if the caller needs no more, because only its end proves that it is whole.
 */
export async function* continued(
  part: SentPart,
  fresh: AsyncIterable<Rec>,
  { operation, count }: { operation: Operation; count: number },
): AsyncGenerator<Rec, void, undefined> {
  const sent = new Set(part.records.map((record) => recordIdentity(operation, record)));
  let given = part.records.length;
  yield* part.records;
  for await (const record of fresh) {
    if (!sent.has(recordIdentity(operation, record)) && given++ < count) yield record;
  }
}
