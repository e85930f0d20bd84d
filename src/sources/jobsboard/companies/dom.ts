import { selectAll, selectOne } from "css-select";
import type { AnyNode, Document, Element } from "domhandler";
import { filter, textContent } from "domutils";
import { parseDocument } from "htmlparser2";

export type { AnyNode, Document, Element };
export { parseDocument };

export const one = (selector: string, within: AnyNode) => selectOne<AnyNode, Element>(selector, within);
export const all = (selector: string, within: AnyNode | AnyNode[]) => selectAll<AnyNode, Element>(selector, within);

/** Runs of white space are one blank; null for none. Entities are decoded by the parser already. */
export const wordsOf = (text: string) => text.replace(/\s+/g, " ").trim() || null;
export const textOf = (node: AnyNode | AnyNode[] | null) => (node ? wordsOf(textContent(node)) : null);
export const attributeOf = (name: string, element: Element | null) => element?.attribs[name]?.trim() || null;

/** The texts that match, in the page's order. */
export const textNodes = (pattern: RegExp, within: AnyNode): AnyNode[] =>
  filter((node) => node.type === "text" && pattern.test(node.data), within);
