import { isOpaque, PageElement, type ScannedPage } from "./page-element.ts";
import { afterNoTag, endOfName, endOfOpaque, endOfTag, isSelfClosed } from "./tags.ts";

const SLASH = 47;
const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
/** Ended by the next of its kind, where their end tags are left out. */
const ENDED_BY_NEXT = new Set(["li", "p", "option"]);
/** Deeper than any page goes: what is deeper still is given up, so that no page can exhaust stack or time. */
const DEEPEST = 256;

/**
 * The element whose start tag begins at `start`; null where none does. Only the element itself is gone through, tag
 * by tag, by search rather than letter by letter: a page is mostly not cards, and a general parser takes most of its
 * time over what no record needs (`docs/performance.md`). The tests hold this against parse5.
 */
export function scanElement(html: string, start: number): PageElement | null {
  const page: ScannedPage = { html, elements: [] };
  goThrough(page, start, []);
  return page.elements[0] ?? null;
}

/** The whole page, as an element around all others. */
export function scanPage(html: string): PageElement {
  const page: ScannedPage = { html, elements: [] };
  const around = new PageElement(page, "#page", null, 0, 0);
  page.elements.push(around);
  goThrough(page, 0, [around]);
  return around;
}

/** Adds the elements from `start` on to the page's, until none of those that were open is. */
function goThrough(page: ScannedPage, start: number, open: PageElement[]): void {
  const { html, elements } = page;
  let at = start;
  while (open.length <= DEEPEST) {
    const tag = html.indexOf("<", at);
    if (tag < 0) break;
    const isEnd = html.charCodeAt(tag + 1) === SLASH;
    const nameFrom = isEnd ? tag + 2 : tag + 1;
    const nameTo = endOfName(html, nameFrom);
    if (nameTo === nameFrom) {
      at = afterNoTag(html, tag);
      continue;
    }
    const end = endOfTag(html, nameTo);
    if (end < 0) {
      at = tag;
      break;
    }
    at = end;
    const name = html.slice(nameFrom, nameTo).toLowerCase();
    if (isEnd) {
      closeInnermost(open, name, tag, end);
      if (open.length === 0) return;
      continue;
    }
    if (open.length > 1 && ENDED_BY_NEXT.has(name) && open.at(-1)?.name === name) open.pop()?.close(tag, tag);
    const element = new PageElement(page, name, open.at(-1) ?? null, tag, end);
    elements.push(element);
    if (isOpaque(name)) at = stepOver(element, html);
    else if (!VOID.has(name)) open.push(element);
    // A void element or a drawing alone is all that was asked for.
    if (open.length === 0) return;
  }
  for (const left of open) left.close(at, html.length);
}

/** Closes the innermost open element of this name and all inside it; a tag that closes nothing is passed over. */
function closeInnermost(open: PageElement[], name: string, at: number, end: number): void {
  let depth = open.length - 1;
  while (depth >= 0 && open[depth]?.name !== name) depth--;
  if (depth < 0) return;
  while (open.length - 1 > depth) open.pop()?.close(at, at);
  open.pop()?.close(at, end);
}

function stepOver(element: PageElement, html: string): number {
  const { name, contentFrom } = element;
  if (name === "svg" && isSelfClosed(html, contentFrom)) return contentFrom;
  const { contentTo, end } = endOfOpaque(html, contentFrom, name);
  element.close(contentTo, end);
  return end;
}
