import { oddityOf } from "./odd-row.ts";

/**
 * Why a row of a page made no record: an advert or another kind of thing among the rows, a thing that the page lists twice, or a
 * row that the reader could not read. The engine refuses a page with a row of the last kind.
 */
export type NoRecord = "advert" | "other-kind" | "repeated" | "unreadable";

/** What a page says of itself. */
export interface PageFacts {
  /** How many results the site says the whole list has. */
  total?: number | null;
  /** The number that the page gives itself; the first is 1. */
  number?: number | null;
  /** The number of the last page. */
  lastPage?: number | null;
  /** How many rows a full page has. */
  size?: number | null;
  /** Where the next page begins, in a list by cursor; null at the end. */
  next?: string | null;
}

/** The first row that could not be read. */
export interface UnreadableRow {
  /** The first row is 1. */
  number: number;
  /** How it differs from rows that could be read, where that shows. */
  oddity: string | null;
}

interface Content<R> {
  /** All that could be read. */
  read: readonly R[];
  /** What of it the caller asked for. */
  records: readonly R[];
  without: ReadonlyMap<NoRecord, number>;
  unreadable: UnreadableRow | null;
  uncounted: ReadonlySet<R>;
  facts: PageFacts;
}

/**
 * One page as a reader understood it: its rows, the records made of them, and why the others made none. Records can be handed
 * over only in such a page, and only `Page.of` makes one, so that every row is accounted for.
 */
export class Page<R extends object = object> implements Iterable<R> {
  readonly #content: Content<R>;

  private constructor(content: Content<R>) {
    this.#content = content;
  }

  /** Reads every row: `read` gives a record, or the reason why the row is none. */
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
    const unreadable = bad && { number: bad.number, oddity: oddityOf(bad.row, good) };
    return new Page({ read: records, records, without, unreadable, uncounted: new Set(), facts });
  }

  static empty<R extends object>(): Page<R> {
    return Page.of<never, R>([], () => "unreadable");
  }

  /** The rows of several pages as those of one, which says of itself what the first does. */
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
    });
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

  /** The records of all rows, those that the caller did not ask for as well. */
  get read(): readonly R[] {
    return this.#content.read;
  }

  get rows(): number {
    const { read, without } = this.#content;
    return [...without.values()].reduce((sum, count) => sum + count, read.length);
  }

  /** The rows that the site's total counts. */
  get countedRows(): number {
    return this.rows - this.without("advert") - this.without("other-kind") - this.#content.uncounted.size;
  }

  get unreadable(): UnreadableRow | null {
    return this.#content.unreadable;
  }

  isCounted(record: R): boolean {
    return !this.#content.uncounted.has(record);
  }

  /** How many rows made no record for this reason. */
  without(reason: NoRecord): number {
    return this.#content.without.get(reason) ?? 0;
  }

  /** The same page, saying more of itself. */
  saying(facts: PageFacts): Page<R> {
    return new Page({ ...this.#content, facts: { ...this.facts, ...facts } });
  }

  /** The site's total does not count such records: adverts that the site lists above its results. */
  notCounting(isUncounted: (record: R) => boolean): Page<R> {
    return new Page({ ...this.#content, uncounted: new Set(this.read.filter(isUncounted)) });
  }

  /** Only the records that the caller asked for, where the site does not filter by itself. */
  keeping(isAskedFor: (record: R) => boolean): Page<R> {
    return new Page({ ...this.#content, records: this.records.filter(isAskedFor) });
  }

  /** Each record made into another. */
  map<S extends object>(change: (record: R) => S): Page<S> {
    const changed = new Map(this.read.map((record) => [record, change(record)]));
    const all = (records: Iterable<R>): S[] => [...records].flatMap((record) => changed.get(record) ?? []);
    const { read, records, uncounted } = this.#content;
    return new Page({ ...this.#content, read: all(read), records: all(records), uncounted: new Set(all(uncounted)) });
  }
}
