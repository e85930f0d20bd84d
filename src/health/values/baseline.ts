import { fieldOf, kindOf, type MeasureKey, worrying } from "./kinds.ts";
import type { Measured } from "./measure.ts";
import { mean, median } from "./numbers.ts";
import { blend, emptyProfile, type TextProfile } from "./text-profile.ts";

/** Requests that are judged together, each by its newest observation. */
const WINDOW = 12;
/** This many requests compared with themselves are proof without a canary. */
const ENOUGH_PAIRS = 6;
/** Runs needed to learn what is usual before a measure is judged. */
const WARM = 10;
/** Fewer differing requests may be a coincidence. */
const LEAST_DEPARTING = 3;
export const MOST_REQUESTS = 48;
const TIMES_USUAL = 3;
/** How fast a request's own reference, and the usual values of all, adapt. */
const FOLLOW = { reference: 0.25, usual: 0.04, noise: 0.02, range: 0.0002, swing: 0.1 };
const ENOUGH_CALLERS = 3;
/** Beyond this share of a change, little is learned: the first runs after a change must not become the next reference. */
const LEANING = 0.4;
const CAUTION = 0.1;
const ALWAYS_THE_SAME = 0.8;

/** The usual values of one measure, over all requests. */
export interface Usual {
  runs: number;
  middle: number;
  /** How far requests usually are from the middle. */
  spread: number;
  /** How often a request was compared with itself; `noise` is the usual difference. */
  pairs: number;
  noise: number;
  /** How far the same records usually differ between requests: a hotel has another price on another day. */
  recordNoise: number;
  /** How far requests have swung and stayed for a while: a field that comes with a sale goes with it. */
  swing: number;
}

interface Difference {
  value: number;
  /** Difference from the expected value. */
  by: number;
  /** Compared with the same request, or the same records, before. */
  isPair: boolean;
}

/** One request, whoever makes it and however often. */
export interface KnownRequest {
  caller: string;
  at: number;
  runs: number;
  reference: Map<MeasureKey, number>;
  /** Its lowest and highest values if far apart, slowly forgotten: the end of a sale is no change. */
  ranges: Map<MeasureKey, [low: number, high: number]>;
  newest: Map<MeasureKey, Difference>;
}

/** A measure that has changed. */
export interface Change {
  key: MeasureKey;
  before: number;
  after: number;
  /** How many times its tolerance it has moved. */
  excess: number;
  /** Whether requests and records compared with themselves are proof enough. */
  isSure: boolean;
  /** Whether enough callers or pairs show it to believe it when the canary cannot tell. */
  isWidespread: boolean;
}

interface Lesson {
  value: number;
  difference?: Difference | undefined;
  ofRecords?: number | undefined;
  weight: number;
  caution: number;
}

export interface Observation extends Measured {
  /** Identifies the request. */
  digest: string;
  caller: string;
  at: number;
  /** Differences of records that were seen before. */
  pairs: Map<MeasureKey, number>;
}

/** Learns the usual values of one operation from its runs, and detects lasting changes. */
export class Baseline {
  readonly usual = new Map<MeasureKey, Usual>();
  readonly profiles = new Map<string, TextProfile & { runs: number }>();
  /** Most recently seen last. */
  readonly requests = new Map<string, KnownRequest>();
  /** Fields that every record of a healthy page fills. */
  readonly #vital: ReadonlySet<string>;
  /** Fields with an open incident: nothing is learned about them. */
  #held = new Set<string>();

  constructor(vital: Iterable<string>) {
    this.#vital = new Set(vital);
  }

  hold(fields: Iterable<string>): void {
    this.#held = new Set(fields);
  }

  isHeld(field: string): boolean {
    return this.#held.has(field);
  }

