import { type DefaultTreeAdapterTypes, parse } from "parse5";

type Node = DefaultTreeAdapterTypes.Node;
export type Element = DefaultTreeAdapterTypes.Element;

/** Parses a page a second time with a browser-grade parser that no reader uses. */
export const parseReferee = (page: string): Node => parse(page);

/** All matching descendants, in document order. */
export const findElements = (node: Node, matches: (element: Element) => boolean = () => true): Element[] =>
  ("childNodes" in node ? node.childNodes : []).flatMap((child) => {
    const below = findElements(child, matches);
    return "tagName" in child && matches(child) ? [child, ...below] : below;
  });

export const attribute = (element: Element | undefined, name: string): string | null =>
  element?.attrs.find((one) => one.name === name)?.value ?? null;

export const hasClass =
  (name: string) =>
  (element: Element): boolean =>
    (attribute(element, "class") ?? "").split(/\s+/).includes(name);

/** Descendants with this attribute, and this value if given. */
export const having = (node: Node, name: string, value?: string): Element[] =>
  findElements(node, (element) => {
    const own = attribute(element, name);
    return own !== null && (value === undefined || own === value);
  });

/** Every text below, with white space collapsed; null if empty. `skip` names elements to leave out. */
export function words(node: Node | null | undefined, skip: (element: Element) => boolean = () => false): string | null {
  const texts = (below: Node): string => {
    if ("value" in below) return below.value;
    if (!("childNodes" in below) || ("tagName" in below && skip(below))) return "";
    return below.childNodes.map(texts).join("");
  };
  return (node && texts(node).replace(/\s+/g, " ").trim()) || null;
}
