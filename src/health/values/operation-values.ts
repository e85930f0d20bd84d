import type { ExampleBody } from "../../contract/operation.ts";
import type { CanaryIds } from "../canary-run.ts";
import type { Doubt } from "./doubts.ts";
import { type Finding, isSteady, judge, median } from "./judge.ts";
import { tuning } from "./tuning.ts";
import { type Judged, Witness, type WitnessState } from "./witness.ts";

const REMEMBERED_EXCHANGES = 50;

export interface ValuesState {
  callers: WitnessState;
  canary: WitnessState;
  ids: Array<[nth: number, found: ExampleBody[]]>;
}

/** What is known of a field in doubt, and who shows it. */
export interface Suspicion {
  finding: Finding;
  request: Record<string, unknown>;
  since: number;
  /** Runs that showed it, and requests. */
  runs: number;
  requests: number;
  /** It had ended a while ago. */
  recurs: boolean;
}

/** The values of one operation, as its callers and its canary see them. */
export class OperationValues {
  readonly callers = new Witness({ isCanary: false });
  readonly canary = new Witness({ isCanary: true });
  /** Ids that canaries of a detail page have found. */
  readonly canaryIds: CanaryIds = new Map();
  /** When a request last showed a field as it was again, and when a canary did. */
  readonly #recoveredAt = new Map<string, number>();
  readonly #canaryRecoveredAt = new Map<string, number>();
  /** Response times of pages since the last observed run. */
  #exchangesMs: number[] = [];
  isChanged = false;

  fieldsInDoubt(): Set<string> {
    return new Set([...this.callers.doubts.fields(), ...this.canary.doubts.fields()]);
  }

  exchange(ms: number): void {
    if (this.#exchangesMs.length < REMEMBERED_EXCHANGES) this.#exchangesMs.push(ms);
  }

  takePageMs(): number | null {
    const taken = this.#exchangesMs.length > 0 ? median(this.#exchangesMs) : null;
    this.#exchangesMs = [];
    return taken;
  }

  /** Learns a run of its callers or its canary, except what is in doubt. Returns fields that are as they were again. */
  learn(judged: Judged, request: Record<string, unknown>, open: ReadonlySet<string>, isCanary: boolean): string[] {
    const recovered = (isCanary ? this.canary : this.callers).learn(judged, request, open);
    for (const field of recovered) {
      this.#recoveredAt.set(field, judged.run.at);
      if (isCanary) this.#canaryRecoveredAt.set(field, judged.run.at);
    }
    if (!isCanary && judged.isRepeated) this.#acquit(judged);
    this.isChanged = true;
    return recovered;
  }

  /** Where another list keeps its numbers, the canary's own list is on sale, and the site's currency is what it was. */
  #acquit({ pairs, run }: Judged): void {
    for (const field of this.canary.doubts.fields()) {
      const [doubt] = this.canary.doubts.active(field, run.at);
      if (doubt?.finding.kind === "factor" && isSteady(pairs.of(field))) this.canary.accept(field);
    }
  }

  /**
   * Whether a field is as it was again in all requests that had changed. What nobody has repeated for an hour, or since the
   * canary recovered and stayed well for a while, does not count. "ask" means that the canary, which had shown the change, has to show that it is over.
   */
  isOver(field: string, opened: number, now: number): boolean | "ask" {
    if ((this.#recoveredAt.get(field) ?? 0) < opened) return false;
    if (this.canary.doubts.requestsWith(field).length > 0) return "ask";
    const recovered = this.#canaryRecoveredAt.get(field) ?? now;
    const wellSince = now - recovered >= tuning.askEveryMs ? recovered : 0;
    return !this.callers.doubts.isAccused(field, Math.max(now - tuning.forgottenAfterMs, wellSince));
  }

  /** What callers show of a field; null if nothing that counts today. */
  suspicionOf(field: string, now: number): Suspicion | null {
    const active = this.callers.doubts.active(field, now);
    const [strongest] = active;
    if (!strongest) return null;
    const together = judge(field, this.callers.together(field, now - tuning.forgottenAfterMs));
    const finding = strongest.finding.strength === "hint" ? (together ?? strongest.finding) : strongest.finding;
    return { finding, request: strongest.request, ...extent(active) };
  }

  /** What the canary shows by itself. */
  canarySuspicionOf(field: string, now: number): Suspicion | null {
    const [strongest, ...rest] = this.canary.doubts.active(field, now);
    if (!strongest) return null;
    const own =
      strongest.finding.strength !== "hint" ? strongest.finding : judge(field, this.canary.together(field, 0));
    return own && { finding: own, request: strongest.request, ...extent([strongest, ...rest]) };
  }

  /** Whether the canary has shown the change too since it was suspected; null if it could not tell. */
  confirms(field: string, { finding, since, recurs }: Suspicion, now: number): boolean | null {
    if (field.startsWith("answer.")) {
      const runs = this.canary.newest(since);
      if (runs.some(({ findings }) => findings.has(field))) return true;
      const canTell = ({ run, isWell }: Judged) => isWell(field) && (field !== "answer.records" || run.pages > 1);
      return runs.some(canTell) ? false : null;
    }
    // What had come and gone on two pages before is not chance, though the canary has it just now.
    const isGone = finding.kind === "emptied";
    if (isGone && this.canary.doubts.returned(field, finding.kind, since) + (recurs ? 1 : 0) >= 2) return true;
    const own = this.canary.together(field, since).filter(({ old }) => old !== null);
    if (own.length === 0) return null;
    const alone = judge(field, own);
    const theirs = this.callers.doubts.active(field, since)[0]?.pairs ?? [];
    if (finding.kind === "factor" || alone?.kind === "factor") {
      // By the same factor, which neither side's number of records decides.
      return alone !== null && judge(field, [...theirs, ...own.slice(0, theirs.length)])?.kind === "factor";
    }
    if (alone && (alone.kind !== "emptied" || alone.moved > 1)) return true;
    // One value that is gone may be chance, unless the canary had it just before.
    if (!this.canary.doubts.active(field, now).some(({ isSudden }) => isSudden)) return false;
    if (alone) return true;
    const isMoved = own.some(({ old, now }) => old !== now);
    return own.length <= tuning.enoughPairs && isMoved && judge(field, [...theirs, ...own])?.kind === finding.kind;
  }

  forget(field: string): void {
    this.callers.forget(field);
    this.canary.forget(field);
    this.isChanged = true;
  }

  toState(): ValuesState {
    return { callers: this.callers.toState(), canary: this.canary.toState(), ids: [...this.canaryIds] };
  }

  merge(state: Partial<ValuesState>): void {
    // An earlier version stored something else.
    if (!state.callers || !state.canary) return;
    this.callers.merge(state.callers);
    this.canary.merge(state.canary);
    for (const [nth, found] of state.ids ?? []) if (!this.canaryIds.has(nth)) this.canaryIds.set(nth, found);
  }
}

const extent = (doubts: readonly Doubt[]): Omit<Suspicion, "finding" | "request"> => ({
  since: Math.min(...doubts.map(({ since }) => since)),
  runs: doubts.reduce((sum, { runs }) => sum + runs, 0),
  requests: doubts.length,
  recurs: doubts.some(({ recurs }) => recurs),
});
