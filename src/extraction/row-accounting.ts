import { makeSafe } from "../base/safe-text.ts";
import { echoParts } from "../contract/echo.ts";
import { otherThanAsked, Unreadable } from "../contract/errors.ts";
import type { ResultsEnd } from "../contract/findings.ts";
import { type AccountingTerms, type Operation, recordIdentity } from "../contract/operation.ts";
import { Page } from "../contract/page.ts";
import type { Answer, ReadingContext } from "../contract/site.ts";

/** Rows may move while the pages of a list are read. */
const DEFAULT_TERMS: AccountingTerms = { missing: 0, repeated: 0.1 };
/** Rows that may repeat earlier ones even on the shortest list: a new entry at the top moves another to the next page. */
const REPEATED_AT_LEAST = 2;

/** The page in a reader's result: the result itself, or its `page`. */
export function pageIn(result: unknown): Page | null {
  if (result instanceof Page) return result;
  return typeof result === "object" && result !== null && "page" in result && result.page instanceof Page
    ? result.page
    : null;
}

/** Rejects a page with an unexplained row without a record, and a first page without the rows that it counts. */
export function checkRows(page: Page): void {
  const { total, number } = page.facts;
  if (page.unreadable) {
    const { number, oddity } = page.unreadable;
    const which = `${page.without("unreadable")} of ${page.rows} rows could not be read`;
    const why = oddity ? `: row ${number} ${oddity}` : ` (row ${number})`;
    throw new Unreadable(`${which}${why}`, `Winnow could not parse the source's response: ${which}.`);
  }
  if (page.rows === 0 && total && (number ?? 1) === 1)
    throw otherThanAsked(`${total} results, but no row on the first page`);
}

/**
 * The records of a saved response, with every row accounted for. What it answers and its size are not checked: a file may
 * be for any request, and contain only part of a list.
 */
export function savedRecords(
  operation: Operation,
  answer: Answer,
  request: Parameters<Operation["parse"]>[1],
  context: ReadingContext,
): readonly object[] {
  const page = operation.parse(answer, request, context);
  checkRows(page);
  return page.records.map((record) => makeSafe(record));
}

/** Whether a page says that another follows. */
const leadsOn = ({ facts: { next, number, lastPage } }: Page): boolean =>
  (next ?? null) !== null || (number != null && lastPage != null && number < lastPage);

type Accounted = Pick<Operation, "path" | "echo" | "identity" | "accounting">;

/** The rows of one run: how many arrived, how many were new, and whether the end agrees with the site's total. */
export class RunAccount {
  readonly #operation: Accounted;
  readonly #terms: AccountingTerms;
  readonly #seen = new Set<unknown>();
  /** Those that the site's total counts: an advert may repeat a result, and a result an advert. */
  readonly #counted = new Set<unknown>();
  #rows = 0;
  #repeated = 0;
  /** A page that only the end of the list can show to be complete. */
  #short: Page | null = null;
  #last: Page | null = null;
  /** The lowest stated total: a list may shrink while it is read. */
  #total = Number.POSITIVE_INFINITY;

  constructor(operation: Accounted) {
    this.#operation = operation;
    this.#terms = { ...DEFAULT_TERMS, ...operation.accounting };
  }

  newIn(page: Page): number {
    return page.read.filter((record) => !this.#seen.has(this.#keyOf(record))).length;
  }

  /** Adds a page and returns its new records. */
  enter<R extends object>(page: Page<R>): R[] {
    checkRows(page);
    this.#checkProof(page);
    const fresh = new Set<R>();
    for (const record of page.read) {
      const key = this.#keyOf(record);
      if (!this.#seen.has(key)) fresh.add(record);
      this.#seen.add(key);
      if (!page.isCounted(record)) continue;
      if (this.#counted.has(key)) this.#repeated++;
      this.#counted.add(key);
    }
    if (fresh.size > 0 && this.#short)
      throw new Unreadable(`a page of ${this.#short.countedRows} rows is not the last`);
    if (page.answers?.isShort) this.#short = page;
    this.#last = page;
    this.#rows += page.countedRows;
    this.#repeated += page.without("repeated");
    this.#total = Math.min(this.#total, page.facts.total ?? this.#total);
    if (this.#repeated > Math.max(REPEATED_AT_LEAST, this.#rows * this.#terms.repeated)) {
      throw new Unreadable(`${this.#repeated} of ${this.#rows} rows repeat earlier ones`);
    }
    return page.records.filter((record) => fresh.has(record));
  }

  /** Why there are no more pages; throws if that contradicts the site's total, or its last page. */
  end(isSourceLimited: boolean): ResultsEnd {
    if (isSourceLimited) return "source-limit";
    const isKnown = this.#total !== Number.POSITIVE_INFINITY;
    if (isKnown && this.#rows < Math.ceil(this.#total * (1 - this.#terms.missing))) {
      throw new Unreadable(`the list ended after ${this.#rows} rows, with ${this.#total} results in all`);
    }
    if (this.#last && leadsOn(this.#last)) {
      throw new Unreadable(`the list ended after ${this.#rows} rows, at a page that leads to another`);
    }
    return "exhausted";
  }

  /** Only pages that the engine has compared with the request may be yielded, unless the site's pages say nothing. */
  #checkProof({ answers }: Page): void {
    const { path, echo } = this.#operation;
    if (echoParts(echo).length === 0 || answers?.question?.echo === echo) return;
    throw new Error(
      `${path} yields a page that answers no question: give its request the \`asks\` of the operation's echo`,
    );
  }

  /** A record without an identity is always distinct. */
  #keyOf(record: object): unknown {
    return recordIdentity(this.#operation, record) ?? record;
  }
}
