import type { ChangeKind, Finding, Strength } from "./judge.ts";
import type { Pair } from "./pairs.ts";
import { tuning } from "./tuning.ts";

/** A field whose values one request does not give as it did before. */
export interface Doubt {
  finding: Finding;
  pairs: readonly Pair[];
  request: Record<string, unknown>;
  since: number;
  at: number;
  /** Runs that showed it. */
  runs: number;
  /** The request had shown the old values shortly before: not much happens by itself in that time. */
  isSudden: boolean;
  /** The request had shown the old values in between, as a site does that loses a field now and then. */
  recurs: boolean;
  /** Runs in a row that showed the old values again. */
  wells: number;
}

export type DoubtsState = Array<[field: string, digest: string, since: number, at: number]>;

/** The doubts of one witness, by field and request. */
export class Doubts {
  readonly #byField = new Map<string, Map<string, Doubt | Stored>>();
  readonly #ended = new Map<string, Ended>();

  add(digest: string, seen: Pick<Doubt, "finding" | "pairs" | "at" | "request" | "isSudden">): void {
    const known = this.#of(seen.finding.field).get(digest);
    const earlier = known && "finding" in known ? known : null;
    const isWeaker = earlier !== null && rank(earlier.finding) > rank(seen.finding);
    this.#of(seen.finding.field).set(digest, {
      ...seen,
      ...(isWeaker && { finding: earlier.finding, pairs: earlier.pairs }),
      since: known?.since ?? seen.at,
      runs: (earlier?.runs ?? 0) + 1,
      isSudden: earlier?.isSudden ?? seen.isSudden,
      recurs: this.recurs(seen.finding.field, digest, seen.at),
      wells: 0,
    });
  }

  /** Whether a doubt of one request is back soon after it ended. */
  recurs(field: string, digest: string, at: number): boolean {
    const ended = this.#ended.get(`${field} ${digest}`);
    return ended !== undefined && at - ended.at < tuning.forgottenAfterMs;
  }

  /** Requests that showed such a change in the hour before this time, and then the old values. */
  returned(field: string, kind: ChangeKind, before: number): number {
    const isIt = ([key, { at, returned }]: [string, Ended]) =>
      key.startsWith(`${field} `) && returned === kind && at < before && before - at < tuning.forgottenAfterMs;
    return [...this.#ended].filter(isIt).length;
  }

  /** A run of the request shows the old values. Returns whether that ends a doubt: one that recurs on few records lasts longer. */
  recovered(field: string, digest: string): boolean {
    const doubt = this.#byField.get(field)?.get(digest);
    const isFlickering = doubt && "finding" in doubt && doubt.recurs && doubt.finding.strength === "hint";
    if (isFlickering && ++doubt.wells < 2) return false;
    const kind = doubt && "finding" in doubt ? doubt.finding.kind : null;
    return this.end(field, digest, kind);
  }

  /** Ends the doubt about a field of one request, or of all of them. Returns whether there was one. */
  end(field: string, digest?: string, returned: ChangeKind | null = null): boolean {
    const own = this.#byField.get(field);
    if (!own) return false;
    for (const [request, { at }] of own)
      if (digest === undefined || digest === request) this.#ended.set(`${field} ${request}`, { at, returned });
    const [oldest = ""] = this.#ended.keys();
    if (this.#ended.size > tuning.requestsHeld * tuning.recordsHeld) this.#ended.delete(oldest);
    const had = digest === undefined ? own.size > 0 : own.delete(digest);
    if (digest === undefined || own.size === 0) this.#byField.delete(field);
    return had;
  }

  isOf(field: string, digest: string): boolean {
    return this.#byField.get(field)?.has(digest) ?? false;
  }

  fields(): string[] {
    return [...this.#byField.keys()];
  }

  requestsWith(field: string): string[] {
    return [...(this.#byField.get(field)?.keys() ?? [])];
  }

  /** Doubts that some run has shown lately, the strongest first. */
  active(field: string, now: number): Doubt[] {
    const all = [...(this.#byField.get(field)?.values() ?? [])];
    return all
      .filter((doubt): doubt is Doubt => "finding" in doubt && now - doubt.at < tuning.forgottenAfterMs)
      .sort((a, b) => rank(b.finding) - rank(a.finding));
  }

  /** Whether a run has lately shown more than a hint. */
  isGrave(field: string, now: number): boolean {
    return this.active(field, now).some(({ finding }) => finding.strength !== "hint");
  }

  /** Whether some request has shown it since then, here or before a restart. */
  isAccused(field: string, since: number): boolean {
    return [...(this.#byField.get(field)?.values() ?? [])].some(({ at }) => at > since);
  }

  toState(): DoubtsState {
    return [...this.#byField].flatMap(([field, own]) =>
      [...own].map(([digest, { since, at }]): DoubtsState[number] => [field, digest, since, at]),
    );
  }

  merge(state: DoubtsState): void {
    for (const [field, digest, since, at] of state) {
      if (!this.#of(field).has(digest)) this.#of(field).set(digest, { since, at });
    }
  }

  #of(field: string): Map<string, Doubt | Stored> {
    const own = this.#byField.get(field) ?? new Map<string, Doubt | Stored>();
    this.#byField.set(field, own);
    return own;
  }
}

/** A doubt that is over: when it was last shown, and what had changed if the old values are back. */
interface Ended {
  at: number;
  returned: ChangeKind | null;
}

/** A doubt from before a restart, or of another process: its request's next run tells more. */
type Stored = Pick<Doubt, "since" | "at">;

const ranks: Record<Strength, number> = { hint: 0, likely: 1, proof: 2 };
const rank = ({ strength }: Finding): number => ranks[strength];
