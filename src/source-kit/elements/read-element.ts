import { decodeHTML, decodeHTMLAttribute } from "entities";
import type { PageElement } from "./page-element.ts";

/** The visible text: white space collapsed, entities decoded; null if empty. */
export const textIn = (element: PageElement | null | undefined): string | null =>
  (element && gather(element).replace(/\s+/g, " ").trim()) || null;

/** As deep as the scan goes. */
function gather(element: PageElement): string {
  let text = "";
  for (const part of element.parts()) {
    if (typeof part !== "string") text += gather(part);
    else text += part.includes("&") ? decodeHTML(part) : part;
  }
  return text;
}

/** The value of an attribute with entities decoded; undefined if missing. */
export function valueIn(element: PageElement | null | undefined, name: string): string | undefined {
  const value = element?.attribute(name);
  return value?.includes("&") ? decodeHTMLAttribute(value) : value;
}

/** The same, trimmed; null if missing or blank. */
export const wordsIn = (element: PageElement | null | undefined, name: string): string | null =>
  valueIn(element, name)?.trim() || null;
