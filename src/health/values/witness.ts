import { Doubts, type DoubtsState } from "./doubts.ts";
import { type ChangeKind, type Finding, judge, plain } from "./judge.ts";
import { type Pair, RecordPairs } from "./pairs.ts";
import type { SampledRun } from "./sampled-run.ts";
import { type AnswerField, recordOverlap, type Sight, Sights, type SightsState } from "./sights.ts";
import { tuning } from "./tuning.ts";

/** What a run shows, compared with what was seen before. */
export interface Judged {
  run: SampledRun;
  /** The records seen before, by field. */
  pairs: RecordPairs;
  findings: ReadonlyMap<string, Finding>;
  /** Whether the same request was seen before, and not only its records. */
  isRepeated: boolean;
  /** Whether the run shows that a field is as it was. */
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
  readonly sights = new Sights();
  readonly doubts = new Doubts();
  /** The newest runs of repeated requests for few records, which speak only together; of the canary, all. */
  readonly #newest = new Map<string, Judged>();
  readonly #isCanary: boolean;

  constructor({ isCanary }: { isCanary: boolean }) {
    this.#isCanary = isCanary;
  }

  judge(run: SampledRun): Judged {
    const sight = this.sights.find(run.digest);
    const before = sight ? (id: string) => sight.records.get(id) : (id: string) => this.sights.shownElsewhere(id);
    const pairs = new RecordPairs(before, run.records);
    const all = [...pairs.changed()].flatMap((field) => judge(field, pairs.of(field)) ?? []);
    // What is gone takes its inner fields with it.
    const gone = new Set(all.filter(({ kind }) => kind === "emptied").map(({ field }) => field));
    const found = all.filter(({ field }) => !field.includes(".") || !gone.has(field.split(".")[0] ?? ""));
    // Another request may ask for another currency, language or day.
    const own = sight ? [...found, ...answerFindings(sight, run)] : found.map(asHint);
    const isAnswer = (field: string) => field.startsWith("answer.");
    return {
      run,
      pairs,
      findings: new Map(own.map((finding) => [finding.field, finding])),
      isRepeated: sight !== undefined,
      recurs: (field) => this.doubts.recurs(field, run.digest, run.at),
      isWell: (field) => {
        if (!sight || own.some((finding) => finding.field === field)) return false;
        const known = pairs.of(field);
        const filled = known.filter(({ old }) => old !== null);
        const enough = Math.min(tuning.enoughPairs, filledIn(sight, field), run.records.size);
        return isAnswer(field) || (known.length > 0 && filled.length >= enough && isCalm(filled));
      },
    };
  }

  /** Learns a run, except what is in doubt. Returns fields of this request that are as they were again. */
  learn(judged: Judged, request: Record<string, unknown>, open: ReadonlySet<string>): string[] {
    const { run, pairs, findings, isWell } = judged;
    const { digest, at } = run;
    const recovered = this.doubts.fields().filter((field) => isWell(field) && this.doubts.recovered(field, digest));
    const isSudden = at - (this.sights.find(digest)?.at ?? Number.NEGATIVE_INFINITY) < tuning.forgottenAfterMs;
    for (const [field, finding] of findings)
      this.doubts.add(digest, finding, pairs.of(field), { at, request, isSudden });
    this.#newest.delete(digest);
    const isShort = judged.isRepeated && run.records.size < tuning.enoughPairs;
    if (this.#isCanary || isShort) this.#newest.set(digest, judged);
    const [oldest = ""] = this.#newest.keys();
    if (this.#newest.size > tuning.requestsHeld) this.#newest.delete(oldest);
    const isInDoubt = (field: string) =>
      findings.has(field) || ((open.has(field) || this.doubts.isOf(field, digest)) && !isWell(field));
    const inDoubt = [...findings.keys(), ...open, ...this.doubts.fields()].filter(isInDoubt);
    const forgotten = this.sights.remember(run, new Set(inDoubt));
    for (const evicted of forgotten) for (const field of this.doubts.fields()) this.doubts.end(field, evicted);
    return recovered;
  }

  /** The newest runs that are held. */
  newest(since: number): Judged[] {
    return [...this.#newest.values()].filter(({ run }) => run.at >= since);
  }

  /** What they show of a field, taken together. */
  together(field: string, since: number): Pair[] {
    return this.newest(since).flatMap(({ pairs }) => pairs.of(field));
  }

  /** The new values of a field are right, in the requests that show them. */
  accept(field: string): void {
    for (const digest of this.doubts.requestsWith(field)) this.sights.accept(digest, field);
    this.doubts.end(field);
  }

  /** The new values of a field are right, whoever asks. */
  forget(field: string): void {
    this.sights.forget(field);
    this.doubts.end(field);
  }

  toState(): WitnessState {
    return { sights: this.sights.toState(), doubts: this.doubts.toState() };
  }

  merge({ sights, doubts }: WitnessState): void {
    this.sights.merge(sights);
    this.doubts.merge(doubts);
  }
}

const filledIn = ({ records }: Sight, field: string): number =>
  [...records.values()].filter((record) => (record.get(field) ?? null) !== null).length;

/** Far enough below the start of a doubt that chance does not end it. */
const isCalm = (filled: readonly Pair[]): boolean =>
  filled.filter(({ now, isSale }) => now === null && !isSale).length <= (tuning.part / 2) * filled.length;

const asHint = (finding: Finding): Finding => ({ ...finding, strength: "hint" });

/** The response as a whole, compared with the same request before. */
function answerFindings(sight: Sight, run: SampledRun): Finding[] {
  const found = (kind: ChangeKind, what: string, before: number, after: number): Finding => {
    const field = `answer.${kind}` as AnswerField;
    const words = `${field}: ${what} ${plain(before)} -> ${plain(after)}`;
    return { field, kind, strength: "likely", pairs: 1, moved: 1, before, after, words };
  };
  const { total, pageMs } = sight;
  const expected = Math.min(sight.rows, run.count ?? sight.rows);
  const missing = expected - run.rows;
  const isLong = Math.min(sight.records.size, run.records.size) >= tuning.enoughPairs;
  const steady = isLong && run.count === sight.count ? (sight.overlap ?? 0) : 0;
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
