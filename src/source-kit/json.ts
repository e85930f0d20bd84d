import { messageOf } from "../base/thrown.ts";
import { Unreadable } from "../contract/errors.ts";
import type { Answer } from "../contract/site.ts";

export { objectAfter, scriptJson } from "./embedded-json.ts";

/** An object of a site's JSON, of which nothing is taken for granted. */
export type Json = Readonly<Record<string, unknown>>;

/** The answer as JSON. Anything else is `Unreadable`. */
export const jsonOf = (answer: Answer): unknown => parseJson(answer.text());

/** Text as JSON. Anything else is `Unreadable`; a byte order mark in front is passed over. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    throw new Unreadable(`no JSON: ${messageOf(error)}`);
  }
}

/** Whether the answer begins as JSON does: what tells it from a page. */
export function looksLikeJson({ body }: Answer): boolean {
  const first = body.find((byte) => byte > 0x20 && byte < 0x80);
  return first === 0x7b || first === 0x5b;
}

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The object itself; null for anything else. */
export const objectOf = (value: unknown): Json | null => (isObject(value) ? value : null);

/** The objects of a list; none where there is no list. */
export const objectsOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** The value at a path of keys; undefined where a step is missing. */
export const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((inner, key) => objectOf(inner)?.[key], value);
