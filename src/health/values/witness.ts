import { Doubts, type DoubtsState } from "./doubts.ts";
import type { FlatRecord, Value } from "./flat-record.ts";
import { type ChangeKind, type Finding, isAlike, judge, plain } from "./judge.ts";
import { type Pair, RecordPairs } from "./pairs.ts";
import type { SampledRun } from "./sampled-run.ts";
import {
  type AnswerField,
  factsIn,
  knownIn,
  recordOverlap,
  type Sight,
  Sights,
  type SightsState,
  WHOLE,
} from "./sights.ts";
import { tuning } from "./tuning.ts";

/** What a run shows, compared with what was confirmed. */
export interface Judged {
  run: SampledRun;
  /** The records whose values are confirmed, by field. */
  pairs: RecordPairs;
  /** Those that were not: as this request showed them, or another one. */
  loose: RecordPairs;
  /** Those that differ from a mere candidate, or from another request's record, are hints. */
  findings: ReadonlyMap<string, Finding>;
  /** Whether the finding is about what was confirmed of the same request. */
  isOwn(field: string): boolean;
  /** Whether something of the same request was confirmed. */
  isConfirmed: boolean;
  /** Whether the run has the values of the reference. */
  isWell(field: string): boolean;
  /** Whether a field was in doubt a while ago, was as before in between, and is in doubt again. */
  recurs(field: string): boolean;
}

export interface WitnessState {
  sights: SightsState;
  doubts: DoubtsState;
}

/** Somebody who calls an operation: all callers together, or the canary, whose past nobody else can touch. */
export class Witness {
  readonly sights: Sights;
  readonly doubts = new Doubts();
  /** The newest runs of confirmed requests for few records, which speak only together; of the canary, all. */
  readonly #newest = new Map<string, Judged>();
  readonly #isCanary: boolean;

  constructor({ isCanary, max }: { isCanary: boolean; max?: number }) {
    this.sights = new Sights(max);
    this.#isCanary = isCanary;
  }

  judge(run: SampledRun): Judged {
    const sight = this.sights.find(run.digest);
    const pairs = new RecordPairs((id) => sight?.reference.get(id), run.records, sight && knownIn(sight));
    const loose = new RecordPairs((id) => this.sights.unconfirmed(run.digest, id), run.records);
    const own = [...findingsIn(pairs), ...answerFindings(sight, run)];
    const isOwn = (field: string) => own.some((finding) => finding.field === field);
    const hints = findingsIn(loose).filter(({ field }) => !isOwn(field));
    return {
      run,
      pairs,
      loose,
      findings: new Map([...own, ...hints.map(asHint)].map((finding) => [finding.field, finding])),
      isOwn,
      isConfirmed: sight !== undefined && sight.reference.size > 0,
      recurs: (field) => this.doubts.recurs(field, run.digest, run.at),
      isWell: (field) => {
        if (!sight || isOwn(field) || hints.some((finding) => finding.field === field)) return false;
        if (field.startsWith("answer.")) return isAnswerWell(field as AnswerField, sight, run);
        const filled = pairs.of(field).filter(({ old }) => old !== null);
        const known = [...sight.reference.values()].filter((record) => (record.get(field) ?? null) !== null).length;
        const enough = Math.max(1, Math.min(tuning.enoughPairs, known, run.records.size));
        const alike = filled.filter((pair) => !pair.isDismissed && (pair.isSale || isAlike(pair))).length;
        return filled.length >= enough && alike >= tuning.nearlyAll * filled.length && isCalm(filled);
      },
    };
  }

