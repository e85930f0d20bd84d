import { isOpaque, PageElement, type ScannedPage } from "./page-element.ts";
import { afterNoTag, endOfName, endOfOpaque, endOfTag, isSelfClosed } from "./tags.ts";

const SLASH = 47;
const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
/** Elements whose end tag may be omitted: the next of the same name ends them. */
const ENDED_BY_NEXT = new Set(["li", "p", "option"]);
/** Deeper than any real page. Deeper content is dropped, so that no page can exhaust the stack or the time. */
const DEEPEST = 256;

/**
 * Scans the element whose start tag begins at `start`; null if there is none. Only this element is scanned, tag by tag with
 * `indexOf`: most of a page is not cards, and a general parser spends most of its time on parts that no record needs
 * (`docs/performance.md`). The tests compare it with parse5.
 */
export function scanElement(html: string, start: number): PageElement | null {
  const page: ScannedPage = { html, elements: [] };
  goThrough(page, start, []);
  return page.elements[0] ?? null;
}

/** Scans the whole page into one root element. */
export function scanPage(html: string): PageElement {
  const page: ScannedPage = { html, elements: [] };
  const root = new PageElement(page, "#page", null, 0, 0);
  page.elements.push(root);
  goThrough(page, 0, [root]);
  return root;
}

/** Adds elements from `start` to the page until all open elements are closed. */
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
    // A void element or a drawing was the only requested element.
    if (open.length === 0) return;
  }
  for (const left of open) left.close(at, html.length);
}

/** Closes the innermost open element of this name with everything inside; an unmatched end tag is ignored. */
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
