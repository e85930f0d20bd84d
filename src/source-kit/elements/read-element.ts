import { decodeHTML, decodeHTMLAttribute } from "entities";
import type { PageElement } from "./page-element.ts";

/** What a person reads in it: runs of white space are one blank, entities are decoded; null for nothing. */
export const textIn = (element: PageElement | null | undefined): string | null =>
  (element && gather(element).replace(/\s+/g, " ").trim()) || null;

/** No deeper than the scan goes. */
function gather(element: PageElement): string {
  let text = "";
  for (const part of element.parts()) {
    if (typeof part !== "string") text += gather(part);
    else text += part.includes("&") ? decodeHTML(part) : part;
  }
  return text;
}

/** The value of an attribute, entities decoded; undefined where it is missing. */
export function valueIn(element: PageElement | null | undefined, name: string): string | undefined {
  const value = element?.attribute(name);
  return value?.includes("&") ? decodeHTMLAttribute(value) : value;
}

/** The same without blanks around it; null where it is missing or blank. */
export const wordsIn = (element: PageElement | null | undefined, name: string): string | null =>
  valueIn(element, name)?.trim() || null;
