import type { FlatRecord, Value } from "./flat-record.ts";
import type { Known } from "./pairs.ts";
import type { SampledRun } from "./sampled-run.ts";
import { tuning } from "./tuning.ts";

/** Measures of a response as a whole, in place of a field. */
export type AnswerField = `answer.${"records" | "total" | "overlap" | "latency"}`;
/** The records asked for, which belong to the number of records. */
const COUNT = "answer.count";
/** The response as a whole, among the records. */
export const WHOLE = "";

type Records = ReadonlyMap<string, FlatRecord>;

/** What is known of a request. Maps are replaced, never changed: judged runs still look at them. */
export interface Sight {
  caller: string;
  /** When it was last seen. */
  at: number;
  /** Since when something of it is not confirmed. */
  since: number;
  /** What a canary has confirmed: the only thing that others are judged by. */
  reference: Records;
  /** What the newest run shows besides: it accuses nobody and acquits nobody. */
  candidates: Records;
  /** What the reference had before. Its return is not a change. */
  replaced: Records;
  /** Fields whose change was dismissed, and when. */
  dismissed: ReadonlyMap<string, number>;
  isDoubtful: boolean;
}

type StoredRecords = [fields: string[], rows: Array<[id: string, ...values: Value[]]>];
type About = Pick<Sight, "caller" | "at" | "since">;
type Stored = [
  digest: string,
  about: About,
  reference: StoredRecords,
  candidates: StoredRecords,
  replaced: StoredRecords,
  dismissed: Array<[field: string, at: number]>,
];
export type SightsState = Stored[];

/** The requests seen before and their records: what later runs are compared with. The most recently seen is last. */
export class Sights {
  readonly #known = new Map<string, Sight>();
  /** The request that showed a record last. */
  readonly #shownBy = new Map<string, string>();
  readonly #max: number | undefined;

  constructor(max?: number) {
    this.#max = max;
  }

  find(digest: string): Sight | undefined {
    return this.#known.get(digest);
  }

  all(): ReadonlyMap<string, Sight> {
    return this.#known;
  }

