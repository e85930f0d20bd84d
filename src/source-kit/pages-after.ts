import { Unreadable } from "../contract/errors.ts";
import type { IsRequested, Page } from "../contract/page.ts";
import type { Answer, Site, SiteRequest } from "../contract/site.ts";

export interface CursorPaging<R extends object> {
  /** The request for the page after a cursor; null for the first. */
  request(cursor: string | null): SiteRequest;
  /** Reads a page, whose `facts.next` is the next cursor. */
  read(answer: Answer): Page<R>;
  /** Selects the requested records if the site cannot filter. */
  keep?: IsRequested<R>;
}

/** Yields the pages of a list with cursors, until the caller has enough or the site gives no next cursor. */
export async function* pagesAfter<R extends object>(
  site: Site,
  { request, read, keep = () => true }: CursorPaging<R>,
): AsyncGenerator<Page<R>, void, undefined> {
  const seen = new Set<string>();
  for (let cursor: string | null = null; ; ) {
    const page: Page<R> = await site.read({ ...request(cursor), page: cursor }, read);
    yield page.keeping(keep);
    const next = page.facts.next ?? null;
    if (next === null || page.rows === 0 || site.progress.wanted() <= 0) return;
    if (seen.has(next)) throw new Unreadable(`the cursor leads back to an earlier page`);
    seen.add(next);
    cursor = next;
  }
}
