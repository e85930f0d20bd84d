import { type Operation, recordIdentity } from "../../contract/operation.ts";
import { documentsIn, observing, type PageDocument } from "../../contract/provenance.ts";
import { type Provenance, provenanceView } from "../../contract/provenance-view.ts";
import type { Answer, ReadingContext } from "../../contract/site.ts";
import type { Source } from "../../contract/source.ts";
import { CoverageGuard } from "../../extraction/coverage.ts";
import { savedRecords } from "../../extraction/row-accounting.ts";

type Rec = Record<string, unknown>;

/** A page of the site with the request that it answers. */
export interface Sample {
  name: string;
  operation: string;
  request: Rec;
  answer: Answer;
}

/** What a reader makes of a page: its records, or why there are none. */
export interface Reading {
  records: Rec[];
  error: string | null;
}

const PAGE = { number: null, url: "", at: "" };

const contextFor = (source: Source): ReadingContext => ({
  origin: source.origins.site!,
  originOf: (name) => source.origins[name] ?? source.origins.site!,
  now: () => 0,
});

export function operationAt(source: Source, path: string): Operation {
  const found = source.operations.find((operation) => operation.path === path);
  if (!found) throw new Error(`${source.name} has no operation ${path}`);
  return found;
}

export const readSample = (source: Source, sample: Sample): Reading =>
  reading(source, sample, ({ record }, records) => new CoverageGuard(record).check(records));

/** The records of a page whose required fields may be empty: what an incident about values delivered. */
export const readLoosely = (source: Source, sample: Sample): Reading => reading(source, sample, () => {});

function reading(
  source: Source,
  { operation: path, answer, request }: Sample,
  check: (operation: Operation, records: Rec[]) => void,
): Reading {
  const operation = operationAt(source, path);
  try {
    const records = savedRecords(operation, answer, request, contextFor(source)) as Rec[];
    check(operation, records);
    return { records, error: null };
  } catch (error) {
    return { records: [], error: error instanceof Error ? error.message : String(error) };
  }
}

export const provenanceIn = (source: Source, sample: Sample): Provenance[] =>
  observing(PAGE, () => readLoosely(source, sample).records.map(provenanceView));

export const pageDocuments = (source: Source, sample: Sample): PageDocument[] =>
  documentsIn(PAGE, () => readLoosely(source, sample));

/**
 * The records of both readings that are the same thing: by their identity or, if they have none, by all fields except those
 * that are in question.
 */
export function pairs(
  operation: Operation,
  before: readonly Rec[],
  after: readonly Rec[],
  inQuestion: ReadonlySet<string> = new Set(),
): Array<[Rec, Rec]> {
  const key = (record: Rec): unknown => {
    const identity = recordIdentity(operation, record);
    if (identity !== null && typeof identity !== "object") return identity;
    return JSON.stringify(Object.entries(record).filter(([name]) => !inQuestion.has(name)));
  };
  const known = Map.groupBy(after, key);
  const once = Map.groupBy(before, key);
  return [...once].flatMap(([identity, own]): Array<[Rec, Rec]> => {
    const others = known.get(identity) ?? [];
    return own.length === 1 && others.length === 1 ? [[own[0]!, others[0]!]] : [];
  });
}
