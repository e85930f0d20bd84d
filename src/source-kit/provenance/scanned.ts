import { type AnyNode, type Element, isTag } from "domhandler";
import { parseDocument } from "htmlparser2";
import { afterObserving, isObserving, noteLook } from "../../contract/provenance.ts";
import { elementPlace } from "./observed-html.ts";

/** The elements of the page that is observed, by where they start. */
let last: { html: string; byStart: Map<number, Element> } | null = null;

/** A text or an attribute of an element at a position of a page was read. The page is parsed once to name the place. */
export function noteScanned(
  element: object,
  where: { html: string; start: number },
  attribute: string | null,
  raw: string,
) {
  if (!isObserving()) return;
  const place = () => {
    const found = elementsAt(where.html).get(where.start);
    return { place: found ? elementPlace(found, attribute) : `character ${where.start}` };
  };
  noteLook({ owner: element, key: attribute, raw, place });
}

function elementsAt(html: string): Map<number, Element> {
  if (last?.html === html) return last.byStart;
  const byStart = new Map<number, Element>();
  const visit = (nodes: AnyNode[]) => {
    for (const node of nodes) {
      if (isTag(node) && node.startIndex !== null) byStart.set(node.startIndex, node);
      if ("children" in node) visit(node.children);
    }
  };
  visit(parseDocument(html, { withStartIndices: true }).children);
  last = { html, byStart };
  afterObserving(() => {
    last = null;
  });
  return byStart;
}