  observe(run: Observation): Change[] {
    const known = this.requests.get(run.digest);
    const request: KnownRequest = known ?? {
      caller: run.caller,
      at: run.at,
      runs: 0,
      reference: new Map(),
      ranges: new Map(),
      newest: new Map(),
    };
    request.newest = this.differences(run);
    request.caller = run.caller;
    request.at = run.at;
    request.runs++;
    this.requests.delete(run.digest);
    this.requests.set(run.digest, request);
    this.#forgetOldest();
    const leaning = this.#judge(run.values.keys());
    const moved = leaning.filter(({ excess }) => excess >= 1);
    const changes = moved.filter((change) => this.#isNews(change, leaning));
    const fieldsOf = (some: Change[]) => new Set(some.map(({ key }) => fieldOf(key)));
    this.#learn(run, request, { suspects: fieldsOf(changes), leaning: fieldsOf(leaning) });
    return changes;
  }

  /** How a run differs from the same request before, from the same records before, or else from what is usual. */
  differences({
    digest,
    values,
    pairs,
  }: Pick<Observation, "digest" | "values" | "pairs">): Map<MeasureKey, Difference> {
    const { reference, ranges } = this.requests.get(digest) ?? {};
    const differences = new Map<MeasureKey, Difference>();
    for (const [key, value] of values) {
      const usual = this.usual.get(key);
      if (!usual || usual.runs < WARM) continue;
      const before = reference?.get(key);
      const ofRecords = pairs.get(key);
      if (isWithin(ranges?.get(key), value, kindOf(key).floor / 2))
        differences.set(key, { value, by: 0, isPair: true });
      else if (before !== undefined) differences.set(key, { value, by: value - before, isPair: true });
      else if (ofRecords !== undefined) {
        differences.set(key, { value, by: beyond(ofRecords, TIMES_USUAL * usual.recordNoise), isPair: true });
      } else differences.set(key, { value, by: value - usual.middle, isPair: false });
    }
    return differences;
  }

  /**
   * A single changed text is the site's business, unless the field is vital, was always the same, or several changed
   * together. Other texts count only if requests were compared with themselves, since other requests have other words.
   */
  #isNews({ key }: Change, leaning: Change[]): boolean {
    const field = fieldOf(key);
    if (!this.#isOfText(key) || this.#vital.has(field)) return true;
    if ((this.usual.get(`${field} constant`)?.middle ?? 0) >= ALWAYS_THE_SAME) return true;
    return leaning.some((one) => one.isSure && this.#isOfText(one.key) && fieldOf(one.key) !== field);
  }

  #isOfText(key: MeasureKey): boolean {
    if (!/ (wording|same|length|constant)$/.test(key)) return false;
    return (this.usual.get(`${fieldOf(key)} numeric`)?.middle ?? 0) < 0.5;
  }

  /** Returns measures of the newest run that have changed or are about to. The rest is as it was before. */
  #judge(keys: Iterable<MeasureKey>): Change[] {
    const newestFirst = [...this.requests.values()].reverse();
    return [...keys].flatMap((key) => {
      const change = this.changeOf(key, newestFirst);
      return change && change.excess >= LEANING ? [change] : [];
    });
  }

  /** Compares a measure with its past; null if too little is known. `since` leaves out earlier observations. */
  changeOf(key: MeasureKey, newestFirst = [...this.requests.values()].reverse(), since = 0): Change | null {
    const usual = this.usual.get(key);
    if (!usual || usual.runs < WARM) return null;
    const seen: Array<Difference & { caller: string }> = [];
    for (const { newest, caller, at } of newestFirst) {
      const difference = newest.get(key);
      if (difference && at >= since) seen.push({ ...difference, caller });
      if (seen.length === WINDOW) break;
    }
    const pairs = seen.filter(({ isPair }) => isPair);
    const byPairs = pairs.length >= ENOUGH_PAIRS && usual.pairs >= WARM;
    const judged = byPairs ? pairs : seen;
    if (judged.length === 0) return null;
    const locate = kindOf(key).scale === "share" ? mean : median;
    const by = byPairs ? locate(judged.map((one) => one.by)) : byCallers(judged, locate);
    const isAllPairs = judged.every(({ isPair }) => isPair);
    const tolerance = this.toleranceOf(key, isAllPairs, judged.length);
    const departing = judged.filter(
      (one) => Math.sign(one.by) === Math.sign(by) && worrying(key, one.by) > tolerance / 2,
    );
    // Report the values of the requests that moved; the others have not been repeated yet.
    const shown = departing.length > 0 ? departing : judged;
    const after = locate(shown.map(({ value }) => value));
    return {
      key,
      before: after - locate(shown.map((one) => one.by)),
      after,
      excess: worrying(key, by) / tolerance,
      isSure: byPairs && departing.length >= LEAST_DEPARTING,
      isWidespread: departing.length >= LEAST_DEPARTING && (isAllPairs || isSeenByMany(departing)),
    };
  }

  /** The normal variation of pairs, or of this many different requests together: the more there are, the less they vary. */
  toleranceOf(key: MeasureKey, isPair: boolean, requests = 1): number {
    const usual = this.usual.get(key);
    const strays = isPair ? usual?.noise : (usual?.spread ?? 0) * Math.min(1, 1.5 / Math.sqrt(requests));
    return Math.max(kindOf(key).floor, TIMES_USUAL * (strays ?? 0), isPair ? 1.25 * (usual?.swing ?? 0) : 0);
  }

  /** The canary does not show the change, so the current values of those requests become their reference. */
  dismiss(key: MeasureKey): void {
    for (const { reference, newest } of this.requests.values()) {
      const difference = newest.get(key);
      if (!difference) continue;
      reference.set(key, difference.value);
      newest.delete(key);
      this.#learnUsual(key, { value: difference.value, weight: 1, caution: 1 });
    }
  }

  /** Called when a field's incident ends: requests last made before it began do not count until they are repeated. */
  leaveOut(field: string, seenUntil: number): void {
    for (const { newest, at } of this.requests.values()) {
      if (at > seenUntil) continue;
      for (const key of newest.keys()) if (fieldOf(key) === field) newest.delete(key);
    }
  }

