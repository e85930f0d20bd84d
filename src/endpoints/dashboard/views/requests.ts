import { type Static, Type } from "typebox";
import { type FactsView, factFields } from "../../../contract/answer-facts.ts";
import type { LookupOption } from "../../../contract/lookup.ts";
import { RequestRecall } from "../../../contract/recall.ts";
import { anything, choice, given, instant, integer, listOf, mapOf, orNull, words } from "../../../contract/shapes.ts";
import { changeKinds, FieldChange } from "../../../jobs/work-views.ts";
import { CallDetails, callKinds } from "../../../service/call-log-types.ts";
import { freeObject } from "./catalogue.ts";

export const sentParams = Type.Unsafe<Record<string, unknown>>({
  type: "object",
  description: "What was sent; empty in a list if it is long.",
});

const rowFields = {
  id: words(),
  endpoint: words(),
  source: words(),
  entry_point: words(),
  key_id: words(),
  key_name: words(),
  status: orNull(integer()),
  cost: integer(),
  results: integer(),
  started_at: instant(),
  duration_ms: orNull(Type.Number()),
  error_text: orNull(words()),
  params: sentParams,
  tags: listOf(words()),
  kind: choice(callKinds, {
    description:
      "Whether it was admitted. A call that was refused, replayed or dry has no cost and no records of its own.",
  }),
  skipped: integer({ description: "Calls immediately before it that arrived too fast to be logged." }),
  account_email: Type.Optional(words({ description: "For admins." })),
};
export const RequestRow = Type.Object(rowFields);
export type RequestRow = Static<typeof RequestRow>;

export const RequestsAnswer = Type.Object({ requests: listOf(RequestRow), cursor: orNull(words()) });
export type RequestsAnswer = Static<typeof RequestsAnswer>;

/** A page of the site, as a recording has it. */
export const PageView = Type.Object({
  url: words(),
  status: integer(),
  title: orNull(words({ description: "Null if it has none, such as JSON." })),
});
export type PageView = Static<typeof PageView>;

export const RequestDetail = Type.Object({
  ...rowFields,
  upstream_pages: integer(),
  timeout: integer(),
  points_left: orNull(integer()),
  plan: orNull(words()),
  cost_reason: words({ description: "How the cost was calculated, in a sentence." }),
  ...factFields,
  recall: orNull(RequestRecall),
  answer: anything({ description: "Null if the response has expired." }),
  log: orNull(CallDetails),
  evidence: Type.Boolean({ description: "Whether the site's responses were kept." }),
  pages: listOf(PageView, { description: "The site's responses that were kept." }),
});
export type RequestDetail = Static<typeof RequestDetail>;

export const RunDifferences = Type.Object({
  changes: orNull(
    listOf(
      Type.Object({
        kind: choice(changeKinds),
        record_id: words(),
        record: freeObject(),
        fields: orNull(mapOf(FieldChange)),
      }),
      { description: "Null if the records of a run have expired." },
    ),
  ),
});
export type RunDifferences = Static<typeof RunDifferences>;

/** The values of a field in a picker, found by its lookup operation. */
export const OptionsAnswer = Type.Object({
  options: listOf(Type.Unsafe<LookupOption>({ type: "object" })),
  charged: integer(),
  age: orNull(integer({ description: "Age of a cached response in seconds; a cached response is free." })),
});
export type OptionsAnswer = Static<typeof OptionsAnswer>;

export const QuoteAnswer = Type.Object({
  max_cost: integer(),
  words: words(),
  points: integer(),
  enough: Type.Boolean(),
});
export type QuoteAnswer = Static<typeof QuoteAnswer>;

/** A call of the playground. */
export const ToCall = Type.Object({ operation: given({ minLength: 0, maxLength: 200 }), body: freeObject() });

/** A call saved for the playground. */
export const SavedCall = Type.Object({
  id: words(),
  name: words(),
  operation: words(),
  body: freeObject(),
  created_at: instant(),
});
export type SavedCall = Static<typeof SavedCall>;

/** Lines of the playground's stream. */
export type RunEvent =
  /** The progress, with the records since the previous line. */
  | {
      type: "progress";
      request_id: string;
      pages: number;
      elapsed_ms: number;
      records: Array<Record<string, unknown>>;
    }
  | ({
      type: "answer";
      status: number;
      request_id: string;
      charged: number;
      points: number;
      duration_ms: number;
    } & FactsView)
  | { type: "error"; status: number; request_id: string; detail: unknown };
