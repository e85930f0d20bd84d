import { type Static, Type } from "typebox";
import { Turns } from "../base/turns.ts";
import { type AnswerFacts, answerFacts } from "../contract/answer-facts.ts";
import { type Operation, recordIdentity } from "../contract/operation.ts";
import { filledFields } from "../contract/record.ts";
import { integer, listOf, orNull, uuid, words } from "../contract/shapes.ts";
import type { RecordRow, StoredRows } from "../files/stored-rows.ts";

const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });

const FieldQuality = Type.Object(
  {
    field: words({ description: "The record's field." }),
    filled: integer({ description: "Records that have a value in this field." }),
    share: share("The same as a share of all records."),
    share_before: orNull(share("The share in the run before; null if there is none to compare with.")),
  },
  { title: "FieldQuality" },
);

/** How complete the records of a job or batch are, and what is unusual about them. */
export const QualityReport = Type.Object(
  {
    records: integer({ description: "Records." }),
    duplicates: integer({ description: "How many of them repeat an earlier record (of their line)." }),
    results_end: answerFacts.resultsEnd.schema,
    results_total: answerFacts.resultsTotal.schema,
    warnings: answerFacts.warnings.schema,
    lines_missing: orNull(
      integer({ description: "Lines of a batch that failed, were cancelled or are invalid; null for a job." }),
    ),
    compared_with: orNull(uuid({ description: "The previous run of the same schedule." })),
    fields: listOf(FieldQuality, { description: "Every field of the record but `@type`, in its order." }),
    noticed: listOf(words(), { description: "What is unusual, in sentences; empty if nothing is." }),
  },
  { title: "QualityReport" },
);
export type QualityReport = Static<typeof QualityReport>;

/** A field that has lost this share of its values since the run before is worth a sentence. */
const FALL = 0.1;
/** Records that are read before others have a turn. */
const STEP = 200;

const turns = new Turns();

type Rows = Pick<StoredRows, "rows">;

interface Counted {
  records: number;
  duplicates: number;
  filled: Map<string, number>;
}

/** Reads the stored records of a job or batch and says how complete they are, beside the run before if there is one. */
export async function qualityReport(
  operation: Operation,
  stored: Rows,
  about: {
    facts?: AnswerFacts | undefined;
    linesMissing?: number;
    before?: { id: string; stored: Rows } | null;
  } = {},
): Promise<QualityReport> {
  const now = await counted(operation, stored);
  const before = about.before ? await counted(operation, about.before.stored) : null;
  const names = Object.keys(operation.record.properties).filter((field) => field !== "@type");
  const fields = names.map((field) => ({
    field,
    filled: now.filled.get(field) ?? 0,
    share: filledShare(now, field),
    share_before: before && before.records > 0 ? filledShare(before, field) : null,
  }));
  const { resultsEnd = null, resultsTotal = null, warnings = [] } = about.facts ?? {};
  const report = {
    records: now.records,
    duplicates: now.duplicates,
    results_end: resultsEnd,
    results_total: resultsTotal,
    warnings: [...warnings],
    lines_missing: about.linesMissing ?? null,
    compared_with: about.before?.id ?? null,
    fields,
  };
  return {
    ...report,
    noticed: now.records === 0 ? noticed(report, []) : noticed(report, filledFields(operation.record)),
  };
}

async function counted(operation: Operation, stored: Rows): Promise<Counted> {
  const counts: Counted = { records: 0, duplicates: 0, filled: new Map() };
  const seen = new Set<unknown>();
  const turn = turns.begin();
  for await (const { line, json } of stored.rows()) {
    if (counts.records % STEP === 0) await turn();
    const record: RecordRow = JSON.parse(json.toString());
    counts.records += 1;
    for (const [field, value] of Object.entries(record)) {
      if (isFilled(value)) counts.filled.set(field, (counts.filled.get(field) ?? 0) + 1);
    }
    const identity = recordIdentity(operation, record);
    if (identity === null) continue;
    const place = `${line} ${identity}`;
    if (seen.has(place)) counts.duplicates += 1;
    seen.add(place);
  }
  return counts;
}

const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);

const filledShare = ({ records, filled }: Counted, field: string): number =>
  records === 0 ? 0 : Math.round(((filled.get(field) ?? 0) / records) * 10_000) / 10_000;

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** What an owner should look at. `usual` are the fields that records of the operation usually have. */
function noticed(report: Omit<QualityReport, "noticed">, usual: string[]): string[] {
  const { records, duplicates, results_end, results_total, lines_missing } = report;
  return [
    ...(duplicates > 0
      ? [`${duplicates} of ${records} records ${duplicates === 1 ? "repeats" : "repeat"} an earlier one.`]
      : []),
    ...(results_end === "exhausted" && results_total !== null && results_total > records
      ? [`The site reports ${results_total} results and showed ${records}.`]
      : []),
    ...(lines_missing
      ? [
          `${lines_missing} ${lines_missing === 1 ? "line was" : "lines were"} not answered: failed, cancelled or invalid.`,
        ]
      : []),
    ...report.fields.flatMap(({ field, share, share_before }) => {
      if (share_before !== null && share < share_before - FALL)
        return [
          `${field} has a value in ${percent(share)} of the records, and had one in ${percent(share_before)} before.`,
        ];
      return share === 0 && usual.includes(field) ? [`${field} is empty in every record.`] : [];
    }),
  ];
}
