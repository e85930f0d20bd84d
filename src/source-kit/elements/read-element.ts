import { decodeHTML, decodeHTMLAttribute } from "entities";
import { isObserving } from "../../contract/provenance.ts";
import type { PageElement } from "./page-element.ts";

/** The visible text: white space collapsed, entities decoded; null if empty. */
export function textIn(element: PageElement | null | undefined): string | null {
  const text = (element && gather(element).replace(/\s+/g, " ").trim()) || null;
  if (text !== null) element?.noteRead(null, text);
  return text;
}

/** Notes that the text was read, for a reader that puts it together in its own way. */
export function noteText(element: PageElement): void {
  if (isObserving()) textIn(element);
}

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
