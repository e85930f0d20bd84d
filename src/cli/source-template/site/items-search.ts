import type { StandInCall, StandInReply } from "../../../contract/stand-in.ts";
import { filtered, hasWords, paged } from "../../../source-kit/stand-in/lists.ts";
import { json, notFound } from "../../../source-kit/stand-in/replies.ts";
import { catalogue } from "./catalogue.ts";

const PAGE_SIZE = 24;

/** The list as the site sends it; null for any other address. */
export function itemsSearch({ url: { pathname, searchParams } }: StandInCall): StandInReply | null {
  if (pathname !== "/items-search") return null;
  const found = filtered(catalogue, searchParams, { q: ({ name }, words) => hasWords(name, words) });
  const page = paged(found, searchParams.get("page"), PAGE_SIZE);
  if (!page) return notFound();
  return json({
    total: page.total,
    pages: page.lastPage,
    items: page.items.map((item) => ({ ...item, link: `/profiles/${item.id}` })),
  });
}
