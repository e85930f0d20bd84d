import type { DefaultTreeAdapterTypes } from "parse5";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** A second reading of a page, by another parser than the readers use. For tests. */
export function* elements(node: Node, withAttribute: string): Generator<Element> {
  if ("attrs" in node && node.attrs.some(({ name }) => name === withAttribute)) yield node;
  if ("childNodes" in node) for (const child of node.childNodes) yield* elements(child, withAttribute);
}

export const attribute = (element: Element, name: string): string | null =>
  element.attrs.find((one) => one.name === name)?.value ?? null;

/** Every text below, tidied. */
export function textOf(node: Node): string {
  const texts = (below: Node): string =>
    "value" in below ? below.value : "childNodes" in below ? below.childNodes.map(texts).join("") : "";
  return texts(node).replace(/\s+/g, " ").trim();
}
