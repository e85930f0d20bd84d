import type { ExampleBody } from "../../contract/operation.ts";
import type { CanaryIds } from "../canary-run.ts";
import { ENOUGH_LOST, type Finding, isSteady, judge, lostIn, median } from "./judge.ts";
import type { Sight } from "./sights.ts";
import { tuning } from "./tuning.ts";
import { type Judged, Witness, type WitnessState } from "./witness.ts";

const REMEMBERED_EXCHANGES = 50;

export interface ValuesState {
  callers: WitnessState;
  canary: WitnessState;
  ids: Array<[nth: number, found: ExampleBody[]]>;
  times: Array<[field: string, times: FieldTimes]>;
}

interface FieldTimes {
  /** When the newest canary that was well began. */
  well?: number;
  /** Of those, the newest that was asked about no change of the field: all before it was right. */
  sound?: number;
  /** Until when an incident was open. */
  spoilt?: number;
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
  readonly #times = new Map<string, FieldTimes>();
  /** When a request last showed a field as it was again, and when a canary did. */
  readonly #recoveredAt = new Map<string, number>();
  readonly #canaryRecoveredAt = new Map<string, number>();
  /** Response times of pages since the last observed run. */
  readonly #exchangesMs: number[] = [];
  isChanged = false;

  fieldsInDoubt(): Set<string> {
    return new Set([...this.callers.doubts.fields(), ...this.canary.doubts.fields()]);
  }

  exchange(ms: number): void {
    if (this.#exchangesMs.length < REMEMBERED_EXCHANGES) this.#exchangesMs.push(ms);
  }

  takePageMs(): number | null {
    const taken = this.#exchangesMs.splice(0);
    return taken.length > 0 ? median(taken) : null;
  }

  /** Learns a run of its callers or its canary, except what is in doubt. Returns fields that are as they were again. */
  learn(judged: Judged, request: Record<string, unknown>, open: ReadonlySet<string>, isCanary: boolean): string[] {
    const isRipe = (field: string, { since, dismissed }: Sight): boolean => {
      const known = dismissed.get(field);
      if (known !== undefined) return this.wellAt(field) > known && judged.run.at - known >= CANARY_EVERY_MS;
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
    return this.#times.get(field)?.well ?? Number.NEGATIVE_INFINITY;
  }

  soundAt(field: string): number | undefined {
    return this.#times.get(field)?.sound;
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
      this.#note(field, { well: began, ...(!this.callers.doubts.fields().includes(field) && { sound: began }) });
    }
    this.#promote();
    // There was no truth before the canary's first sight.
    for (const field of fields) {
      if (open.has(field) || this.canary.sights.hasReference(field)) continue;
      for (const { run } of runs) this.canary.sights.promote(run.digest, (name) => name === field);
    }
  }

  #note(field: string, times: FieldTimes): void {
    const known = this.#times.get(field) ?? {};
    const newest = Object.entries(times).filter(([what, at]) => at > (known[what as keyof FieldTimes] ?? 0));
    this.#times.set(field, { ...known, ...Object.fromEntries(newest) });
  }

  #promote(): void {
    const { sights, doubts } = this.callers;
    const isHeld = new Set(doubts.fields().filter((field) => doubts.isGrave(field, this.wellAt(field))));
    for (const [digest, { at, dismissed }] of [...sights.all()]) {
      sights.promote(digest, (field) => {
        const isNew = at < this.wellAt(field) && at > (this.#times.get(field)?.spoilt ?? Number.NEGATIVE_INFINITY);
        return isNew && !isHeld.has(field) && !dismissed.has(field) && !doubts.isOf(field, digest);
      });
    }
  }

  /** While an incident is open, its field has no candidates, and who is judged by nothing else is in no doubt. */
  noteOpen(fields: Iterable<string>, now: number): void {
    for (const field of fields) {
      this.#note(field, { spoilt: now });
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

  /** What callers, or the canary by itself, show of a field; null if nothing that counts today. */
  suspicionOf(field: string, now: number, who: "callers" | "canary" = "callers"): Suspicion | null {
    const active = this[who].doubts.active(field, now);
    const [strongest] = active;
    if (!strongest) return null;
    const isHint = strongest.finding.strength === "hint";
    const since = who === "canary" ? 0 : now - tuning.forgottenAfterMs;
    const together = isHint ? judge(field, this[who].together(field, since)) : null;
    const finding = together ?? (isHint && who === "canary" ? null : strongest.finding);
    return (
      finding && {
        finding,
        request: strongest.request,
        since: Math.min(...active.map((doubt) => doubt.since)),
        runs: active.reduce((sum, { runs }) => sum + runs, 0),
        requests: active.length,
        recurs: active.some(({ recurs }) => recurs),
      }
    );
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
    if (isGone && lostIn(shown) >= ENOUGH_LOST) return isSudden;
    if (isGone && lostIn(shown) <= 0) return false;
    // A site may change one of two forms of its pages.
    const alone = judge(field, own) ?? (isSudden ? judge(field, own, 2 * tuning.part) : null);
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
      times: [...this.#times],
    };
  }

  merge(state: ValuesState): void {
    this.callers.merge(state.callers);
    this.canary.merge(state.canary);
    for (const [nth, found] of state.ids) if (!this.canaryIds.has(nth)) this.canaryIds.set(nth, found);
    for (const [field, times] of state.times) this.#note(field, times);
    this.#promote();
  }
}

const fieldsOf = ({ reference, candidates }: Sight): string[] =>
  [...reference.values(), ...candidates.values()].flatMap((record) => [...record.keys()]);
