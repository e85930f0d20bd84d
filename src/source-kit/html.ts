import { selectAll, selectOne } from "css-select";
import type { AnyNode, Document, Element } from "domhandler";
import { isTag } from "domhandler";
import { textContent } from "domutils";
import { parseDocument } from "htmlparser2";
import { absoluteUrl } from "../contract/values.ts";

/** The parser of most readers: htmlparser2, with css-select on top. Pages of megabytes: `elements/`. */

export type { AnyNode, Document, Element };

export const parseHtml = (page: string): Document => parseDocument(page);

/** The first element that the selector finds. */
export const one = (selector: string, within: AnyNode): Element | null => selectOne<AnyNode, Element>(selector, within);

/** Every element that the selector finds, in the page's order. */
export const all = (selector: string, within: AnyNode | AnyNode[]): Element[] =>
  selectAll<AnyNode, Element>(selector, within);

/** What a person reads in it: runs of white space are one blank, entities are decoded; null for nothing. */
export const textOf = (node: AnyNode | AnyNode[] | null | undefined): string | null =>
  (node && textContent(node).replace(/\s+/g, " ").trim()) || null;

/** The value of an attribute; null where it is missing or blank. */
export const attributeOf = (name: string, element: Element | null | undefined): string | null =>
  element?.attribs[name]?.trim() || null;

/** Where a link or a picture points, as an absolute URL. */
export const linkOf = (element: Element | null | undefined, origin: string, attribute = "href"): string | null =>
  absoluteUrl(attributeOf(attribute, element), origin);

/** The element beside it, past text and comments. */
export const nextElement = (element: Element): Element | null => elementFrom(element.next, "next");
export const previousElement = (element: Element): Element | null => elementFrom(element.prev, "prev");

function elementFrom(start: AnyNode | null, step: "next" | "prev"): Element | null {
  let node = start;
  while (node && !isTag(node)) node = node[step];
  return node;
}
