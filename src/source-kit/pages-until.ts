import { type SourceError, Unreadable } from "../contract/errors.ts";
import type { Answer, Site, SiteRequest } from "../contract/site.ts";

/** What the reader of a list page gives. */
export interface ResultPage<R> {
  records: R[];
  /** How many results the site says it has. */
  total?: number | null;
  /** The number of the last page, where the answer says it. */
  lastPage?: number | null;
  /** New records that a full page brings, where those of the first do not show it (advertisements repeat products). */
  perPage?: number | null;
  /** The number that the answer gives itself: a page that is another than asked for is never used, and ends the list where it brings nothing new. */
  page?: number | null;
}

type PageRequest = (page: number) => SiteRequest;

export interface Paging<R> {
  /** How to ask for a page; the first is 1. */
  request: PageRequest;
  /** Another form of the same pages: taken from the page on that fails in this way. */
  otherForm?: { when: new (why: string) => SourceError; request: PageRequest };
  /** Reads a page. A 404 for a later page is the end of the list, and never gets here. */
  read(answer: Answer): ResultPage<R>;
  /** The first page, where it was read before. */
  first?: ResultPage<R>;
  /** Pages that the site shows of one list, however many results it counts. */
  mostPages?: number;
  /** Which records are wanted, where the site does not filter by itself. */
  keep?(record: R): boolean;
}

/** Pages in a row without a new record that end a list of which the site says that it goes on; one ends any other. */
const MOST_STALE_PAGES = 2;

/**
 * Records of a list in pages, until `count` are there or the list ends: the first page, then as many side by side
 * as the count should need, and more where repeated records leave it short. A record that comes twice is given
 * once, as it came first. Reports the site's total, and whether the site shows less than it has.
 */
export async function* pagesUntil<R extends { id: unknown }>(
  count: number,
  site: Site,
  paging: Paging<R>,
): AsyncGenerator<R, void, undefined> {
  const { mostPages = Number.POSITIVE_INFINITY } = paging;
  const { first, request: firstForm } = await firstPage(site, paging);
  let request = firstForm;
  const { total = null } = first;
  if (total !== null) site.report({ total });
  const unseen = unseenIn<R>();
  let given = 0;
  let stalePages = 0;

  const wanted = (page: ResultPage<R>): R[] => {
    const { records, isStale } = unseen.take(page);
    stalePages = isStale ? stalePages + 1 : 0;
    const kept = paging.keep ? records.filter((record) => paging.keep!(record)) : records;
    const some = kept.slice(0, count - given);
    given += some.length;
    return some;
  };

  yield* wanted(first);
  const perPage = Math.max(1, first.perPage ?? first.records.length);
  let lastPage = lastPageOf(first, perPage);
  for (let next = 2; given < count && next <= Math.min(lastPage, mostPages); ) {
    const end = Math.min(lastPage, mostPages, next - 1 + Math.ceil((count - given) / perPage));
    try {
      for await (const page of site.readAll(requests(request, next, end), (answer) => laterPage(answer, paging))) {
        if (isAnother(page, next)) {
          // Where the number of the page is not taken, the first comes again and again: the site shows no more.
          const canAskOtherwise = paging.otherForm && request !== paging.otherForm.request;
          if (canAskOtherwise || unseen.hasNew(page)) throw new Unreadable(`page ${page.page} instead of ${next}`);
          site.report({ sourceLimited: true });
          return;
        }
        next++;
        yield* wanted(page);
        const hasKnownEnd = lastPage !== Number.POSITIVE_INFINITY;
        if (stalePages >= (hasKnownEnd ? MOST_STALE_PAGES : 1)) {
          // The site says that the list goes on, and shows no more of it.
          if (hasKnownEnd) site.report({ sourceLimited: true });
          return;
        }
        lastPage = Math.min(lastPage, page.lastPage ?? lastPage);
      }
    } catch (error) {
      request = otherFormAfter(error, request, paging);
    }
  }
  const isCut = lastPage >= mostPages && (total === null ? lastPage > mostPages : total > mostPages * perPage);
  if (given < count && isCut) site.report({ sourceLimited: true });
}

/** The form that the pages after a failure are asked for in; throws the failure where there is no other. */
function otherFormAfter<R>(error: unknown, request: PageRequest, { otherForm }: Paging<R>): PageRequest {
  if (!otherForm || request === otherForm.request || !(error instanceof otherForm.when)) throw error;
  return otherForm.request;
}

async function firstPage<R>(site: Site, paging: Paging<R>) {
  const { first, request, read } = paging;
  if (first) return { first, request };
  try {
    return { first: await site.read(request(1), read), request };
  } catch (error) {
    const other = otherFormAfter(error, request, paging);
    return { first: await site.read(other(1), read), request: other };
  }
}

const isAnother = ({ page }: ResultPage<unknown>, asked: number): boolean => page != null && page !== asked;

function* requests(request: PageRequest, from: number, to: number): Generator<SiteRequest> {
  for (let page = from; page <= to; page++) yield request(page);
}

const laterPage = <R>(answer: Answer, { read }: Paging<R>): ResultPage<R> =>
  answer.status === 404 ? { records: [] } : read(answer);

/** By what the first page says; a total below what that page itself shows counts something else. */
function lastPageOf<R>({ records, lastPage, total, perPage }: ResultPage<R>, usual: number): number {
  if (records.length === 0) return 1;
  if (lastPage != null) return lastPage;
  if (total != null && total >= Math.min(usual, records.length)) return Math.ceil(total / usual);
  return perPage != null && records.length < perPage ? 1 : Number.POSITIVE_INFINITY;
}

/** Tells the records of a page that no page before had; those without an id are never the same. */
function unseenIn<R extends { id: unknown }>() {
  const seen = new Set<unknown>();
  const hasId = ({ id }: R) => id !== null && id !== undefined && id !== "";
  const isSeen = (record: R) => hasId(record) && seen.has(record.id);
  return {
    hasNew: ({ records }: ResultPage<R>) => records.some((record) => !isSeen(record)),
    take({ records }: ResultPage<R>) {
      const unseen: R[] = [];
      const before = seen.size;
      for (const record of records) {
        if (isSeen(record)) continue;
        if (hasId(record)) seen.add(record.id);
        unseen.push(record);
      }
      return { records: unseen, isStale: seen.size === before };
    },
  };
}