  /** Relearns a field, or all measures of the response itself, because its values have changed for good. */
  forget(field: string): void {
    const isOf = (key: MeasureKey) => fieldOf(key) === field;
    for (const key of this.usual.keys()) if (isOf(key)) this.usual.delete(key);
    for (const { reference, newest } of this.requests.values()) {
      for (const key of reference.keys()) if (isOf(key)) reference.delete(key);
      for (const key of newest.keys()) if (isOf(key)) newest.delete(key);
    }
    this.profiles.delete(field);
  }

  #learn(
    run: Observation,
    request: KnownRequest,
    { suspects, leaning }: Record<"suspects" | "leaning", Set<string>>,
  ): void {
    // One caller, or one repeated request, has little weight in the usual values of all.
    const recent = [...this.requests.values()].slice(-WINDOW);
    const own = recent.filter(({ caller }) => caller === run.caller).length;
    const weight = 1 / Math.max(1, own / 2) / Math.min(5, request.runs);
    for (const [key, value] of run.values) {
      const field = fieldOf(key);
      if (this.#held.has(field) || suspects.has(field)) continue;
      const difference = request.newest.get(key);
      const caution = leaning.has(field) ? CAUTION : 1;
      this.#learnUsual(key, { value, difference, ofRecords: run.pairs.get(key), weight, caution });
      const before = request.reference.get(key) ?? value;
      const reference = before + (value - before) * FOLLOW.reference * caution;
      request.reference.set(key, reference);
      widen(request, key, before, reference);
      this.#learnSwing(key, request.ranges.get(key));
    }
    for (const [field, profile] of run.profiles) {
      if (this.#held.has(field) || suspects.has(field)) continue;
      const known = this.profiles.get(field) ?? { ...emptyProfile(), runs: 0 };
      const caution = leaning.has(field) ? CAUTION : 1;
      const share = followed(FOLLOW.usual * Math.max(0.25, weight), known.runs++) * caution;
      blend(known.pairs, profile.pairs, share);
      blend(known.shapes, profile.shapes, share);
      this.profiles.set(field, known);
    }
  }

  #learnUsual(key: MeasureKey, { value, difference, ofRecords, weight, caution }: Lesson): void {
    const usual = this.usual.get(key) ?? {
      runs: 0,
      middle: value,
      spread: 0,
      pairs: 0,
      noise: 0,
      recordNoise: 0,
      swing: 0,
    };
    this.usual.set(key, usual);
    const share = followed(FOLLOW.usual * weight, usual.runs++) * caution;
    usual.spread += (Math.abs(value - usual.middle) - usual.spread) * share;
    usual.middle += (value - usual.middle) * share;
    if (ofRecords !== undefined) {
      usual.recordNoise += (Math.abs(ofRecords) - usual.recordNoise) * followed(FOLLOW.noise, usual.runs) * caution;
    }
    if (difference?.isPair) {
      const follow = followed(FOLLOW.noise, usual.pairs++) * caution;
      usual.noise += (Math.abs(difference.by) - usual.noise) * follow;
    }
  }

  #learnSwing(key: MeasureKey, range: [low: number, high: number] | undefined): void {
    const usual = this.usual.get(key);
    if (!usual) return;
    const width = range ? range[1] - range[0] : 0;
    usual.swing += (width - usual.swing) * (width > usual.swing ? FOLLOW.swing : FOLLOW.range);
  }

  #forgetOldest(): void {
    for (const digest of this.requests.keys()) {
      if (this.requests.size <= MOST_REQUESTS) return;
      this.requests.delete(digest);
    }
  }
}

/** A plain average at first, so that a few runs suffice; then an exponential one. */
const followed = (share: number, runs: number): number => Math.max(share, 1 / (runs + 1));

/** The part of a difference that exceeds the usual one. */
const beyond = (difference: number, usually: number): number =>
  Math.sign(difference) * Math.max(0, Math.abs(difference) - usually);

const isWithin = (range: [number, number] | undefined, value: number, margin: number): boolean =>
  range !== undefined && value >= range[0] - margin && value <= range[1] + margin;

/** The reference adapts slowly, so that one odd run does not widen the range to everything. */
function widen({ ranges }: KnownRequest, key: MeasureKey, before: number, reference: number): void {
  const [low, high] = ranges.get(key) ?? [before, before];
  const shrink = (bound: number) => bound + (reference - bound) * FOLLOW.range;
  const range: [number, number] = [Math.min(reference, shrink(low)), Math.max(reference, shrink(high))];
  if (range[1] - range[0] > kindOf(key).floor / 4) ranges.set(key, range);
  else ranges.delete(key);
}

const isSeenByMany = (departing: Array<{ caller: string }>): boolean =>
  departing.length >= WINDOW / 2 && new Set(departing.map(({ caller }) => caller)).size >= ENOUGH_CALLERS;

/** If there are several callers, each has one vote, so that one with odd searches is outvoted. */
function byCallers(seen: Array<Difference & { caller: string }>, locate: (values: number[]) => number): number {
  const callers = Map.groupBy(seen, ({ caller }) => caller);
  if (callers.size < ENOUGH_CALLERS) return locate(seen.map(({ by }) => by));
  return median([...callers.values()].map((own) => locate(own.map(({ by }) => by))));
}
