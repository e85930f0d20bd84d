import type { Suspicion } from "./operation-values.ts";
import { tuning } from "./tuning.ts";
import { UNNATURAL } from "./verdict.ts";

/** When the canary was asked about hints, by operation and field: hints are many. */
export class AskedHints {
  readonly #at = new Map<string, number[]>();

  /** Once in a while, and once more if a request shows it again. */
  mayAsk(path: string, { finding, runs, requests }: Suspicion, now: number): boolean {
    return UNNATURAL.has(finding.kind) || this.#lately(path, finding.field, now).length < (runs > requests ? 2 : 1);
  }

  asked(path: string, field: string, now: number): void {
    this.#at.set(`${path} ${field}`, [...this.#lately(path, field, now), now]);
  }

  #lately(path: string, field: string, now: number): number[] {
    return (this.#at.get(`${path} ${field}`) ?? []).filter((at) => now - at < tuning.forgottenAfterMs);
  }
}
