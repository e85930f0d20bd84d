import type { FieldFill } from "../extraction/field-fill.ts";

/** How often a field is filled: by requests with at least one record that has it, and by records. */
export interface FieldCount {
  requests: number;
  present: number;
  records: number;
  filled: number;
}

export interface DriftingField {
  field: string;
  /** Share of requests that had the field before. */
  before: number;
  /** Requests in a row that had it in no record. */
  missing: number;
}

/** Samples that still wait before they count as usual: a page that has just changed must not teach its own baseline. */
const RECENT = 25;
/** Repeats of one request within so many samples count once. */
const REMEMBERED_DIGESTS = 500;
const LEAST_BASELINE = 10;
const LEAST_SHARE = 0.3;
const NEARLY_ALWAYS = 0.9;
const LEAST_MISSING = 5;
/** So unlikely must it be that a healthy site leaves the field out of all recent requests. */
const UNLIKELY = 0.001;
/** One caller makes up at most this share of what is recent: one who always asks for odd things proves nothing. */
const MOST_OF_ONE_CALLER = 15;

interface Sample {
  caller: string;
  records: number;
  filled: Map<string, number>;
}

/** What is usual for the fields of one operation, learned from its own answers, and which of them have gone missing. */
export class FieldBaseline {
  readonly #usual = new Map<string, FieldCount>();
  readonly #recent: Sample[] = [];
  readonly #digests = new Set<string>();
  #learned = new Map<string, FieldCount>();
  /** As last looked for, until another request counts. */
  #drifting: DriftingField[] | null = null;

  /** What earlier days and other processes have learned. */
  load(counts: Iterable<[field: string, count: FieldCount]>): void {
    this.#drifting = null;
    for (const [field, count] of counts) this.#usual.set(field, { ...count });
  }

  add(digest: string, caller: string, fill: FieldFill): void {
    if (fill.records === 0 || this.#digests.has(digest)) return;
    if (this.#digests.size >= REMEMBERED_DIGESTS) this.#digests.clear();
    this.#digests.add(digest);
    this.#drifting = null;
    const own = this.#recent.filter((sample) => sample.caller === caller);
    if (own.length >= MOST_OF_ONE_CALLER) this.#recent.splice(this.#recent.indexOf(own[0]!), 1);
    this.#recent.push({ caller, records: fill.records, filled: fill.filled });
    if (this.#recent.length > RECENT) this.#learn(this.#recent.shift()!);
  }

  /** Fields that were usual and are in none of the newest requests. */
  drifting(): readonly DriftingField[] {
    this.#drifting ??= this.#look();
    return this.#drifting;
  }

  #look(): DriftingField[] {
    const drifting: DriftingField[] = [];
    for (const [field, usual] of this.#usual) {
      if (usual.requests < LEAST_BASELINE) continue;
      const before = usual.present / usual.requests;
      if (before < LEAST_SHARE) continue;
      const missing = this.#missingInARow(field);
      if (missing < LEAST_MISSING || (1 - before) ** missing > UNLIKELY) continue;
      drifting.push({ field, before, missing });
    }
    return drifting;
  }

  /** The share of records that have a field, as learned; null where too little is known. */
  usualShare(field: string): number | null {
    const usual = this.#usual.get(field);
    return usual && usual.requests >= LEAST_BASELINE ? usual.filled / Math.max(1, usual.records) : null;
  }

  /** Whether an answer lacks a field that nearly every answer has: its page is no example of a good one. */
  lacksUsual(fill: FieldFill): boolean {
    const { filled } = fill;
    for (const [field, usual] of this.#usual) {
      if (usual.requests < LEAST_BASELINE || usual.present / usual.requests < NEARLY_ALWAYS) continue;
      if (!filled.get(field)) return true;
    }
    return false;
  }

  /** What was learned since the last call, for the store. */
  takeLearned(): Array<[field: string, count: FieldCount]> {
    const learned = [...this.#learned];
    this.#learned = new Map();
    return learned;
  }

  /** After an incident: the samples of the changed page are dropped, so that they are never learned. */
  forgetRecent(): void {
    this.#drifting = null;
    this.#recent.length = 0;
    this.#digests.clear();
  }

  #missingInARow(field: string): number {
    let missing = 0;
    for (let at = this.#recent.length - 1; at >= 0; at--) {
      if ((this.#recent[at]!.filled.get(field) ?? 0) > 0) break;
      missing++;
    }
    return missing;
  }

  #learn({ records, filled }: Sample): void {
    const drifting = new Set(this.#look().map(({ field }) => field));
    for (const [field, count] of filled) {
      if (drifting.has(field)) continue;
      const more = { requests: 1, present: count > 0 ? 1 : 0, records, filled: count };
      for (const counts of [this.#usual, this.#learned]) counts.set(field, addCounts(counts.get(field) ?? none, more));
    }
  }
}

const none: FieldCount = { requests: 0, present: 0, records: 0, filled: 0 };

const addCounts = (a: FieldCount, b: FieldCount): FieldCount => ({
  requests: a.requests + b.requests,
  present: a.present + b.present,
  records: a.records + b.records,
  filled: a.filled + b.filled,
});
