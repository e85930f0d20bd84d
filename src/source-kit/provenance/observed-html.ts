import { type AnyNode, type Element, isTag } from "domhandler";
import { textContent } from "domutils";
import { parseDocument } from "htmlparser2";
import { afterObserving, isObserving, noteLook } from "../../contract/provenance.ts";

const collapsed = (node: AnyNode): string => textContent(node).replace(/\s+/g, " ").trim();

/** The text of nodes was read. The place of a piece of text is the element around it. */
export function noteText(read: AnyNode | AnyNode[] | null | undefined): void {
  if (!isObserving() || !read) return;
  for (const node of [read].flat()) {
    const element = isTag(node) ? node : node.parent;
    if (element && isTag(element)) note(element, null, collapsed(element));
  }
}

export function noteAttribute(element: Element | null | undefined, name: string, value: string | null): void {
  if (isObserving() && element && value !== null) note(element, name, value);
}

const note = (owner: Element, key: string | null, raw: string): void =>
  noteLook({ owner, key, raw, place: () => ({ place: elementPlace(owner, key) }) });

const elementPlace = (element: Element, attribute: string | null): string =>
  `${uniqueSelector(element)}${attribute === null ? "" : `@${attribute}`}`;

/** A selector that only this element of its page matches: the names of the elements around it, counted where needed. */
function uniqueSelector(element: Element): string {
  const steps: string[] = [];
  for (let at: AnyNode | null = element; at && isTag(at); at = at.parent) {
    const { name, parent } = at;
    const same = parent?.children.filter((child) => isTag(child) && child.name === name) ?? [at];
    const isRoot = !parent || !isTag(parent);
    // A fragment of a page has several roots, whose names may occur anywhere in it.
    const written = `${name.replace(/[^\w-]/g, "\\$&")}${isRoot && name !== "html" ? ":root" : ""}`;
    steps.unshift(same.length > 1 ? `${written}:nth-of-type(${same.indexOf(at) + 1})` : written);
  }
  return steps.join(" > ");
}

/** The elements of the page that is observed, by where they start. */
let last: { html: string; byStart: Map<number, Element> } | null = null;

/** The element at a position of a page, which is parsed whole: the place of an element is told by what is around it. */
export const observedElement = (html: string, start: number): Element | undefined => elementsAt(html).get(start);

function elementsAt(html: string): Map<number, Element> {
  if (last?.html === html) return last.byStart;
  const byStart = new Map<number, Element>();
  const visit = (nodes: AnyNode[]) => {
    for (const node of nodes) {
      if (isTag(node) && node.startIndex !== null) byStart.set(node.startIndex, node);
      if ("children" in node) visit(node.children);
    }
  };
  visit(parseDocument(html, { withStartIndices: true, withEndIndices: true }).children);
  last = { html, byStart };
  afterObserving(() => {
    last = null;
  });
  return byStart;
}
