import type { Recorder } from "../extraction/recording/recorder.ts";
import type { Finding, Strength } from "./values/judge.ts";
import { tuning } from "./values/tuning.ts";

/** The pages of the newest runs that showed each field in doubt, for the incident that may follow. */
export class DoubtfulPages {
  readonly #byField = new Map<string, { recorder: Recorder; weight: number }>();

  /** Adds what a run showed. A hint, which another request may give, does not replace more; nor does the canary a caller. */
  add(findings: Iterable<Finding>, recorder: Recorder, isCanary: boolean): void {
    for (const { field, strength } of findings) {
      const weight = weightOf(strength, isCanary);
      if (weight < (this.#byField.get(field)?.weight ?? 0)) continue;
      this.#byField.delete(field);
      this.#byField.set(field, { recorder, weight });
    }
    const newest = new Set([...this.#byField.values()].map((one) => one.recorder).toReversed());
    const kept = new Set([...newest].slice(0, tuning.openIncidents));
    for (const [field, one] of this.#byField) if (!kept.has(one.recorder)) this.#byField.delete(field);
  }

  find(field: string): Recorder | null {
    return this.#byField.get(field)?.recorder ?? null;
  }

  /** Forgets the pages of fields that are no longer in doubt. */
  keepOnly(inDoubt: ReadonlySet<string>): void {
    for (const field of this.#byField.keys()) if (!inDoubt.has(field)) this.#byField.delete(field);
  }
}

function weightOf(strength: Strength, isCanary: boolean): number {
  if (isCanary) return 0;
  return strength === "hint" ? 1 : 2;
}
