import { type SourceError, Unreadable } from "../contract/errors.ts";
import { type IsRequested, Page } from "../contract/page.ts";
import type { Answer, Site, SiteRequest } from "../contract/site.ts";

/** Page numbers start at 1; `size` is the number of rows per page, 0 until the first page is read. */
type PageRequest = (page: number, size: number) => SiteRequest;

export interface Paging<R extends object> {
  /** The request for a page, by its number or by the offset computed from number and size. */
  request: PageRequest;
  /** Another form of the same pages, used from the first page that fails with this error; `insteadOf` names the usual one. */
  otherForm?: { when: new (why: string) => SourceError; request: PageRequest; insteadOf: string };
  /** Reads a page. A 404 for a later page ends the list and is handled before. */
  read(answer: Answer): Page<R>;
  /** The first page, if it was already read. */
  first?: Page<R>;
  /** Maximum pages that the site shows of one list, however many results it counts. */
  maxPages?: number;
  /** Selects the requested records if the site cannot filter. */
  keep?: IsRequested<R>;
}

/**
 * Yields the pages of a list until the caller has enough or the list ends: the first page, then as many concurrently as
 * should be needed, and more if duplicates leave it short. Reports if the site shows fewer results than it has.
 */
export async function* pagesUntil<R extends object>(
  site: Site,
  paging: Paging<R>,
): AsyncGenerator<Page<R>, void, undefined> {
  const { maxPages = Number.POSITIVE_INFINITY, keep = () => true } = paging;
  const { progress } = site;
  const { first, request: firstForm } = await firstPage(site, paging);
  let request = firstForm;
  const perPage = Math.max(1, first.facts.size ?? first.rows);
  let lastPage = lastPageOf(first, perPage);
  /** Only the page after a short one shows that it is the last, if it does not say so itself. */
  const checkEnd = async (page: Page<R>, number: number) => {
    if (!page.answers?.isShort) return;
    const after = await site.read(numbered(request, number + 1, perPage), (answer) => laterPage(answer, paging));
    if (after.rows > 0 && !isRepeated(after, page)) {
      throw new Unreadable(`page ${number} has ${page.rows} rows, but page ${number + 1} has more`);
    }
    lastPage = number;
  };
  await checkEnd(first, 1);
  yield first.keeping(keep);

  for (let next = 2; progress.wanted() > 0 && next <= Math.min(lastPage, maxPages); ) {
    const end = Math.min(lastPage, maxPages, next - 1 + Math.ceil(progress.wanted() / perPage));
    try {
      for await (const page of site.readAll(requests(request, next, end, perPage), (answer) =>
        laterPage(answer, paging),
      )) {
        const hasNew = progress.newIn(page) > 0;
        const hasKnownEnd = lastPage !== Number.POSITIVE_INFINITY;
        // After an unannounced end, sites return an empty page or the last one again.
        if (!hasKnownEnd && !hasNew) return;
        if (page.rows === 0 && next < lastPage) throw new Unreadable(`page ${next} of ${lastPage} is empty`);
        await checkEnd(page, next);
        next++;
        yield page.keeping(keep);
        lastPage = Math.min(lastPage, page.facts.lastPage ?? lastPage);
      }
    } catch (error) {
      request = otherFormAfter(error, request, paging, site);
    }
  }
  const { total } = first.facts;
  const isCut = lastPage >= maxPages && (total == null ? lastPage > maxPages : total > maxPages * perPage);
  if (progress.wanted() > 0 && isCut) site.report({ sourceLimited: true });
}

/** The form for requests after an error; rethrows the error if there is no other form. */
function otherFormAfter<R extends object>(
  error: unknown,
  request: PageRequest,
  { otherForm }: Paging<R>,
  site: Site,
): PageRequest {
  if (!otherForm || request === otherForm.request || !(error instanceof otherForm.when)) throw error;
  site.fellBack(otherForm.insteadOf);
  return otherForm.request;
}

async function firstPage<R extends object>(site: Site, paging: Paging<R>) {
  const { first, request, read } = paging;
  if (first) return { first, request };
  try {
    return { first: await site.read(numbered(request, 1, 0), read), request };
  } catch (error) {
    const other = otherFormAfter(error, request, paging, site);
    return { first: await site.read(numbered(other, 1, 0), read), request: other };
  }
}

const isRepeated = (page: Page, earlier: Page): boolean => JSON.stringify(page.read) === JSON.stringify(earlier.read);

const numbered = (request: PageRequest, page: number, size: number): SiteRequest => ({ ...request(page, size), page });

function* requests(request: PageRequest, from: number, to: number, size: number): Generator<SiteRequest> {
  for (let page = from; page <= to; page++) yield numbered(request, page, size);
}

const laterPage = <R extends object>(answer: Answer, { read }: Paging<R>): Page<R> =>
  answer.status === 404 ? Page.empty() : read(answer);

/** Derived from the first page's facts. A total smaller than its rows counts something else. */
function lastPageOf({ rows, countedRows, facts: { lastPage, total } }: Page, perPage: number): number {
  if (rows === 0) return 1;
  if (lastPage != null) return lastPage;
  const countsRows = total != null && total >= Math.min(perPage, countedRows);
  return countsRows ? Math.ceil(total / perPage) : Number.POSITIVE_INFINITY;
}
