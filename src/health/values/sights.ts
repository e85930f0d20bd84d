import type { FlatRecord, Value } from "./flat-record.ts";
import type { SampledRun } from "./sampled-run.ts";
import { tuning } from "./tuning.ts";

/** Measures of a response as a whole, in place of a field. */
export type AnswerField = `answer.${"records" | "total" | "overlap" | "latency"}`;

/** What a request gave when all was well. */
export interface Sight {
  caller: string;
  at: number;
  count: number | null;
  records: Map<string, Map<string, Value>>;
  rows: number;
  total: number | null;
  /** The share of its records that the response before had too; null after the first. */
  overlap: number | null;
  pageMs: number | null;
  /** The newest run, while some of its values are in doubt. */
  doubtful: SampledRun | null;
}

type StoredSight = [
  digest: string,
  about: Answer,
  fields: string[],
  records: Array<[id: string, ...values: Array<Value | undefined>]>,
];
export type SightsState = StoredSight[];

/** The requests seen before and their records: what later runs are compared with. The most recently seen is last. */
export class Sights {
  readonly #known = new Map<string, Sight>();
  /** The request that showed a record last. */
  readonly #shownBy = new Map<string, string>();

  find(digest: string): Sight | undefined {
    return this.#known.get(digest);
  }

  /** A record as another request showed it. */
  shownElsewhere(id: string): FlatRecord | undefined {
    return this.#known.get(this.#shownBy.get(id) ?? "")?.records.get(id);
  }

  /** Stores the run, except fields in doubt: they keep their values from before. Returns requests that are forgotten for it. */
  remember(run: SampledRun, inDoubt: ReadonlySet<string>): string[] {
    const before = this.#known.get(run.digest);
    const records = new Map<string, Map<string, Value>>();
    for (const [id, record] of run.records) {
      const kept = inDoubt.size > 0 ? new Map(record) : record;
      for (const field of inDoubt) {
        const old = before?.records.get(id)?.get(field);
        if (old === undefined) kept.delete(field);
        else kept.set(field, old);
      }
      records.set(id, kept);
      this.#shownBy.set(id, run.digest);
    }
    for (const [id, record] of before?.records ?? []) if (!records.has(id)) records.set(id, record);
    const answer = answerOf(run, before, inDoubt);
    this.#known.delete(run.digest);
    // Records that are missing while something is in doubt may be part of it.
    const [max, doubtful] = inDoubt.size > 0 ? [2 * tuning.recordsHeld, run] : [tuning.recordsHeld, null];
    this.#known.set(run.digest, { ...answer, records: new Map([...records].slice(0, max)), doubtful });
    return this.#forgetOldest();
  }

  /** The doubtful values of a field were right: they are the reference from now on. */
  accept(digest: string, field: string): void {
    const sight = this.#known.get(digest);
    const run = sight?.doubtful;
    if (!sight || !run) return;
    Object.assign(sight, answerIn(field, { ...run, overlap: null }));
    for (const [id, record] of run.records) {
      const value = record.get(field);
      if (value !== undefined) sight.records.get(id)?.set(field, value);
    }
  }

  /** Relearns a field, because its values have changed for good. */
  forget(field: string): void {
    for (const sight of this.#known.values()) {
      for (const record of sight.records.values()) record.delete(field);
      Object.assign(sight, answerIn(field, { rows: 0, count: 0, total: null, overlap: null, pageMs: null }));
    }
  }

  /** Whoever has the most requests here loses the oldest of them, so that nobody crowds out the others'. */
  #forgetOldest(): string[] {
    const forgotten: string[] = [];
    while (this.#known.size > tuning.requestsHeld) {
      const byCaller = Map.groupBy(this.#known, ([, { caller }]) => caller);
      const [greediest = []] = [...byCaller.values()].sort((a, b) => b.length - a.length);
      const [digest, sight] = greediest.find(([, { doubtful }]) => doubtful === null) ?? greediest[0] ?? [];
      if (digest === undefined || sight === undefined) break;
      this.#known.delete(digest);
      forgotten.push(digest);
      for (const id of sight.records.keys()) if (this.#shownBy.get(id) === digest) this.#shownBy.delete(id);
    }
    return forgotten;
  }

  toState(): SightsState {
    return [...this.#known].map(([digest, { records, doubtful: _, ...about }]): StoredSight => {
      const fields = [...new Set([...records.values()].flatMap((record) => [...record.keys()]))];
      return [
        digest,
        about,
        fields,
        [...records].map(([id, record]) => [id, ...fields.map((field) => record.get(field))]),
      ];
    });
  }

  /** Takes what another process has seen later. */
  merge(state: SightsState): void {
    for (const [digest, about, fields, rows] of state) {
      if ((this.#known.get(digest)?.at ?? 0) >= about.at) continue;
      const records = new Map(rows.map(([id, ...values]) => [id, valuesBy(fields, values)]));
      this.#known.set(digest, { ...about, records, doubtful: null });
      for (const id of records.keys()) this.#shownBy.set(id, digest);
    }
    const inOrder = [...this.#known].sort(([, one], [, other]) => one.at - other.at);
    this.#known.clear();
    for (const [digest, sight] of inOrder) this.#known.set(digest, sight);
    this.#forgetOldest();
  }
}

type Answer = Omit<Sight, "records" | "doubtful">;

/** The response as a whole, except what is in doubt: it stays as it was before. */
function answerOf(run: SampledRun, before: Sight | undefined, inDoubt: ReadonlySet<string>): Answer {
  const { caller, at, count, rows, total, pageMs } = run;
  const overlap = before ? recordOverlap(before, run) : null;
  const answer = { caller, at, count, rows, total, overlap, pageMs: pageMs ?? before?.pageMs ?? null };
  if (!before) return answer;
  for (const field of inDoubt) Object.assign(answer, answerIn(field, before));
  // The largest list is what shorter ones are parts of.
  return (before.count ?? 0) > (count ?? 0) ? { ...answer, ...answerIn("answer.records", before) } : answer;
}

/** What a field is about. */
function answerIn(
  field: string,
  { rows, count, total, overlap, pageMs }: Omit<Answer, "caller" | "at">,
): Partial<Answer> {
  const parts = { records: { rows, count }, total: { total }, overlap: { overlap }, latency: { pageMs } };
  const [, part] = field.split("answer.");
  return parts[part as keyof typeof parts] ?? {};
}

/** A field that is not known of a record counts as empty: neither is compared. */
const valuesBy = (fields: string[], values: Array<Value | undefined>): Map<string, Value> =>
  new Map(fields.map((field, at) => [field, values[at] ?? null]));

/** The share of the shorter list's records that the other one has too. */
export function recordOverlap(before: Pick<Sight, "records">, { records }: Pick<SampledRun, "records">): number {
  const shared = [...records.keys()].filter((id) => before.records.has(id)).length;
  return shared / Math.max(1, Math.min(before.records.size, records.size));
}
