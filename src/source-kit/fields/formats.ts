import { cleanText } from "../../contract/values.ts";
import { all, attributeOf, type Document, type Element, one, textOf } from "../html.ts";
import { isObject } from "../json.ts";
import type { Format } from "./field.ts";

/** The parsed paths of all tables. */
const steps = new Map<string, string[]>();

const stepsOf = (path: string): string[] => {
  let known = steps.get(path);
  if (known === undefined) {
    known = path === "" ? [] : path.split(".");
    steps.set(path, known);
  }
  return known;
};

export const json: Format = {
  value(row, path) {
    let found = row;
    for (const step of stepsOf(path)) {
      found = typeof found === "object" && found !== null ? Reflect.get(found, step) : undefined;
    }
    return found;
  },
  values(row, path) {
    const found = json.value(row, path);
    return Array.isArray(found) ? found : [found];
  },
  rows: (row, path) => json.values(row, path).filter(isObject),
  clean: cleanText,
};

/** A row is an element or a whole page, so a location may be a function of either. */
export const isNode = (value: unknown): value is Element & Document =>
  typeof value === "object" && value !== null && "children" in value;

export const html: Format = {
  value(row, locator) {
    const [selector, attribute] = locator.split("@");
    if (!isNode(row)) return undefined;
    const element = selector ? one(selector, row) : row;
    return attribute ? attributeOf(attribute, element) : textOf(element);
  },
  values(row, locator) {
    const [selector = "", attribute] = locator.split("@");
    return html.rows(row, selector).map((found) => html.value(found, attribute ? `@${attribute}` : ""));
  },
  rows: (row, locator) => (isNode(row) ? all(locator, row) : []),
  clean: (found) => (typeof found === "string" ? found.replace(/\s+/g, " ").trim() || null : cleanText(found)),
};
