import { Unreadable } from "../contract/errors.ts";
import type { Page } from "../contract/page.ts";
import type { Answer, Site, SiteRequest } from "../contract/site.ts";

export interface CursorPaging<R extends object> {
  /** How to ask for the page behind a cursor; null for the first. */
  request(cursor: string | null): SiteRequest;
  /** Reads a page, which says where the next begins (`facts.next`). */
  read(answer: Answer): Page<R>;
  /** Which records are wanted, where the site does not filter by itself. */
  keep?(record: R): boolean;
}

/** The pages of a list that says where its next page begins, until the caller has enough or the site says none. */
export async function* pagesAfter<R extends object>(
  site: Site,
  { request, read, keep = () => true }: CursorPaging<R>,
): AsyncGenerator<Page<R>, void, undefined> {
  const seen = new Set<string>();
  for (let cursor: string | null = null; ; ) {
    const page: Page<R> = await site.read(request(cursor), read);
    yield page.keeping(keep);
    const next = page.facts.next ?? null;
    if (next === null || page.rows === 0 || site.progress.wanted() <= 0) return;
    if (seen.has(next)) throw new Unreadable(`the cursor leads back to an earlier page`);
    seen.add(next);
    cursor = next;
  }
}
