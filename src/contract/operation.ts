import type { Static } from "typebox";
import type { Echo } from "./echo.ts";
import type { RequestSchema } from "./fields.ts";
import type { Page } from "./page.ts";
import type { PageSize } from "./page-size.ts";
import type { Price } from "./price.ts";
import type { RecordSchema } from "./record.ts";
import type { Answer, ReadingContext, Site } from "./site.ts";
import type { OwnWarnings } from "./warnings.ts";

/** How long a response may be reused, free of charge, for any caller that sends the same request. */
export interface CacheTerms {
  seconds: number;
  /** Request fields that the site treats case-insensitively. */
  ignoreCase: string[];
}

/** For data that rarely changes: lists of places, filters, units. */
export const cachedForADay = (...ignoreCase: string[]): CacheTerms => ({ seconds: 86_400, ignoreCase });

/**
 * One operation, described once. The route, body validation, price, OpenAPI, the MCP tool, the CLI command, the client's
 * types and the playground form are derived from it.
 */
export interface Operation<Req extends RequestSchema = RequestSchema, Rec extends RecordSchema = RecordSchema> {
  /** `/api/<source>/<resource>`. */
  path: string;
  summary: string;
  description: string;
  price: Price;
  request: Req;
  record: Rec;
  /** The most records that the site returns for one request, whatever `count` is. Caps the hold. */
  maxResults?: number;
  /** How long a response may be reused for free; by default, every request goes to the site. */
  cache?: CacheTerms;
  /** Bodies that work on the stand-in. The README, the playground and the curl line show the first. */
  examples: [ExampleBody, ...ExampleBody[]];
  /** An example record for the reference page, from the source's `exampleRecords`. */
  exampleRecord?: Record<string, unknown>;
  /** When this operation returns 412, as a phrase ("the destination is not found"). */
  unavailableWhen?: string;
  /** Warnings that a run may report (`x-warnings`), with their meanings; any other is rejected. */
  warnings?: OwnWarnings;
  /** Rules across fields: throws `notMeant` (400) or `ruleBroken` (422). */
  check?(request: Static<Req>): void;
  /** What its pages say of the question that they answer. The engine compares, and rejects a page for another one. */
  echo: Echo;
  /** Rows on a page; every list declares it. The engine rejects a page that is not the last and has fewer. */
  pageSize?: PageSize;
  /** How exact the site's own totals are. */
  accounting?: Partial<AccountingTerms>;
  /** The fields that identify a record, if it is not `id` alone; none if nothing does. Loaders use them as primary key. */
  identity?: ReadonlyArray<keyof Static<Rec> & string>;
  /** Yields pages as they arrive. The engine balances their rows, cuts the records at `count` and stops at the deadline. */
  run(request: Static<Req>, site: Site): AsyncIterable<Page<Static<Rec>>>;
  /** Reads a saved response of the site without a network (`winnow parse`); throws what `run` would. */
  parse(answer: Answer, request: Static<Req>, context: ReadingContext): Page;
}

/** Tolerances between the rows of a list and the totals that the site reports. */
export interface AccountingTerms {
  /** Share of the site's total that may be missing at the end of a list: some sites round their totals. */
  missing: number;
  /** Share of a list's rows that may repeat a record of an earlier page: some sites have no stable order. */
  repeated: number;
}

/** What makes a record the same as another of its operation; null if nothing does. */
export function recordIdentity({ identity = ["id"] }: { identity?: readonly string[] }, record: object): unknown {
  const values = identity.map((field) => Reflect.get(record, field));
  if (values.length === 0 || values.some((value) => value === undefined || value === null || value === "")) return null;
  return values.length === 1 ? values[0] : values.join(" ");
}

/** The fields that identify a record; none if nothing does. */
export const primaryKey = ({ identity, record }: Pick<Operation, "identity" | "record">): readonly string[] =>
  identity ?? (Object.hasOwn(record.properties, "id") ? ["id"] : []);

export type ExampleBody = Record<string, unknown>;

export const defineOperation = <Req extends RequestSchema, Rec extends RecordSchema>(
  operation: Operation<Req, Rec>,
): Operation<Req, Rec> => operation;
