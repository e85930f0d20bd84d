import { type Baseline, MOST_REQUESTS, type Usual } from "./baseline.ts";
import { kinds, type MeasureKey } from "./kinds.ts";

/** In storage order. */
const FIGURES = ["runs", "middle", "spread", "pairs", "noise", "recordNoise", "swing"] as const satisfies Array<
  keyof Usual
>;

type StoredRequest = [
  digest: string,
  caller: string,
  at: number,
  runs: number,
  reference: Array<[MeasureKey, number]>,
  ranges: Array<[MeasureKey, [low: number, high: number]]>,
  newest: Array<[MeasureKey, value: number, by: number, isPair: 0 | 1]>,
];

/** What processes share, and what survives a restart. */
export interface BaselineState {
  usual: Array<[MeasureKey, ...number[]]>;
  requests: StoredRequest[];
  profiles: Array<[field: string, runs: number, pairs: string, shapes: string]>;
}

const LEAST_TOLD = Math.min(...Object.values(kinds).map(({ floor }) => floor)) / 2;
const short = (value: number): number => Math.round(value * 1000) / 1000;
/** Two digits per bucket are enough. */
const packed = (profile: Float32Array): string =>
  Buffer.from(profile.map((share) => Math.min(255, share * 1000))).toString("base64");
const unpacked = (text: string): Float32Array => Float32Array.from(Buffer.from(text, "base64"), (byte) => byte / 1000);

export const stateOf = (baseline: Baseline): BaselineState => ({
  usual: [...baseline.usual].map(([key, usual]) => [key, ...FIGURES.map((name) => short(usual[name]))]),
  requests: [...baseline.requests].map(
    ([digest, { caller, at, runs, reference, ranges, newest }]): StoredRequest => [
      digest,
      caller,
      at,
      runs,
      [...reference].map(([key, value]) => [key, short(value)]),
      [...ranges].map(([key, [low, high]]) => [key, [short(low), short(high)]]),
      // A request without differences is stored by its presence alone.
      [...newest]
        .filter(([, { by }]) => Math.abs(by) >= LEAST_TOLD)
        .map(([key, { value, by, isPair }]) => [key, short(value), short(by), isPair ? 1 : 0]),
    ],
  ),
  profiles: [...baseline.profiles].map(([field, { runs, pairs, shapes }]) => [
    ...([field, runs, packed(pairs), packed(shapes)] as const),
  ]),
});

/** Merges what another process knows better: newer observations of a request, and figures learned from more runs. */
export function mergeState(baseline: Baseline, state: BaselineState): void {
  for (const [key, ...figures] of state.usual) {
    const usual = Object.fromEntries(FIGURES.map((name, at) => [name, figures[at]])) as unknown as Usual;
    if ((baseline.usual.get(key)?.runs ?? -1) < usual.runs) baseline.usual.set(key, usual);
  }
  for (const [field, runs, pairs, shapes] of state.profiles) {
    if ((baseline.profiles.get(field)?.runs ?? 0) >= runs) continue;
    baseline.profiles.set(field, { runs, pairs: unpacked(pairs), shapes: unpacked(shapes) });
  }
  const newer = state.requests.filter(([digest, , at]) => (baseline.requests.get(digest)?.at ?? 0) < at);
  for (const [digest, caller, at, runs, reference, ranges, differences] of newer) {
    // Differences too small to be stored count as zero.
    const newest = new Map(reference.map(([key, value]) => [key, { value, by: 0, isPair: true }]));
    for (const [key, value, by, isPair] of differences) newest.set(key, { value, by, isPair: isPair === 1 });
    const known = { caller, at, runs, reference: new Map(reference), ranges: new Map(ranges), newest };
    baseline.requests.set(digest, known);
  }
  const inOrder = [...baseline.requests].sort(([, one], [, other]) => one.at - other.at).slice(-MOST_REQUESTS);
  baseline.requests.clear();
  for (const [digest, request] of inOrder) baseline.requests.set(digest, request);
}
