import { selectAll, selectOne } from "css-select";
import type { AnyNode, Document, Element, ParentNode } from "domhandler";
import { DomHandler, isTag } from "domhandler";
import { textContent } from "domutils";
import { Parser } from "htmlparser2";
import { absoluteUrl } from "../contract/values.ts";
import { noteAttribute, noteText } from "./provenance/observed-html.ts";

/** The parser of most readers: htmlparser2 with css-select. For pages of several megabytes, see `elements/`. */

/** The sibling elements, skipping text and comments. */
export { nextElementSibling as nextElement, prevElementSibling as previousElement } from "domutils";
export type { AnyNode, Document, Element, ParentNode };

/** More levels than any site nests. */
const MAX_DEPTH = 2_000;

/** The parser pays for every open element at each tag: a page of a million open tags would take hours. */
class ShallowTree extends DomHandler {
  override onopentag(name: string, attributes: Record<string, string>): void {
    if (this.tagStack.length > MAX_DEPTH) throw new SyntaxError(`HTML nested more than ${MAX_DEPTH} levels`);
    super.onopentag(name, attributes);
  }
}

export function parseHtml(page: string): Document {
  const tree = new ShallowTree();
  new Parser(tree).end(page);
  return tree.root;
}

/** The first element that matches. */
export const one = (selector: string, within: AnyNode): Element | null => selectOne<AnyNode, Element>(selector, within);

/** All elements that match, in document order. */
export const all = (selector: string, within: AnyNode | AnyNode[]): Element[] =>
  selectAll<AnyNode, Element>(selector, within);

/** The visible text: white space collapsed, entities decoded; null if empty. */
export function textOf(node: AnyNode | AnyNode[] | null | undefined): string | null {
  noteText(node);
  return (node && textContent(node).replace(/\s+/g, " ").trim()) || null;
}

/** The value of an attribute; null if missing or blank. */
export function attributeOf(name: string, element: Element | null | undefined): string | null {
  const value = element?.attribs[name]?.trim() || null;
  noteAttribute(element, name, value);
  return value;
}

/** The absolute URL of a link or picture. */
export const linkOf = (element: Element | null | undefined, origin: string, attribute = "href"): string | null =>
  absoluteUrl(attributeOf(attribute, element), origin);

/** The children of a node with that name. */
export const childrenOf = (node: ParentNode, name: string): Element[] =>
  node.children.filter((child): child is Element => isTag(child) && child.name === name);

/** The pieces of visible text in a node, in order. */
export function leavesOf(node: AnyNode): string[] {
  if (node.type === "text") {
    const words = textOf(node);
    return words ? [words] : [];
  }
  if (!("children" in node) || ("name" in node && /^(?:script|style)$/.test(node.name))) return [];
  return node.children.flatMap(leavesOf);
}

/** The widest ancestor that is still not too wide: the card around a link. */
export function widestAround(inner: Element, isTooWide: (ancestor: Element, within: Element) => boolean): Element {
  let widest = inner;
  for (let parent = inner.parent; parent && isTag(parent); parent = parent.parent) {
    if (isTooWide(parent, widest)) break;
    widest = parent;
  }
  return widest;
}
