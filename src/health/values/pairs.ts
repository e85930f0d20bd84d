import type { FlatRecord, Value } from "./flat-record.ts";

/** One field of a record that was seen before. */
export interface Pair {
  old: Value;
  now: Value;
  /** The field with which it has traded its value. */
  tradedWith: string | null;
  /** The record itself explains why its numbers move: it came into a sale, or left one. */
  isSale: boolean;
  /** The value is another, but its change was taken for an ordinary one. */
  isDismissed?: boolean;
}

/** What is known of a value that is not the record's own of before. */
export type Known = (id: string, field: string, value: Value) => "returned" | "dismissed" | null;

type Moved = ReadonlyArray<readonly [field: string, old: Value]>;

/** The records of a run that were seen before. Pairs are made of the fields that are looked at: mostly, none has changed. */
export class RecordPairs {
  readonly #seen: Array<Omit<Seen, "moved"> & { moved: Moved; isSale: boolean }> = [];

  constructor(
    before: (id: string) => FlatRecord | undefined,
    records: ReadonlyMap<string, FlatRecord>,
    knownAs: Known = () => null,
  ) {
    for (const [id, record] of records) {
      const known = before(id);
      if (!known) continue;
      const moved: Array<[string, Value]> = [];
      const other = new Map<string, "returned" | "dismissed">();
      known.forEach((old, field) => {
        const now = record.get(field) ?? null;
        if (old === now) return;
        const as = knownAs(id, field, now);
        if (as) other.set(field, as);
        else moved.push([field, old]);
      });
      this.#seen.push({ known, record, moved, other, isSale: isAboutSale(record, moved) });
    }
  }

  /** The fields that some record does not have as before. */
  changed(): Set<string> {
    return new Set(this.#seen.flatMap(({ moved }) => moved.map(([field]) => field)));
  }

  of(field: string): Pair[] {
    return this.#seen.flatMap(({ known, record, moved, other, isSale }): Pair[] => {
      const [old, now] = [known.get(field), record.get(field) ?? null];
      if (old === undefined) return [];
      const as = other.get(field);
      if (as) return [{ old: now, now, tradedWith: null, isSale, isDismissed: as === "dismissed" }];
      return [{ old, now, tradedWith: old === now ? null : partnerOf(field, known, record, moved), isSale }];
    });
  }
}

interface Seen {
  known: FlatRecord;
  record: FlatRecord;
  moved: Moved;
  /** Fields with a value that is known besides. */
  other: ReadonlyMap<string, "returned" | "dismissed">;
}

const isTold = (value: Value): value is number | string => typeof value === "number" || typeof value === "string";

function partnerOf(field: string, known: FlatRecord, record: FlatRecord, moved: Moved): string | null {
  const [old, now] = [known.get(field) ?? null, record.get(field) ?? null];
  if (!isTold(old) || !isTold(now)) return null;
  const partner = moved.find(([other, was]) => other !== field && was === now && record.get(other) === old);
  return partner?.[0] ?? null;
}

/**
 * At the start of a sale, the price moves to a field that was empty (`list_price`) and gets a new value; at its end, that
 * field becomes empty and the price takes its value.
 */
function isAboutSale(record: FlatRecord, moved: Moved): boolean {
  return moved.some(([field, old]) => {
    if (typeof old !== "number" || old === 0) return false;
    const isStill = record.get(field) ?? null;
    return moved.some(([other, was]) => {
      if (other === field || record.get(other) !== old) return false;
      return was === null ? typeof isStill === "number" : isStill === null && typeof was === "number";
    });
  });
}