  /** Whether some value of a field is confirmed, of one request or of any. */
  hasReference(field: string, digest?: string): boolean {
    const sights = digest === undefined ? [...this.#known.values()] : [this.#known.get(digest)];
    return sights.some((sight) => [...(sight?.reference.values() ?? [])].some((record) => isFilled(record.get(field))));
  }

  /** What is not confirmed of a record: as this request showed it, or another one. */
  unconfirmed(digest: string, id: string): FlatRecord | undefined {
    const sight = this.#known.get(digest);
    const known = sight?.reference.get(id);
    const shown = sight?.candidates.get(id);
    if (known) return shown && new Map([...shown].filter(([field]) => !isFilled(known.get(field))));
    const other = this.#known.get(this.#shownBy.get(id) ?? "");
    return shown ?? other?.reference.get(id) ?? other?.candidates.get(id);
  }

  /** A run as a candidate, except fields in an open incident. Returns requests that are forgotten for it. */
  remember(run: SampledRun, open: ReadonlySet<string>, isDoubtful: boolean): string[] {
    const before = this.#known.get(run.digest);
    const reference = before?.reference ?? new Map<string, FlatRecord>();
    // While the response as a whole is in an incident, its new records may be part of it.
    const isOther = [...open].some((field) => field.startsWith("answer.") && field !== "answer.latency");
    const candidates = new Map<string, FlatRecord>();
    for (const [id, record] of [...run.records, [WHOLE, wholeOf(run, before)] as const]) {
      const known = reference.get(id);
      this.#shownBy.set(id, run.digest);
      if (isOther && !known) continue;
      const isNew = (field: string, value: Value) => !open.has(measured(field)) && known?.get(field) !== value;
      const fresh = !known && open.size === 0 ? record : new Map([...record].filter((cell) => isNew(...cell)));
      if (fresh.size > 0) candidates.set(id, fresh);
    }
    const max = 1 + (isDoubtful ? 2 : 1) * tuning.recordsHeld;
    const [shown, others] = [[...reference].filter(([id]) => candidates.has(id) || run.records.has(id)), reference];
    this.#known.delete(run.digest);
    this.#known.set(run.digest, {
      caller: run.caller,
      at: run.at,
      since: before && before.candidates.size > 0 ? before.since : run.at,
      reference: new Map([...new Map([...shown, ...others])].slice(0, max)),
      candidates,
      replaced: before?.replaced ?? new Map(),
      dismissed: before?.dismissed ?? new Map(),
      isDoubtful,
    });
    return this.#forgetOldest();
  }

  /** Candidates become the reference, and what they replace stays known. */
  promote(digest: string, isReady: (field: string, id: string, value: Value) => boolean): void {
    const sight = this.#known.get(digest);
    if (!sight || sight.candidates.size === 0) return;
    const [reference, replaced, candidates] = [sight.reference, sight.replaced, sight.candidates].map(
      (records) => new Map(records),
    ) as [Map<string, FlatRecord>, Map<string, FlatRecord>, Map<string, FlatRecord>];
    const promoted = new Set<string>();
    for (const [id, record] of sight.candidates) {
      const ready = [...record].filter(([field, value]) => isReady(measured(field), id, value));
      if (ready.length === 0) continue;
      const known = sight.reference.get(id) ?? new Map<string, Value>();
      const old = ready.flatMap(([field]) => (isFilled(known.get(field)) ? [[field, known.get(field)!] as const] : []));
      reference.set(id, ready.length === record.size && known.size === 0 ? record : new Map([...known, ...ready]));
      if (old.length > 0) replaced.set(id, new Map([...(replaced.get(id) ?? []), ...old]));
      const left = new Map([...record].filter(([field]) => !ready.some(([name]) => name === field)));
      if (left.size > 0) candidates.set(id, left);
      else candidates.delete(id);
      for (const [field] of ready) promoted.add(field);
    }
    for (const id of replaced.keys()) if (!reference.has(id)) replaced.delete(id);
    const dismissed = new Map([...sight.dismissed].filter(([field]) => !promoted.has(field)));
    this.#known.set(digest, { ...sight, reference, replaced, candidates, dismissed });
  }

  /** A change of a confirmed field is taken for an ordinary one, until it is seen again. */
  dismiss(digest: string, field: string, at: number | null): void {
    const sight = this.#known.get(digest);
    if (!sight || (at !== null && !this.hasReference(field, digest))) return;
    const dismissed = new Map(sight.dismissed);
    if (at === null) dismissed.delete(field);
    else dismissed.set(field, at);
    this.#known.set(digest, { ...sight, dismissed });
  }

  /** The values of a field have changed for good: they are learned again. */
  forget(field: string): void {
    for (const [digest, sight] of this.#known) {
      const without = (records: Records): Records =>
        new Map(
          [...records].map(([id, record]) => [id, record.has(field) ? new Map([...record, [field, null]]) : record]),
        );
      this.#known.set(digest, { ...sight, reference: without(sight.reference), candidates: without(sight.candidates) });
    }
  }

  /** Whoever has the most requests here loses the oldest of them, so that nobody crowds out the others'. */
  #forgetOldest(): string[] {
    const forgotten: string[] = [];
    while (this.#known.size > (this.#max ?? tuning.requestsHeld)) {
      const byCaller = Map.groupBy(this.#known, ([, { caller }]) => caller);
      const [greediest = []] = [...byCaller.values()].sort((a, b) => b.length - a.length);
      const [digest, sight] = greediest.find(([, { isDoubtful }]) => !isDoubtful) ?? greediest[0] ?? [];
      if (digest === undefined || sight === undefined) break;
      this.#known.delete(digest);
      forgotten.push(digest);
      for (const id of [...sight.reference.keys(), ...sight.candidates.keys()])
        if (this.#shownBy.get(id) === digest) this.#shownBy.delete(id);
    }
    return forgotten;
  }

  toState(): SightsState {
    return [...this.#known].map(
      ([digest, { caller, at, since, reference, candidates, replaced, dismissed }]): Stored => [
        digest,
        { caller, at, since },
        storedRecords(reference),
        storedRecords(candidates),
        storedRecords(replaced),
        [...dismissed],
      ],
    );
  }

  /** Takes what another process has seen later, and what it knows to be confirmed. */
  merge(state: SightsState): void {
    for (const [digest, about, ...stored] of state) {
      const [reference, candidates, replaced] = stored.slice(0, 3).map((one) => readRecords(one as StoredRecords));
      const own = this.#known.get(digest);
      const isNewer = (own?.at ?? Number.NEGATIVE_INFINITY) < about.at;
      const theirs = {
        ...about,
        reference: reference!,
        candidates: candidates!,
        replaced: replaced!,
        dismissed: new Map(stored[3]),
      };
      const sight = own && !isNewer ? own : { ...theirs, isDoubtful: false };
      // Each process confirms what it has seen itself.
      const [first, second] = isNewer ? [own?.reference, theirs.reference] : [theirs.reference, own!.reference];
      this.#known.set(digest, { ...sight, reference: joined(first, second) });
      if (isNewer) for (const id of [...reference!.keys(), ...candidates!.keys()]) this.#shownBy.set(id, digest);
    }
    const inOrder = [...this.#known].sort(([, one], [, other]) => one.at - other.at);
    this.#known.clear();
    for (const [digest, sight] of inOrder) this.#known.set(digest, sight);
    this.#forgetOldest();
  }
}

/** What a value is, besides the reference's: it has returned, or its change was dismissed. */
export const knownIn =
  ({ replaced, candidates, dismissed }: Sight): Known =>
  (id, field, value) => {
    if (value !== null && replaced.get(id)?.get(field) === value) return "returned";
    return dismissed.has(field) && candidates.get(id)?.get(field) === value ? "dismissed" : null;
  };

const measured = (field: string): string => (field === COUNT ? "answer.records" : field);

/** The response as a whole as a record. The largest list is what shorter ones are parts of. */
function wholeOf(run: SampledRun, before: Sight | undefined): FlatRecord {
  const { count, rows, total, pageMs } = run;
  const known = before?.reference.get(WHOLE);
  const all: Array<[AnswerField | typeof COUNT, Value]> = [
    ["answer.records", rows],
    [COUNT, count],
    ["answer.total", total],
    ["answer.overlap", before ? recordOverlap(before, run) : null],
    ["answer.latency", pageMs ?? known?.get("answer.latency") ?? null],
  ];
  const isPart = Number(known?.get(COUNT) ?? 0) > (count ?? 0);
  return new Map(all.filter(([field]) => !isPart || measured(field) !== "answer.records"));
}

/** What is known of a response as a whole. */
export const factsIn = (record: FlatRecord | undefined) => {
  const fact = (field: string): number | null => {
    const value = record?.get(field);
    return typeof value === "number" ? value : null;
  };
  return {
    rows: fact("answer.records"),
    count: fact(COUNT),
    total: fact("answer.total"),
    overlap: fact("answer.overlap"),
    pageMs: fact("answer.latency"),
  };
};

/** The share of the shorter list's records that the other one has too. */
export function recordOverlap({ reference, candidates }: Sight, { records }: Pick<SampledRun, "records">): number {
  const known = [...(reference.size > 0 ? reference : candidates).keys()].filter((id) => id !== WHOLE);
  const shared = known.filter((id) => records.has(id)).length;
  return shared / Math.max(1, Math.min(known.length, records.size));
}

const joined = (first: Records | undefined, second: Records): Records =>
  first
    ? new Map([
        ...first,
        ...[...second].map(([id, record]) => [id, new Map([...(first.get(id) ?? []), ...record])] as const),
      ])
    : second;

/** What is not known of a record counts as empty: neither is compared. */
function storedRecords(records: Records): StoredRecords {
  const fields = [...new Set([...records.values()].flatMap((record) => [...record.keys()]))];
  return [fields, [...records].map(([id, record]) => [id, ...fields.map((field) => record.get(field) ?? null)])];
}

const readRecords = ([fields, rows]: StoredRecords): Records =>
  new Map(rows.map(([id, ...values]) => [id, new Map(fields.map((field, at) => [field, values[at] ?? null]))]));

const isFilled = (value: Value | undefined): value is Exclude<Value, null> => value !== undefined && value !== null;
