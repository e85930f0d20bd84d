import { errorMessage } from "../base/thrown.ts";
import { Unreadable } from "../contract/errors.ts";
import type { Answer } from "../contract/site.ts";
import { observed } from "./provenance/observed-json.ts";
import { isObject, type Json, shallowJson } from "./shallow-json.ts";

export { objectAfter, scriptJson } from "./embedded-json.ts";
export { lazily, merged, observed } from "./provenance/observed-json.ts";
export { isObject, type Json };

/** The response as JSON; throws `Unreadable` for anything else. */
export const answerJson = (answer: Answer): unknown => parseJson(answer.text());

/** Parses JSON, skipping a byte order mark; throws `Unreadable` for anything else. */
export function parseJson(text: string): unknown {
  try {
    return observed(shallowJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text));
  } catch (error) {
    throw new Unreadable(`expected JSON: ${errorMessage(error)}`);
  }
}

/** Whether the response starts like JSON, which distinguishes it from a page. */
export function looksLikeJson({ body }: Answer): boolean {
  const first = body.find((byte) => byte > 0x20 && byte < 0x80);
  return first === 0x7b || first === 0x5b;
}

/** The object itself; null for anything else. */
export const asObject = (value: unknown): Json | null => (isObject(value) ? value : null);

/** The list itself; empty if there is none. */
export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The objects of a list; empty if there is no list. */
export const asObjects = (value: unknown): Json[] => asList(value).filter(isObject);

/** The value at a path of keys; undefined if a step is missing. */
export function at(value: unknown, ...path: string[]): unknown {
  let inner = value;
  for (const key of path) inner = isObject(inner) ? inner[key] : undefined;
  return inner;
}
