import type { ExampleBody, Operation } from "../../contract/operation.ts";
import { requestDigest } from "../../health/request-digest.ts";
import { type FlatRecord, flatten } from "../../health/values/flat-record.ts";
import { type Finding, judge } from "../../health/values/judge.ts";
import type { OperationValues } from "../../health/values/operation-values.ts";
import { RecordPairs } from "../../health/values/pairs.ts";
import { identifier } from "../../health/values/sampled-run.ts";
import { tuning } from "../../health/values/tuning.ts";
import { IMPOSSIBLE, UNNATURAL } from "../../health/values/verdict.ts";

type Rec = Record<string, unknown>;

/** What the service has seen of the operation's values: the canary's own past. */
export type Past = OperationValues;

interface Known {
  good: readonly Rec[];
  past: Past;
}

/** What a canary's values show. */
interface LiveValues {
  /** Why they are not those of before; null if nothing speaks against them. */
  doubt: string | null;
  /** Records that were seen before, so that they could be compared. */
  known: number;
}

/** Compares the lost fields of a canary's records with the same records in its own past and on the good page. */
export function compareLive(
  operation: Operation,
  fields: readonly string[],
  read: ReadonlyArray<{ request: ExampleBody; records: Rec[] }>,
  { good, past }: Known,
): LiveValues {
  const identify = identifier(operation);
  const byId = (records: readonly Rec[]): ReadonlyMap<string, FlatRecord> =>
    new Map(records.map((record) => [identify(record), flatten(record)]));
  const page = byId(good);
  let seen = 0;
  for (const { request, records } of read) {
    const now = byId(records);
    const known = past.canary.sights.find(requestDigest(request))?.reference;
    // The good page may be of another request, which may ask for another currency or language.
    const findings = [
      ...(known ? found(fields, known, now) : []),
      ...found(fields, page, now).filter(({ kind }) => IMPOSSIBLE.has(kind)),
    ];
    if (findings[0]) return { doubt: findings[0].words, known: seen };
    const lost = fields.find(
      (field) => share(field, page) >= tuning.nearlyAll && now.size > 0 && share(field, now) === 0,
    );
    if (lost !== undefined) return { doubt: `${lost} is empty in all ${records.length} records`, known: seen };
    seen += [...now.keys()].filter((id) => known?.has(id) || page.has(id)).length;
  }
  return { doubt: null, known: seen };
}

const share = (field: string, records: ReadonlyMap<string, FlatRecord>): number =>
  [...records.values()].filter((record) => (record.get(field) ?? null) !== null).length / (records.size || 1);

function found(
  fields: readonly string[],
  known: ReadonlyMap<string, FlatRecord>,
  now: ReadonlyMap<string, FlatRecord>,
): Finding[] {
  const pairs = new RecordPairs((id) => known.get(id), now);
  const own = [...pairs.changed()].filter((field) => fields.includes(field.split(".")[0]!));
  return own
    .flatMap((field) => judge(field, pairs.of(field)) ?? [])
    .filter(({ strength, kind, moved, pairs: all }) => strength !== "hint" || UNNATURAL.has(kind) || moved === all);
}
