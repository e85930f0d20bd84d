import { type DefaultTreeAdapterTypes, parse } from "parse5";

/** A second reading of a page, by another parser than the readers use. For tests. */

export type RefereeNode = DefaultTreeAdapterTypes.Node;
export type RefereeElement = DefaultTreeAdapterTypes.Element;

export const pageOf = (html: string): RefereeNode => parse(html);

/** Every element below, in the page's order. */
export function* below(node: RefereeNode): Generator<RefereeElement> {
  for (const child of "childNodes" in node ? node.childNodes : []) {
    if ("tagName" in child) yield child;
    yield* below(child);
  }
}

export const attribute = (element: RefereeElement | null | undefined, name: string): string | null =>
  element?.attrs.find((one) => one.name === name)?.value ?? null;

/** The elements below with this attribute, of this value where one is given. */
export const having = (node: RefereeNode, name: string, value?: string): RefereeElement[] =>
  [...below(node)].filter((element) => {
    const own = attribute(element, name);
    return own !== null && (value === undefined || own === value);
  });

/** Every text below, tidied; null for none. */
export function words(node: RefereeNode | null | undefined): string | null {
  const texts = (inner: RefereeNode): string => {
    if ("value" in inner) return inner.value;
    return "childNodes" in inner ? inner.childNodes.map(texts).join("") : "";
  };
  return (node && texts(node).replace(/\s+/g, " ").trim()) || null;
}
