import type { Question } from "./echo.ts";
import { Unreadable } from "./errors.ts";
import { describeOddRow } from "./odd-row.ts";

/**
 * Why a row produced no record: an advert or another kind of item, an item that the page lists twice, or a row that the
 * reader could not read. The engine rejects a page with a row of the last kind.
 */
export type NoRecord = "advert" | "other-kind" | "repeated" | "unreadable";

/** Whether the caller requested a record; null if its fields do not say. */
export type IsRequested<R> = (record: R) => boolean | null;

/** Facts that a page states about itself. */
export interface PageFacts {
  /** Total results of the whole list, as the site reports. */
  total?: number | null;
  /** The page's own number, starting at 1. */
  number?: number | null;
  /** The number of the last page. */
  lastPage?: number | null;
  /** Rows on a full page. */
  size?: number | null;
  /** Cursor of the next page; null at the end. */
  next?: string | null;
  /** What the page says of the question that it answers, by part of the operation's `echo`. */
  echo?: Readonly<Record<string, unknown>>;
}

/** The first unreadable row. */
export interface UnreadableRow {
  /** Starts at 1. */
  number: number;
  /** How it differs from readable rows, if that shows. */
  oddity: string | null;
}

/** What a page consists of: data, but for the question of `answers`. */
export interface PageContent<R = object> {
  /** All records that could be read. */
  read: readonly R[];
  /** The records that the caller requested. */
  records: readonly R[];
  without: ReadonlyMap<NoRecord, number>;
  unreadable: UnreadableRow | null;
  uncounted: ReadonlySet<R>;
  facts: PageFacts;
  answers: Answers | null;
}

/** The request to the site that a page answers, as the engine has confirmed. */
export interface Answers {
  question: Question | null;
  /** The requested page number, or cursor; null if the request names none. */
  page: number | string | null;
  /** It has fewer rows than a full page, and only the next page can show that it is the last. */
  isShort: boolean;
}

/** Marks pages, whichever copy of this module made them: one that the engine did not recognise would not be checked. */
const BRAND = Symbol.for("winnow.page");

/**
 * One page as a reader understood it: its rows, their records, and the reasons why other rows have none. Records can be
 * yielded only in a page, and only `Page.of` creates one, so every row is accounted for.
 */
export class Page<R extends object = object> implements Iterable<R> {
  readonly #content: PageContent<R>;
  readonly [BRAND] = true;

  static [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && BRAND in value;
  }

  private constructor(content: PageContent<R>) {
    this.#content = content;
  }

  /** Reads every row: `read` returns a record, or the reason why there is none. */
  static of<T, R extends object>(rows: Iterable<T>, read: (row: T) => R | NoRecord, facts: PageFacts = {}): Page<R> {
    const records: R[] = [];
    const without = new Map<NoRecord, number>();
    let number = 0;
    let good: T | undefined;
    let bad: { row: T; number: number } | null = null;
    for (const row of rows) {
      number++;
      const outcome = read(row);
      if (outcome === "unreadable") bad ??= { row, number };
      if (typeof outcome === "string") without.set(outcome, (without.get(outcome) ?? 0) + 1);
      else {
        good ??= row;
        records.push(outcome);
      }
    }
    const unreadable = bad && { number: bad.number, oddity: describeOddRow(bad.row, good) };
    return new Page({ read: records, records, without, unreadable, uncounted: new Set(), facts, answers: null });
  }

  static empty<R extends object>(): Page<R> {
    return Page.of<never, R>([], () => "unreadable");
  }

  /** Joins the rows of several pages, with the facts of the first. */
  static joined<R extends object>(pages: readonly [Page<R>, ...Page<R>[]]): Page<R> {
    const without = new Map<NoRecord, number>();
    for (const page of pages) {
      for (const [reason, count] of page.#content.without) without.set(reason, (without.get(reason) ?? 0) + count);
    }
    return new Page({
      read: pages.flatMap(({ read }) => read),
      records: pages.flatMap(({ records }) => records),
      without,
      unreadable: pages.find(({ unreadable }) => unreadable)?.unreadable ?? null,
      uncounted: new Set(pages.flatMap((page) => [...page.#content.uncounted])),
      facts: pages[0].facts,
      answers: pages[0].answers,
    });
  }

  /** For the engine: a page that was read in another thread. */
  static from<R extends object>(content: PageContent<R>): Page<R> {
    return new Page(content);
  }

  get content(): PageContent<R> {
    return this.#content;
  }

  get records(): readonly R[] {
    return this.#content.records;
  }

  [Symbol.iterator](): Iterator<R> {
    return this.records[Symbol.iterator]();
  }

  get facts(): PageFacts {
    return this.#content.facts;
  }

  /** Null until the engine has compared the page with the request that it answers. */
  get answers(): Answers | null {
    return this.#content.answers;
  }

  /** For the engine: the page answers this request, and a full page of its list has `size` rows. */
  prove(answers: Answers, size: number | null): void {
    this.#content.answers = answers;
    if (size !== null) this.#content.facts = { ...this.facts, size };
  }

  /** Marks a page that was made from the content of another: it answers the same request. */
  madeFrom(page: Page): Page<R> {
    return new Page({ ...this.#content, answers: page.answers });
  }

  /** The records of all rows, including those that the caller did not request. */
  get read(): readonly R[] {
    return this.#content.read;
  }

  get rows(): number {
    const { read, without } = this.#content;
    return [...without.values()].reduce((sum, count) => sum + count, read.length);
  }

  /** Rows that the site's total includes. */
  get countedRows(): number {
    return this.rows - this.without("advert") - this.without("other-kind") - this.#content.uncounted.size;
  }

  get unreadable(): UnreadableRow | null {
    return this.#content.unreadable;
  }

  isCounted(record: R): boolean {
    return !this.#content.uncounted.has(record);
  }

  /** Number of rows skipped for this reason. */
  without(reason: NoRecord): number {
    return this.#content.without.get(reason) ?? 0;
  }

  /** The same page with additional facts. */
  saying(facts: PageFacts): Page<R> {
    return new Page({ ...this.#content, facts: { ...this.facts, ...facts } });
  }

  /** Marks records that the site's total excludes, such as adverts above the results. */
  notCounting(isUncounted: (record: R) => boolean): Page<R> {
    return new Page({ ...this.#content, uncounted: new Set(this.read.filter(isUncounted)) });
  }

  /**
   * Keeps only the records that the caller requested, for sites that cannot filter. A record of which it cannot be said is
   * left out. If it can be said of none, the page has changed, and an empty list would be wrong.
   */
  keeping(isRequested: IsRequested<R>): Page<R> {
    const judged = this.records.map((record) => ({ record, isWanted: isRequested(record) }));
    if (judged.length > 0 && judged.every(({ isWanted }) => isWanted === null)) {
      throw new Unreadable("no row says whether it is what the caller asked for");
    }
    const records = judged.flatMap(({ record, isWanted }) => (isWanted ? record : []));
    return new Page({ ...this.#content, records });
  }

  /** Maps each record. */
  map<S extends object>(change: (record: R) => S): Page<S> {
    const changed = new Map(this.read.map((record) => [record, change(record)]));
    const all = (records: Iterable<R>): S[] => [...records].flatMap((record) => changed.get(record) ?? []);
    const { read, records, uncounted } = this.#content;
    return new Page({ ...this.#content, read: all(read), records: all(records), uncounted: new Set(all(uncounted)) });
  }
}
