import { closingBracket, endOfString, parsedOrNull } from "../../source-kit/embedded-json.ts";

/**
 * Extracts a string of a page's Nuxt 2 state, `window.__NUXT__ = (function (a, b) { return {...} })(1, "x")`. The state is
 * a function call: values that occur more than once are passed as arguments.
 */
const STATE = /window\.__NUXT__\s*=\s*\(?\s*function\s*\(([^)]*)\)\s*/;

/** The first string member of that name at any depth; null if there is none. */
export function nuxtText(page: string, name: string): string | null {
  const member = new RegExp(`["']?\\b${name}["']?\\s*:\\s*(?:("(?:[^"\\\\]|\\\\.)*")|([A-Za-z_$][\\w$]*))`);
  const [, literal, variable] = member.exec(page) ?? [];
  if (literal) return unquoted(literal);
  return variable ? argumentNamed(page, variable) : null;
}

function argumentNamed(page: string, name: string): string | null {
  const head = STATE.exec(page);
  if (!head) return null;
  const [state, parameters = ""] = head;
  const position = parameters.split(",").findIndex((parameter) => parameter.trim() === name);
  const open = page.indexOf("(", closingBracket(page, head.index + state.length));
  return position < 0 || open < 0 ? null : unquoted(partsWithin(page, open)[position] ?? "");
}

/** Splits the content of a bracket at its commas, keeping nested brackets whole. */
function partsWithin(page: string, open: number): string[] {
  const parts: string[] = [];
  let from = open + 1;
  const end = closingBracket(page, open);
  for (let index = from; index <= end; index++) {
    const character = page.charAt(index);
    if (`"'\``.includes(character)) index = endOfString(page, index);
    else if ("({[".includes(character)) index = closingBracket(page, index);
    else if (character === "," || index === end) {
      parts.push(page.slice(from, index).trim());
      from = index + 1;
    }
  }
  return parts;
}

function unquoted(literal: string): string | null {
  const value = parsedOrNull(literal);
  return typeof value === "string" ? value : null;
}
