import type { Clock } from "../../base/clock.ts";
import { iso } from "../../base/iso.ts";
import type { CallOptions } from "../../contract/call-options.ts";
import { Blocked, Unreadable } from "../../contract/errors.ts";
import type { Operation } from "../../contract/operation.ts";
import type { Page } from "../../contract/page.ts";
import { observing } from "../../contract/provenance.ts";
import type { Answer, AnswerReader, SiteRequest } from "../../contract/site.ts";
import type { Source } from "../../contract/source.ts";
import { countMissing, type FieldCounts } from "../coverage.ts";
import { checkEcho, checkSize } from "../page-proof.ts";
import { redactedUrl } from "../recording/redact.ts";
import { checkRows, pageIn } from "../row-accounting.ts";

/** More than any list shows at once, and few enough to handle without a pause. */
const MAX_ROWS = 10_000;

/** What a reader made of a response, if it proved itself. */
export interface Understood<T> {
  result: T;
  /** What its records lack; null if there is no page in the result. */
  counts: FieldCounts | null;
}

export interface Reading {
  source: Source;
  operation: Operation;
  /** The caller's request. */
  request: Record<string, unknown>;
  /** With `provenance`, where values come from is noted. */
  options?: CallOptions;
  clock: Pick<Clock, "now">;
}

/** Reads a response. Everything of a source that sees a page is called from here: it may take long, or never end. */
export function understand<T>(
  { source, operation, request, options, clock }: Reading,
  asking: SiteRequest,
  answer: Answer,
  reader: AnswerReader<T>,
): Understood<T> {
  const marker = source.blockMarker(answer);
  if (marker !== null) throw new Blocked(`status ${answer.status}, ${marker}`);
  const seen = () => ({ number: asking.page ?? null, url: redactedUrl(answer.url), at: iso(clock.now()) });
  const result = options?.provenance ? observing(seen(), () => reader(answer)) : reader(answer);
  const page = pageIn(result);
  return { result, counts: page && prove(page, operation, asking, request) };
}

/** Accepts a page only if its rows balance and it shows that it answers this request, completely. */
function prove(page: Page, operation: Operation, asking: SiteRequest, request: Record<string, unknown>): FieldCounts {
  if (page.rows > MAX_ROWS) throw new Unreadable(`${page.rows} rows on a page, more than ${MAX_ROWS}`);
  checkRows(page);
  checkEcho(page, asking, request);
  // Intermediate lookups of a run have records of another kind.
  const own = page.read.filter((record) => Reflect.get(record, "@type") === operation.record.title);
  const isOwn = own.length > 0 || page.rows === 0;
  const { size, isShort } = checkSize(page, isOwn ? operation.pageSize : undefined, asking.page);
  page.prove({ question: asking.asks ?? null, page: asking.page ?? null, isShort }, size);
  return countMissing(operation.record, own);
}
