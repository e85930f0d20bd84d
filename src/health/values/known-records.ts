import { isEmpty } from "../../extraction/is-empty.ts";
import type { FlatRecord } from "./columns.ts";
import { type MeasureKey, toLog } from "./kinds.ts";
import { mean, median } from "./numbers.ts";

const MOST_RECORDS = 500;
/** Fewer records that were seen before say little about the run. */
const LEAST_PAIRS = 5;

/** A number on the log scale, a digest of a text, null where the field was empty, true where it had another value. */
type Remembered = number | string | null | true;

/** The records seen last, by identity: one that comes back shows what has changed, whoever asks and for what. */
export class KnownRecords {
  readonly #known = new Map<string, Map<string, Remembered>>();

  /** How the fields of a run's records differ from the same records before. */
  differences(records: Map<string, FlatRecord>): Map<MeasureKey, number> {
    const filled = new Map<string, number[]>();
    const ratios = new Map<string, number[]>();
    for (const [identity, record] of records) {
      const before = this.#known.get(identity);
      if (!before) continue;
      for (const [field, was] of before) {
        const is = remembered(record.get(field));
        listIn(filled, field).push(+(is !== null) - +(was !== null));
        if (typeof was === "number" && typeof is === "number") listIn(ratios, field).push(is - was);
      }
    }
    const enough = (lists: Map<string, number[]>) => [...lists].filter(([, list]) => list.length >= LEAST_PAIRS);
    return new Map([
      ...enough(filled).map(([field, list]): [MeasureKey, number] => [`${field} filled`, mean(list)]),
      ...enough(ratios).map(([field, list]): [MeasureKey, number] => [`${field} median`, median(list)]),
    ]);
  }

  /** The share of records that were seen before whose text is what it was, by field. */
  unchanged(records: Map<string, FlatRecord>): Map<MeasureKey, number> {
    const same = new Map<string, number[]>();
    for (const [identity, record] of records) {
      for (const [field, was] of this.#known.get(identity) ?? []) {
        const is = typeof was === "string" ? remembered(record.get(field)) : null;
        if (typeof is === "string") listIn(same, field).push(+(is === was));
      }
    }
    return new Map([...same].map(([field, list]) => [`${field} same`, mean(list)]));
  }

  /** Takes over what the records say now, but for the fields that look wrong. */
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

function listIn(lists: Map<string, number[]>, field: string): number[] {
  const known = lists.get(field);
  if (known) return known;
  const list: number[] = [];
  lists.set(field, list);
  return list;
}
