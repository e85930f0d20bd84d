import type { FlatRecord, Value } from "./flat-record.ts";

/** One field of a record that was seen before. */
export interface Pair {
  old: Value;
  now: Value;
  /** The field with which it has traded its value. */
  tradedWith: string | null;
  /** The record itself explains why its numbers move: it came into a sale, or left one. */
  isSale: boolean;
}

/** The fields of all records that were seen before. */
export function pairsOf(
  before: (id: string) => FlatRecord | undefined,
  records: ReadonlyMap<string, FlatRecord>,
): Map<string, Pair[]> {
  const pairs = new Map<string, Pair[]>();
  for (const [id, record] of records) {
    const known = before(id);
    if (!known) continue;
    const moved = [...known].filter(([field, old]) => old !== (record.get(field) ?? null));
    const isSale = isAboutSale(record, moved);
    for (const [field, old] of known) {
      const now = record.get(field) ?? null;
      const tradedWith = old === now ? null : partnerOf(field, known, record, moved);
      const list = pairs.get(field);
      const pair = { old, now, tradedWith, isSale };
      if (list) list.push(pair);
      else pairs.set(field, [pair]);
    }
  }
  return pairs;
}

type Moved = ReadonlyArray<readonly [field: string, old: Value]>;

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