  /** Learns a run as a candidate, except what is in an open incident. Returns fields of this request that are as they were again. */
  learn(
    judged: Judged,
    request: Record<string, unknown>,
    { open, isRipe }: { open: ReadonlySet<string>; isRipe(field: string, before: Sight): boolean },
  ): string[] {
    const { run, pairs, findings, isWell, isOwn } = judged;
    const { digest, at } = run;
    const before = this.sights.find(digest);
    const doubted = new Set(this.doubts.fields().filter((field) => this.doubts.isOf(field, digest)));
    const recovered = this.doubts.fields().filter((field) => isWell(field) && this.doubts.recovered(field, digest));
    const isSudden = before !== undefined && at - before.at < tuning.forgottenAfterMs;
    for (const [field, finding] of findings) {
      // In an open incident, what was not confirmed speaks for nothing.
      if (isOwn(field) || !open.has(field))
        this.doubts.add(digest, { finding, pairs: pairs.of(field), at, request, isSudden });
    }
    this.#newest.delete(digest);
    if (this.#isCanary || (judged.isConfirmed && run.records.size < tuning.enoughPairs))
      this.#newest.set(digest, judged);
    const [oldest = ""] = this.#newest.keys();
    if (this.#newest.size > tuning.requestsHeld) this.#newest.delete(oldest);
    for (const field of before?.dismissed.keys() ?? []) if (isWell(field)) this.sights.dismiss(digest, field, null);
    const isCalmField = (field: string) => !findings.has(field) && !open.has(field) && !doubted.has(field);
    // The canary has no other witness: its next run confirms what the one before it showed.
    if (this.#isCanary) this.sights.promote(digest, (field) => isCalmField(field) && !before?.dismissed.has(field));
    const forgotten = this.sights.remember(run, open, findings.size > 0 || open.size > 0);
    const isSeenAgain = (field: string, id: string, value: Value) =>
      before?.candidates.get(id)?.get(field) === value && isRipe(field, before);
    this.sights.promote(digest, (field, id, value) => isCalmField(field) && isSeenAgain(field, id, value));
    for (const evicted of forgotten) for (const field of this.doubts.fields()) this.doubts.end(field, evicted);
    return recovered;
  }

  /** Learns a run whose values are confirmed already. */
  learnConfirmed(run: SampledRun): void {
    this.sights.remember(run, new Set(), false);
    this.sights.promote(run.digest, () => true);
  }

  /** The newest runs that are held. */
  newest(since: number): Judged[] {
    return [...this.#newest.values()].filter(({ run }) => run.at >= since);
  }

  /** What they show of a field, taken together. */
  together(field: string, since: number): Pair[] {
    return this.newest(since).flatMap(({ pairs }) => pairs.of(field));
  }

  /** A change is taken for an ordinary one, in the requests that show it. They may confirm it later. */
  dismiss(field: string, at: number): void {
    for (const digest of this.doubts.requestsWith(field)) this.sights.dismiss(digest, field, at);
    this.doubts.end(field);
  }

  /** The new values of a field are right, whoever asks. */
  forget(field: string): void {
    this.sights.forget(field);
    this.doubts.end(field);
  }

  /** Takes what was confirmed elsewhere, and nothing else. */
  mergeReference({ sights }: WitnessState): void {
    this.sights.merge(sights.map(([digest, about, reference]) => [digest, about, reference, [[], []], [[], []], []]));
  }

  toState(): WitnessState {
    return { sights: this.sights.toState(), doubts: this.doubts.toState() };
  }

  merge({ sights, doubts }: WitnessState): void {
    this.sights.merge(sights);
    this.doubts.merge(doubts);
  }
}

function findingsIn(pairs: RecordPairs): Finding[] {
  const all = [...pairs.changed()].flatMap((field) => judge(field, pairs.of(field)) ?? []);
  // What is gone takes its inner fields with it.
  const gone = new Set(all.filter(({ kind }) => kind === "emptied").map(({ field }) => field));
  return all.filter(({ field }) => !field.includes(".") || !gone.has(field.split(".")[0] ?? ""));
}

/** Far enough below the start of a doubt that chance does not end it. */
const isCalm = (filled: readonly Pair[]): boolean =>
  filled.filter(({ now, isSale }) => now === null && !isSale).length <= (tuning.part / 2) * filled.length;

const asHint = (finding: Finding): Finding => ({ ...finding, strength: "hint" });

/** The response as a whole, compared with the same request before. */
function answerFindings(sight: Sight | undefined, run: SampledRun): Finding[] {
  if (!sight) return [];
  const { reference, candidates, replaced, dismissed } = sight;
  const own = reference.get(WHOLE);
  const found = answerChanges(own, sight, run);
  if (found.length === 0 || !own) return found;
  const shows = (field: string, other: FlatRecord | undefined, about: Sight) =>
    other !== undefined && !answerChanges(new Map([...own, ...other]), about, run).some((one) => one.field === field);
  // Neither a return nor what was taken for ordinary is news.
  return found.filter(
    ({ field }) =>
      !shows(field, replaced.get(WHOLE), sight) &&
      !(dismissed.has(field) && shows(field, candidates.get(WHOLE), { ...sight, reference: candidates })),
  );
}

function answerChanges(known: FlatRecord | undefined, sight: Sight, run: SampledRun): Finding[] {
  const found = (kind: ChangeKind, what: string, before: number, after: number): Finding => {
    const field = `answer.${kind}` as AnswerField;
    const words = `${field}: ${what} ${plain(before)} -> ${plain(after)}`;
    return { field, kind, strength: "likely", pairs: 1, moved: 1, before, after, words };
  };
  const { rows, count, total, pageMs, overlap: usual } = factsIn(known);
  if (rows === null) return [];
  const expected = Math.min(rows, run.count ?? rows);
  const missing = expected - run.rows;
  const isLong = Math.min(sight.reference.size - 1, run.records.size) >= tuning.enoughPairs;
  const steady = isLong && run.count === count ? (usual ?? 0) : 0;
  const overlap = recordOverlap(sight, run);
  const findings = [
    missing > (tuning.part / 2) * expected &&
      missing >= tuning.enoughPairs &&
      found("records", "records", expected, run.rows),
    total !== null &&
      run.total !== null &&
      total > tuning.absurdFactor * Math.max(1, run.total) &&
      found("total", "results that the site says it has", total, run.total),
    steady >= tuning.nearlyAll &&
      overlap <= tuning.nearlyAll / 2 &&
      found("overlap", "share of the records that the same request had before", steady, overlap),
    pageMs !== null &&
      run.pageMs !== null &&
      run.pageMs > pageMs + tuning.slowerMs &&
      found("latency", "ms per page", pageMs, run.pageMs),
  ];
  return findings.filter((one) => one !== false);
}

function isAnswerWell(field: AnswerField, sight: Sight, run: SampledRun): boolean {
  const { rows, total, overlap } = factsIn(sight.reference.get(WHOLE));
  if (field === "answer.total") return total !== null && run.total !== null;
  if (field === "answer.overlap") return rows !== null && recordOverlap(sight, run) > tuning.nearlyAll / 2;
  // As many records as before, but others, may be fewer of them.
  const isSame = field !== "answer.records" || recordOverlap(sight, run) >= (1 - tuning.part) * (overlap ?? 0);
  return rows !== null && isSame;
}
