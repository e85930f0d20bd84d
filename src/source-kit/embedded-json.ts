import { observed } from "./provenance/observed-json.ts";
import { isObject, type Json, shallowJson } from "./shallow-json.ts";

/**
 * JSON inside a page, extracted without an HTML parser. Unparsable JSON is null: the page may contain the data in another
 * form too, so its reader decides whether that is `Unreadable`.
 */

/**
 * The JSON in the script with an attribute (`id="__NEXT_DATA__"`), assigned to a variable (`window.__STATE__`), or the thing
 * of a type in the page's typed data (`@type=Product`). If several scripts have the attribute, the first that `isRight`.
 */
export function embeddedJson(page: string, place: string, isRight?: (json: unknown) => boolean): unknown {
  const [, type] = /^@type=(\w+)$/.exec(place) ?? [];
  if (type !== undefined) return typedThings(page).find((one) => one.type === type)?.thing ?? null;
  return place.includes("=") ? scriptJson(page, place, isRight) : objectAfter(page, place);
}

/** Everything that a page's scripts of JSON-LD say of things, in lists and graphs too. */
export function typedThings(page: string): Array<{ type: string; thing: Json }> {
  const things = (value: unknown): Json[] => {
    if (Array.isArray(value)) return value.flatMap(things);
    if (!isObject(value)) return [];
    return [...("@type" in value ? [value] : []), ...things(value["@graph"])];
  };
  return [...scriptsWith(page, "application/ld+json")].flatMap((json) =>
    things(json).map((thing) => ({ type: String([thing["@type"]].flat()[0]), thing })),
  );
}

/** The object assigned to `marker` (`window.__STATE__ = {...}`, `"state": {...}`). */
export function objectAfter(page: string, marker: string): unknown {
  const at = page.indexOf(marker);
  const start = at < 0 ? -1 : page.indexOf("{", at + marker.length);
  if (start < 0 || !/^\s*[=:]\s*$/.test(page.slice(at + marker.length, start))) return null;
  return observed(parsedOrNull(page.slice(start, closingBracket(page, start) + 1)), marker);
}

/** The JSON in the script with this attribute (`id="__NEXT_DATA__"`); of several, the first that `isRight`. */
export function scriptJson(
  page: string,
  attribute: string,
  isRight = (json: unknown): boolean => json !== null,
): unknown {
  return scriptsWith(page, attribute).find(isRight) ?? null;
}

function* scriptsWith(page: string, attribute: string): Generator<unknown, undefined> {
  const wanted = attribute.toLowerCase();
  for (const tag of ["<script", "<SCRIPT", "<Script"]) {
    for (let open = page.indexOf(tag); open >= 0; open = page.indexOf(tag, open)) {
      const start = page.indexOf(">", open) + 1;
      if (start === 0) break;
      const isIt = page.slice(open, start).toLowerCase().includes(wanted);
      open = endOfScript(page, start);
      if (isIt) yield observed(parsedOrNull(page.slice(start, open)), attribute);
    }
  }
}

function endOfScript(page: string, from: number): number {
  let at = page.indexOf("</", from);
  while (at >= 0 && page.slice(at + 2, at + 8).toLowerCase() !== "script") at = page.indexOf("</", at + 2);
  return at < 0 ? page.length : at;
}

export function parsedOrNull(text: string): unknown {
  try {
    return shallowJson(text);
  } catch {
    return null;
  }
}

/**
 * Index of the bracket that closes the one at `open`; the end of the page if there is none. Brackets in strings do not
 * count, so a pattern would end too early.
 */
export function closingBracket(page: string, open: number): number {
  let depth = 0;
  for (let index = open; index < page.length; index++) {
    switch (page[index]) {
      case '"':
      case "'":
      case "`":
        index = endOfString(page, index);
        break;
      case "(":
      case "{":
      case "[":
        depth++;
        break;
      case ")":
      case "}":
      case "]":
        if (--depth === 0) return index;
    }
  }
  return page.length;
}

export function endOfString(page: string, start: number): number {
  const quote = page[start];
  for (let index = start + 1; index < page.length; index++) {
    if (page[index] === "\\") index++;
    else if (page[index] === quote) return index;
  }
  return page.length;
}
