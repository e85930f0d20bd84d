import { Unreadable } from "../contract/errors.ts";
import { filledFields, type RecordSchema } from "../contract/record.ts";
import { isEmpty } from "./is-empty.ts";

/** Share of a page's records that may miss a field, beyond the usual share. */
const TOLERANCE = 0.2;
/** A page is rejected only if it is less likely than this by chance. */
const UNLIKELY = 0.01;
/** The usual share is learned over about this many records. */
const LEARNED_OVER = 500;
/** Share that may be missing until that many records are known: a healthy page may be the first that a process reads. */
const MISSING_AT_FIRST = 0.5;

/** How many records of a page miss each field that a healthy page always fills. */
export interface FieldCounts {
  records: number;
  missing: ReadonlyArray<readonly [field: string, count: number]>;
}

export const countMissing = (schema: RecordSchema, records: readonly object[]): FieldCounts => ({
  records: records.length,
  missing: filledFields(schema).map((field) => [
    field,
    records.filter((record) => isEmpty(Reflect.get(record, field))).length,
  ]),
});

/**
 * Watches the fields that a healthy page always fills. A site that renames a field does not fail: it empties a column. A
 * page whose records miss such a field more than usual is unreadable, and does not affect the usual share.
 */
export class CoverageGuard {
  readonly #schema: RecordSchema;
  readonly #usual = new Map<string, number>();
  #records = 0;

  constructor(schema: RecordSchema) {
    this.#schema = schema;
  }

  check(records: readonly object[]): void {
    this.judge(countMissing(this.#schema, records));
  }

  judge({ records, missing }: FieldCounts): void {
    if (records === 0) return;
    for (const [field, count] of missing) {
      if (this.#tooMany(field, count, records)) {
        throw new Unreadable(`"${field}" is missing in ${count} of ${records} records`);
      }
    }
    this.#records += records;
    const weight = 1 - (1 - 1 / LEARNED_OVER) ** records;
    for (const [field, count] of missing) {
      const usual = this.#usual.get(field) ?? 0;
      this.#usual.set(field, usual + (count / records - usual) * weight);
    }
  }

  #tooMany(field: string, missing: number, total: number): boolean {
    const usual = this.#usual.get(field) ?? 0;
    const share = missing / total;
    if (share <= usual + TOLERANCE) return false;
    // Little is known yet, but a column without any value is not healthy.
    if (this.#records < LEARNED_OVER && share <= MISSING_AT_FIRST) return false;
    return chanceOfAtLeast(missing, total, usual) < UNLIKELY;
  }
}

/** Binomial tail: the probability that at least this many of `total` are missing if each is with probability `share`. */
function chanceOfAtLeast(missing: number, total: number, share: number): number {
  if (missing === 0) return 1;
  if (share <= 0) return 0;
  let term = (1 - share) ** total;
  let below = 0;
  for (let count = 0; count < missing; count++) {
    below += term;
    term *= ((total - count) / (count + 1)) * (share / (1 - share));
  }
  return Math.max(0, 1 - below);
}
