import { type DefaultTreeAdapterTypes, parse } from "parse5";

type Node = DefaultTreeAdapterTypes.Node;
export type Element = DefaultTreeAdapterTypes.Element;

/** A second reading of a page, by a browser-grade parser that no reader uses. */
export const refereeOf = (page: string): Node => parse(page);

/** Every element below that passes, in the page's order. */
export function elementsOf(node: Node, wanted: (element: Element) => boolean): Element[] {
  const children = "childNodes" in node ? node.childNodes : [];
  const below = children.flatMap((child) => elementsOf(child, wanted));
  return "tagName" in node && wanted(node) ? [node, ...below] : below;
}

export const attribute = (element: Element | undefined, name: string): string | null =>
  element?.attrs.find((one) => one.name === name)?.value ?? null;

export const hasClass =
  (name: string) =>
  (element: Element): boolean =>
    (attribute(element, "class") ?? "").split(/\s+/).includes(name);

/** Every text below, tidied; null for none. What `skip` names is left out. */
export function words(node: Node | undefined, skip: (element: Element) => boolean = () => false): string | null {
  const texts = (below: Node): string => {
    if ("value" in below) return below.value;
    if (!("childNodes" in below) || ("tagName" in below && skip(below))) return "";
    return below.childNodes.map(texts).join("");
  };
  return node ? texts(node).split(/\s+/).filter(Boolean).join(" ") || null : null;
}
