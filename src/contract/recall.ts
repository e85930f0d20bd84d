import { type Static, Type } from "typebox";
import { integer, listOf, moment, operationRecord, orNull, uuid, words } from "./shapes.ts";

/** How long an operator can withdraw a recall. */
export const WITHDRAWABLE_MS = 3_600_000;

/** A recall as its owner sees it, and the payload of its events. */
export const Recall = Type.Object(
  {
    id: words({ description: "`x-recalled` of its requests." }),
    operation: words({ description: "The operation's path." }),
    field: words({
      description: "The field whose values were wrong, or `answer.` and what was wrong with the response.",
    }),
    reason: words({ description: "What was wrong." }),
    from: moment({ description: "The first of your calls with wrong records." }),
    to: moment({ description: "The last of them." }),
    requests: integer({ description: "Your calls with wrong records." }),
    unchecked: integer({
      description:
        "Your calls of that time that could not be checked yet. Make them again and compare; they are paid back only if they turn out to be wrong.",
    }),
    points: integer({ description: "Points returned to you." }),
    corrected: integer({ description: "How many of these calls have corrected records." }),
    created_at: moment({ description: "When it was made." }),
    withdrawn_at: orNull(
      moment({ description: "The recall was a mistake: the records were right. The points stay yours." }),
    ),
  },
  { title: "Recall" },
);
export type RecallView = Static<typeof Recall>;

export const RecalledRequest = Type.Object(
  {
    request_id: uuid({ description: "The request's id." }),
    records: integer({ description: "Records with wrong values, among those that could be compared." }),
    checked: Type.Boolean({
      description: "Whether its records could be compared. If not, make the call again and compare.",
    }),
    points: integer({ description: "Points returned for it." }),
    corrected_at: orNull(moment({ description: "When its pages were read again; null if they were not." })),
    corrected: orNull(listOf(operationRecord(), { description: "All its records, corrected." })),
  },
  { title: "RecalledRequest" },
);
export type RecalledRequestView = Static<typeof RecalledRequest>;

/** What a recall says about one request, for its page. */
export const RequestRecall = Type.Object(
  {
    id: words({ description: "The recall." }),
    field: words(),
    from: moment(),
    to: moment(),
    points: integer({ description: "Points returned for this request." }),
    corrected: Type.Boolean({ description: "Whether there are corrected records." }),
  },
  { title: "RequestRecall" },
);
export type RequestRecallView = Static<typeof RequestRecall>;

type Records = Array<Record<string, unknown>>;

/** A run of a schedule that a recall names, for what the schedule has learned from it. */
export interface RecalledRun {
  jobId: string;
  accountId: string;
  field: string;
  /** The recall; null once it is withdrawn. */
  recall: number | null;
  /** Its records with the right values; null if they are not known, so that those from before hold on. */
  records: Records | null;
  /** Its records as delivered, and those of the last run before it that was not recalled; null if they have expired. */
  delivered: Records | null;
  before: Records | null;
}
