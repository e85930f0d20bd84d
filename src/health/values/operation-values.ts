import { Baseline, type Change } from "./baseline.ts";
import { swappedWith, wordsOf } from "./change-words.ts";
import { fieldOf, kindOf, worrying } from "./kinds.ts";
import { KnownRecords } from "./known-records.ts";
import { type Measured, measure } from "./measure.ts";
import { median } from "./numbers.ts";
import type { SampledRun } from "./sampled-run.ts";

const REMEMBERED_ANSWERS = 5;
const REMEMBERED_EXCHANGES = 50;

/** The values of one operation: what is usual, how to measure a run, and what has changed. */
export class OperationValues {
  readonly baseline: Baseline;
  readonly #records = new KnownRecords();
  /** Identities in the newest responses to different requests. */
  readonly #answers = new Map<string, ReadonlySet<string>>();
  /** Response times of pages since the last observed run. */
  #exchangesMs: number[] = [];
  #newest: Measured = { values: new Map(), profiles: new Map() };
  isChanged = false;

  constructor(vital: Iterable<string>) {
    this.baseline = new Baseline(vital);
  }

  exchange(ms: number): void {
    if (this.#exchangesMs.length < REMEMBERED_EXCHANGES) this.#exchangesMs.push(ms);
  }

  observe(run: SampledRun): Change[] {
    const measured = this.#measure(run, this.#exchangesMs.length > 0 ? median(this.#exchangesMs) : null);
    this.#exchangesMs = [];
    this.#newest = measured;
    const pairs = this.#records.differences(run.byIdentity);
    const { digest, caller, at } = run;
    const changes = this.baseline.observe({ ...measured, digest, caller, at, pairs });
    const suspects = new Set(changes.map(({ key }) => fieldOf(key)));
    this.#records.remember(run.byIdentity, (field) => suspects.has(field) || this.baseline.isHeld(field));
    this.#answers.delete(digest);
    this.#answers.set(digest, new Set(run.identities));
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= REMEMBERED_ANSWERS) break;
      this.#answers.delete(oldest);
    }
    this.isChanged = true;
    return changes;
  }

  /** Whether some measure of a field is so far off in this one run that it cannot be right. */
  isAbsurd(run: SampledRun, field: string): boolean {
    const { values } = this.#measure(run, null);
    const pairs = this.#records.differences(run.byIdentity);
    return [...this.baseline.differences({ digest: run.digest, values, pairs })].some(([key, { by }]) => {
      const { absurdFrom } = kindOf(key);
      return fieldOf(key) === field && absurdFrom !== undefined && worrying(key, by) >= absurdFrom;
    });
  }

  /** "price: median 42 -> 4,200", with the field it was swapped with, if any. */
  describe(change: Change): string {
    const field = fieldOf(change.key);
    const other = swappedWith(field, this.baseline, this.#newest);
    return other ? `${wordsOf(change)}; "${field}" and "${other}" look swapped` : wordsOf(change);
  }

  /** Whether a request shows that a measure has moved; null if it shows neither. */
  shows(digest: string, { key, after, before }: Change): boolean | null {
    const difference = this.baseline.requests.get(digest)?.newest.get(key);
    if (!difference) return null;
    const isSameWay = kindOf(key).direction !== "both" || Math.sign(difference.by) === Math.sign(after - before);
    return isSameWay && worrying(key, difference.by) >= this.baseline.toleranceOf(key, difference.isPair);
  }

  forget(field: string): void {
    this.baseline.forget(field);
    this.#records.forget(field);
    this.isChanged = true;
  }

  #measure(run: SampledRun, latencyMs: number | null): Measured {
    const identities = new Set(run.identities);
    const others = [...this.#answers].filter(([digest]) => digest !== run.digest).map(([, answer]) => answer);
    const shared = others.map((answer) => identities.intersection(answer).size / Math.max(1, identities.size));
    const figures = {
      ...run.figures,
      latencyMs,
      duplicates: 1 - identities.size / Math.max(1, run.identities.length),
      overlap: shared.length === 0 ? 0 : median(shared),
    };
    const measured = measure(run.records, figures, this.baseline.profiles);
    for (const [key, share] of this.#records.unchanged(run.byIdentity)) measured.values.set(key, share);
    return measured;
  }
}
