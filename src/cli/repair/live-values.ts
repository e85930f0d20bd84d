import type { ExampleBody, Operation } from "../../contract/operation.ts";
import { isEmpty } from "../../extraction/is-empty.ts";
import { requestDigest } from "../../health/failures.ts";
import type { OperationValues } from "../../health/values/operation-values.ts";
import { type SampledRun, sampleOf } from "../../health/values/sampled-run.ts";
import { tuning } from "../../health/values/tuning.ts";
import { IMPOSSIBLE, UNNATURAL } from "../../health/values/verdict.ts";
import { type Judged, Witness } from "../../health/values/witness.ts";

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
  const about = { caller: "", at: 0, pages: 1, count: null, total: null, pageMs: null };
  let known = 0;
  for (const { request, records } of read) {
    const digest = requestDigest(request);
    const asRun = (some: readonly Rec[]): SampledRun => ({
      ...about,
      digest,
      ...sampleOf(operation, some, some.length),
    });
    const page = new Witness({ isCanary: true });
    page.learnConfirmed(asRun(good));
    const run = asRun(records);
    // The good page may be of another request, which may ask for another currency or language.
    const [own, others] = [past.canary.judge(run), page.judge(run)];
    const findings = [...doubtsIn(own, fields), ...doubtsIn(others, fields).filter(({ kind }) => IMPOSSIBLE.has(kind))];
    if (findings[0]) return { doubt: findings[0].words, known };
    const lost = fields.find(
      (field) => share(field, good) >= tuning.nearlyAll && records.length > 0 && share(field, records) === 0,
    );
    if (lost !== undefined) return { doubt: `${lost} is empty in all ${records.length} records`, known };
    const seen = [past.canary, page].map(({ sights }) => sights.find(digest)?.reference);
    known += [...run.records.keys()].filter((id) => seen.some((records) => records?.has(id))).length;
  }
  return { doubt: null, known };
}

const share = (field: string, records: readonly Rec[]): number =>
  records.filter((record) => !isEmpty(record[field])).length / (records.length || 1);

/** A hint counts if it is about all that could be compared. */
const doubtsIn = ({ findings, isOwn }: Judged, fields: readonly string[]) =>
  [...findings.values()].filter(
    ({ field, strength, kind, moved, pairs }) =>
      isOwn(field) &&
      fields.includes(field.split(".")[0]!) &&
      (strength !== "hint" || UNNATURAL.has(kind) || moved === pairs),
  );
