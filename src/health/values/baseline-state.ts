import { type Baseline, type KnownRequest, MOST_REQUESTS, type Usual } from "./baseline.ts";
import { kinds, type MeasureKey } from "./kinds.ts";

type StoredUsual = [
  MeasureKey,
  runs: number,
  middle: number,
  spread: number,
  pairs: number,
  noise: number,
  recordNoise: number,
  swing: number,
];
type StoredRequest = [
  digest: string,
  caller: string,
  at: number,
  runs: number,
  reference: Array<[MeasureKey, number]>,
  ranges: Array<[MeasureKey, [low: number, high: number]]>,
  newest: Array<[MeasureKey, value: number, by: number, isPair: 0 | 1]>,
];
type StoredProfile = [field: string, runs: number, pairs: string, shapes: string];

/** What processes share, and what outlives a restart. */
export interface BaselineState {
  usual: StoredUsual[];
  requests: StoredRequest[];
  profiles: StoredProfile[];
}

const LEAST_TOLD = Math.min(...Object.values(kinds).map(({ floor }) => floor)) / 2;
const short = (value: number): number => Math.round(value * 1000) / 1000;
/** Two digits of each bucket are enough. */
const packed = (profile: Float32Array): string =>
  Buffer.from(profile.map((share) => Math.min(255, share * 1000))).toString("base64");
const unpacked = (text: string): Float32Array => Float32Array.from(Buffer.from(text, "base64"), (byte) => byte / 1000);

export const stateOf = (baseline: Baseline): BaselineState => ({
  usual: [...baseline.usual].map(
    ([key, one]) =>
      [
        ...[
          key,
          one.runs,
          short(one.middle),
          short(one.spread),
          one.pairs,
          short(one.noise),
          short(one.recordNoise),
          short(one.swing),
        ],
      ] as StoredUsual,
  ),
  requests: [...baseline.requests].map(
    ([digest, { caller, at, runs, reference, ranges, newest }]) =>
      [
        ...[digest, caller, at, runs],
        [...reference].map(([key, value]) => [key, short(value)]),
        [...ranges].map(([key, range]) => [key, range.map(short)]),
        // A request that is as it was shows by being there.
        [...newest].flatMap(([key, { value, by, isPair }]) =>
          Math.abs(by) < LEAST_TOLD ? [] : [[key, short(value), short(by), isPair ? 1 : 0]],
        ),
      ] as StoredRequest,
  ),
  profiles: [...baseline.profiles].map(([field, { runs, pairs, shapes }]) => [
    field,
    runs,
    packed(pairs),
    packed(shapes),
  ]),
});

/** Takes over what another process knows better: newer observations of a request, and figures learned from more runs. */
export function mergeState(baseline: Baseline, state: BaselineState): void {
  for (const [key, runs, middle, spread, pairs, noise, recordNoise, swing] of state.usual) {
    const known: Usual | undefined = baseline.usual.get(key);
    if (!known || known.runs < runs)
      baseline.usual.set(key, { runs, middle, spread, pairs, noise, recordNoise, swing });
  }
  for (const [field, runs, pairs, shapes] of state.profiles) {
    if ((baseline.profiles.get(field)?.runs ?? 0) >= runs) continue;
    baseline.profiles.set(field, { runs, pairs: unpacked(pairs), shapes: unpacked(shapes) });
  }
  const newer = state.requests.filter(([digest, , at]) => (baseline.requests.get(digest)?.at ?? 0) < at);
  if (newer.length === 0) return;
  for (const [digest, caller, at, runs, reference, ranges, newest] of newer) {
    const differences: KnownRequest["newest"] = new Map(
      newest.map(([key, value, by, isPair]) => [key, { value, by, isPair: isPair === 1 }]),
    );
    // Differences too small to be stored were none.
    for (const [key, value] of reference)
      if (!differences.has(key)) differences.set(key, { value, by: 0, isPair: true });
    baseline.requests.set(digest, {
      caller,
      at,
      runs,
      reference: new Map(reference),
      ranges: new Map(ranges),
      newest: differences,
    });
  }
  const inOrder = [...baseline.requests].sort(([, one], [, other]) => one.at - other.at).slice(-MOST_REQUESTS);
  baseline.requests.clear();
  for (const [digest, request] of inOrder) baseline.requests.set(digest, request);
}
