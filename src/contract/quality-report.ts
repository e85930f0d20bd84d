import { type Static, Type } from "typebox";
import { answerFacts } from "./answer-facts.ts";
import { integer, listOf, orNull, uuid, words } from "./shapes.ts";

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
