import { isEmpty } from "../../extraction/is-empty.ts";
import type { FlatRecord } from "./columns.ts";
import { type MeasureKey, toLog } from "./kinds.ts";
import { mean, median } from "./numbers.ts";

const MOST_RECORDS = 500;
/** Fewer records seen before say little about the run. */
const LEAST_PAIRS = 5;

/** A number on the log scale, a digest of a text, null for an empty field, true for any other value. */
type Remembered = number | string | null | true;

/** The most recently seen records, by identity: one that returns shows what has changed, whatever the request. */
export class KnownRecords {
  readonly #known = new Map<string, Map<string, Remembered>>();

  /** How the fields of a run's records differ from the same records before. */
  differences(records: Map<string, FlatRecord>): Map<MeasureKey, number> {
    const filled = this.#compared(records, (was, is) => +!isEmpty(is) - +(was !== null));
    const ratios = this.#compared(records, (was, is) =>
      typeof was === "number" && typeof is === "number" ? toLog(is) - was : null,
    );
    const enough = (lists: Map<string, number[]>) => [...lists].filter(([, list]) => list.length >= LEAST_PAIRS);
    return new Map([
      ...enough(filled).map(([field, list]): [MeasureKey, number] => [`${field} filled`, mean(list)]),
      ...enough(ratios).map(([field, list]): [MeasureKey, number] => [`${field} median`, median(list)]),
    ]);
  }

  /** The share of known records whose text is unchanged, by field. */
  unchanged(records: Map<string, FlatRecord>): Map<MeasureKey, number> {
    const same = this.#compared(records, (was, value) => {
      const is = typeof was === "string" ? remembered(value) : null;
      return typeof is === "string" ? +(is === was) : null;
    });
    return new Map([...same].map(([field, list]) => [`${field} same`, mean(list)]));
  }

  /** Collects a comparison's results for each field of each known record, except nulls. */
  #compared(
    records: Map<string, FlatRecord>,
    compare: (was: Remembered, is: unknown) => number | null,
  ): Map<string, number[]> {
    const lists = new Map<string, number[]>();
    for (const [identity, record] of records) {
      for (const [field, was] of this.#known.get(identity) ?? []) {
        const compared = compare(was, record.get(field));
        if (compared === null) continue;
        const list = lists.get(field);
        if (list) list.push(compared);
        else lists.set(field, [compared]);
      }
    }
    return lists;
  }

  /** Stores the current values of the records, except fields that look wrong. */
  remember(records: Map<string, FlatRecord>, isSuspect: (field: string) => boolean): void {
    for (const [identity, record] of records) {
      const known = this.#known.get(identity) ?? new Map<string, Remembered>();
      for (const [field, value] of record) if (!isSuspect(field)) known.set(field, remembered(value));
      this.#known.delete(identity);
      this.#known.set(identity, known);
    }
    for (const identity of this.#known.keys()) {
      if (this.#known.size <= MOST_RECORDS) break;
      this.#known.delete(identity);
    }
  }

  forget(field: string): void {
    for (const record of this.#known.values()) record.delete(field);
  }
}

const remembered = (value: unknown): Remembered => {
  if (isEmpty(value)) return null;
  if (typeof value === "number") return toLog(value);
  // Addresses of pictures and pages change with the site's servers.
  return typeof value === "string" && !/^(https?:)?\//.test(value) ? digest(value) : true;
};

function digest(text: string): string {
  let hash = 7;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 2654435761);
  return (hash >>> 0).toString(36);
}
