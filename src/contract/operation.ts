import type { Static } from "typebox";
import type { CacheTerms } from "./cache-terms.ts";
import type { RequestSchema } from "./fields.ts";
import type { Page } from "./page.ts";
import type { Price } from "./price.ts";
import type { RecordSchema } from "./record.ts";
import type { Answer, ReadingContext, Site } from "./site.ts";
import type { WarningCode } from "./warnings.ts";

/**
 * One operation, described once. The route, the check of the body, the price, OpenAPI, the MCP tool, the CLI
 * command, the client's types and the playground form are derived from it.
 */
export interface Operation<Req extends RequestSchema = RequestSchema, Rec extends RecordSchema = RecordSchema> {
  /** `/api/<source>/<resource>`. */
  path: string;
  summary: string;
  description: string;
  price: Price;
  request: Req;
  record: Rec;
  /** The most records that the site gives for one request, whatever `count` says; the hold is never for more. */
  maxResults?: number;
  /** How long an answer may be given again, free; the site is asked every time unless given. */
  cache?: CacheTerms;
  /** Bodies that work on the stand-in; the first is what the README, the playground and the curl line show. */
  examples: [ExampleBody, ...ExampleBody[]];
  /** A record as the reference page shows it; the source's `exampleRecords` has it. */
  exampleRecord?: Record<string, unknown>;
  /** When this operation answers 412, in a phrase ("the destination is not found"). */
  unavailableWhen?: string;
  /** Warnings that a run may report (`x-warnings`); another is refused. */
  warnings?: WarningCode[];
  /** Rules across fields: throws `notMeant` (400) or `ruleBroken` (422). */
  check?(request: Static<Req>): void;
  /** How closely the site's own figures are to be taken. */
  accounting?: Partial<AccountingTerms>;
  /** What tells two records apart, where that is not their `id`. */
  identity?(record: Static<Rec>): unknown;
  /** Pages leave as they arrive; the engine balances their rows, cuts the records at `count` and stops at the deadline. */
  run(request: Static<Req>, site: Site): AsyncIterable<Page<Static<Rec>>>;
  /** Reads a saved answer of the site without a network (`winnow parse`); throws what `run` would. */
  parse(answer: Answer, request: Static<Req>, context: ReadingContext): Page;
}

/** What the engine allows between the rows of a list and what the site says of it. */
export interface AccountingTerms {
  /** Share of the site's total that may be missing at the end of a list: some sites round their totals. */
  missing: number;
  /** Share of a list's rows that may repeat a record of an earlier page: some sites have no stable order. */
  repeated: number;
}

export type ExampleBody = Record<string, unknown>;

export const defineOperation = <Req extends RequestSchema, Rec extends RecordSchema>(
  operation: Operation<Req, Rec>,
): Operation<Req, Rec> => operation;
