import type { ExampleBody } from "../../contract/operation.ts";
import type { CanaryIds } from "../canary-run.ts";
import type { Doubt } from "./doubts.ts";
import { type Finding, isMuchLost, isSteady, judge, lostIn, median } from "./judge.ts";
import type { Sight } from "./sights.ts";
import { tuning } from "./tuning.ts";
import { type Judged, Witness, type WitnessState } from "./witness.ts";

const REMEMBERED_EXCHANGES = 50;

export interface ValuesState {
  callers: WitnessState;
  canary: WitnessState;
  ids: Array<[nth: number, found: ExampleBody[]]>;
  /** By field: when the newest canary that was well began, and until when an incident was open. */
  well: Array<[field: string, began: number]>;
  sound: Array<[field: string, began: number]>;
  spoilt: Array<[field: string, until: number]>;
}

/** How often canaries run. A change that was dismissed has to last as long. */
export const CANARY_EVERY_MS = 15 * 60_000;
/** Where no canary can tell, what is seen again so much later without a doubt counts. */
const UNTOLD_MS = 86_400_000;

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
  /** By field: when the newest canary that was well began, and until when an incident was open. */
  readonly #wellAt = new Map<string, number>();
  /** Of those, the newest that was asked about no change of the field: all before it was right. */
  readonly #soundAt = new Map<string, number>();
  readonly #spoiltUntil = new Map<string, number>();
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
    const isRipe = (field: string, { since, dismissed }: Sight): boolean => {
      const known = dismissed.get(field);
      if (known) return known.isWell && judged.run.at - known.at >= CANARY_EVERY_MS;
      return !isCanary && judged.run.at - Math.max(since, this.wellAt(field)) >= UNTOLD_MS;
    };
    const recovered = (isCanary ? this.canary : this.callers).learn(judged, request, { open, isRipe });
    for (const field of recovered) {
      this.#recoveredAt.set(field, judged.run.at);
      if (isCanary) this.#canaryRecoveredAt.set(field, judged.run.at);
    }
    if (!isCanary && judged.isConfirmed) this.#acquit(judged);
    this.isChanged = true;
    return recovered;
  }

  /** When the newest canary began that had the field as it was. */
  wellAt(field: string): number {
    return this.#wellAt.get(field) ?? Number.NEGATIVE_INFINITY;
  }

  soundAt(field: string): number | undefined {
    return this.#soundAt.get(field);
  }

  /** Confirms what was seen before a canary that began then, in the fields that it has, and has as they were. */
  confirm(began: number, open: ReadonlySet<string>): void {
    const runs = this.canary.newest(began);
    const fields = new Set([...this.canary.sights.all().values()].flatMap(fieldsOf));
    for (const field of fields) {
      if (open.has(field) || this.canary.doubts.fields().includes(field)) continue;
      const isAnswer = field.startsWith("answer.");
      const pairs = isAnswer ? [] : this.canary.together(field, began);
      if (!(isAnswer ? runs.some(({ isWell }) => isWell(field)) : pairs.some(({ old }) => old !== null))) continue;
      this.#wellAt.set(field, began);
      if (!this.callers.doubts.fields().includes(field)) this.#soundAt.set(field, began);
    }
    this.#promote();
    // There was no truth before the canary's first sight.
    for (const field of fields) {
      if (open.has(field) || this.canary.sights.hasReference(field)) continue;
      for (const { run } of runs) this.canary.sights.promote(run.digest, (name) => name === field);
    }
  }

  #promote(): void {
    const { sights, doubts } = this.callers;
    for (const [field, began] of this.#wellAt)
      for (const witness of [this.callers, this.canary]) witness.sights.noteWell(field, began);
    const isHeld = new Set(doubts.fields().filter((field) => doubts.isGrave(field, this.wellAt(field))));
    for (const [digest, { at, dismissed }] of [...sights.all()]) {
      sights.promote(digest, (field) => {
        const isNew = at < this.wellAt(field) && at > (this.#spoiltUntil.get(field) ?? Number.NEGATIVE_INFINITY);
        return isNew && !isHeld.has(field) && !dismissed.has(field) && !doubts.isOf(field, digest);
      });
    }
  }

  /** While an incident is open, its field has no candidates, and who is judged by nothing else is in no doubt. */
  noteOpen(fields: Iterable<string>, now: number): void {
    for (const field of fields) {
      this.#spoiltUntil.set(field, now);
      for (const digest of this.callers.doubts.requestsWith(field))
        if (!this.callers.sights.hasReference(field, digest)) this.callers.doubts.end(field, digest);
    }
  }

  /** Where another list keeps its numbers, the canary's own list is on sale, and the site's currency is what it was. */
  #acquit({ pairs, run }: Judged): void {
    for (const field of this.canary.doubts.fields()) {
      const [doubt] = this.canary.doubts.active(field, run.at);
      if (doubt?.finding.kind === "factor" && isSteady(pairs.of(field))) this.dismiss(field, run.at, "canary");
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
    const shown = this.canary.together(field, since);
    const own = shown.filter(({ old }) => old !== null);
    if (own.length === 0) return null;
    const isSudden = this.canary.doubts.active(field, now).some((doubt) => doubt.isSudden);
    // Its values are few: two that it had just before count, whatever their share.
    if (isGone && isMuchLost(shown)) return isSudden;
    if (isGone && lostIn(shown) <= 0) return false;
    const alone = judge(field, own);
    const theirs = this.callers.doubts.active(field, since)[0]?.pairs ?? [];
    if (finding.kind === "factor" || alone?.kind === "factor") {
      // By the same factor, which neither side's number of records decides.
      return alone !== null && judge(field, [...theirs, ...own.slice(0, theirs.length)])?.kind === "factor";
    }
    if (alone && !isGone) return true;
    // One value that is gone may be chance, unless the canary had it just before.
    if (!isSudden) return false;
    if (alone) return true;
    const isMoved = own.some(({ old, now }) => old !== now);
    return own.length <= tuning.enoughPairs && isMoved && judge(field, [...theirs, ...own])?.kind === finding.kind;
  }

  /** The change is an ordinary one, for now. */
  dismiss(field: string, now: number, who: "callers" | "canary"): void {
    this[who].dismiss(field, now);
    this.isChanged = true;
  }

  forget(field: string): void {
    this.callers.forget(field);
    this.canary.forget(field);
    this.isChanged = true;
  }

  toState(): ValuesState {
    return {
      callers: this.callers.toState(),
      canary: this.canary.toState(),
      ids: [...this.canaryIds],
      well: [...this.#wellAt],
      sound: [...this.#soundAt],
      spoilt: [...this.#spoiltUntil],
    };
  }

  merge(state: Partial<ValuesState>): void {
    // An earlier version stored something else.
    if (!state.callers || !state.canary || !state.well) return;
    this.callers.merge(state.callers);
    this.canary.merge(state.canary);
    for (const [nth, found] of state.ids ?? []) if (!this.canaryIds.has(nth)) this.canaryIds.set(nth, found);
    for (const [times, stored = []] of [
      [this.#wellAt, state.well],
      [this.#soundAt, state.sound],
      [this.#spoiltUntil, state.spoilt],
    ] as const)
      for (const [field, at] of stored) times.set(field, Math.max(at, times.get(field) ?? at));
    this.#promote();
  }
}

const fieldsOf = ({ reference, candidates }: Sight): string[] =>
  [...reference.values(), ...candidates.values()].flatMap((record) => [...record.keys()]);

const extent = (doubts: readonly Doubt[]): Omit<Suspicion, "finding" | "request"> => ({
  since: Math.min(...doubts.map(({ since }) => since)),
  runs: doubts.reduce((sum, { runs }) => sum + runs, 0),
  requests: doubts.length,
  recurs: doubts.some(({ recurs }) => recurs),
});
