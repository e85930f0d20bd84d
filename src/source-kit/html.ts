import { selectAll, selectOne } from "css-select";
import type { AnyNode, Document, Element, ParentNode } from "domhandler";
import { DomHandler, isTag } from "domhandler";
import { nextElementSibling, prevElementSibling, textContent } from "domutils";
import { Parser } from "htmlparser2";
import { Unreadable } from "../contract/errors.ts";
import { isObserving } from "../contract/provenance.ts";
import { absoluteUrl } from "../contract/values.ts";
import { noteAttribute, noteText, observedElement } from "./provenance/observed-html.ts";

/** The parser of all readers of mark-up: htmlparser2 with css-select. */

/** The sibling elements, skipping text and comments. */
export const nextElement = (node: AnyNode | null): Element | null => node && nextElementSibling(node);
export const previousElement = (node: AnyNode | null): Element | null => node && prevElementSibling(node);
export type { AnyNode, Document, Element, ParentNode };

/** More levels than any site nests. */
const MAX_DEPTH = 2_000;

/** The parser pays for every open element at each tag: a page of a million open tags would take hours. */
class ShallowTree extends DomHandler {
  override onopentag(name: string, attributes: Record<string, string>): void {
    if (this.tagStack.length > MAX_DEPTH) throw new Unreadable(`HTML nested more than ${MAX_DEPTH} levels`);
    super.onopentag(name, attributes);
  }
}

export function parseHtml(page: string): Document {
  const tree = new ShallowTree();
  new Parser(tree).end(page);
  return tree.root;
}

/** Ends the parsing at the end of the first element. */
class FirstElement extends ShallowTree {
  #parser: Parser | undefined;

  override onparserinit(parser: Parser): void {
    super.onparserinit(parser);
    this.#parser = parser;
  }

  override onclosetag(): void {
    super.onclosetag();
    if (this.tagStack.length === 1) this.#parser?.pause();
  }
}

/** An element of a page, and where it starts and ends. */
export interface PlacedElement {
  element: Element;
  start: number;
  end: number;
}

/** The element whose start tag begins at `start`; null if there is none. Most of a large page is never parsed. */
export function elementAt(page: string, start: number): PlacedElement | null {
  if (isObserving()) {
    const element = observedElement(page, start);
    return element ? { element, start, end: (element.endIndex ?? page.length) + 1 } : null;
  }
  const tree = new FirstElement();
  const parser = new Parser(tree);
  parser.end(page.slice(start));
  const [element] = tree.root.children;
  return element && isTag(element) ? { element, start, end: start + parser.endIndex + 1 } : null;
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

/** Elements without visible text: drawings, and content that is not mark-up. */
const OPAQUE = new Set(["script", "style", "svg", "template", "textarea", "title"]);

interface Visible {
  /** Parts to leave out. */
  skip?(part: Element): boolean;
  /** Whether the text of an element continues the words around it; by default, that of every element does. */
  isInline?(part: Element): boolean;
}

/** The text of an element that a visitor sees: white space collapsed, entities decoded; null if empty. */
export function visibleText(element: Element | null | undefined, visible: Visible = {}): string | null {
  noteText(element);
  return (element && gather(element, visible).replace(/\s+/g, " ").trim()) || null;
}

function gather(element: Element, visible: Visible): string {
  if (OPAQUE.has(element.name)) return "";
  const { skip = () => false, isInline = () => true } = visible;
  let text = "";
  for (const child of element.children) {
    if (child.type === "text") text += child.data;
    else if (isTag(child) && !skip(child)) {
      text += isInline(child) ? gather(child, visible) : ` ${gather(child, visible)} `;
    }
  }
  return text;
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

/** The element around an element; null at the top of the page. */
export const parentOf = (element: Element | null | undefined): Element | null => {
  const parent = element?.parent ?? null;
  return parent && isTag(parent) ? parent : null;
};

/** The elements directly inside an element. */
export const elementsOf = (element: Element | undefined): Element[] => element?.children.filter(isTag) ?? [];

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
