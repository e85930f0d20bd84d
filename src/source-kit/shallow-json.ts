/** More levels than any site nests. */
const MAX_DEPTH = 1_000;
/** So few brackets cannot cost much, however they nest. */
const FEW = 10_000;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * `JSON.parse` for pages. V8 keeps 40 bytes for each open level until it has read the text: 4 MB of `[` took 170 MB and a
 * third of a second. Such a text is refused before it is parsed.
 */
export function shallowJson(text: string): unknown {
  if (hasMany(text) && isDeep(text)) throw new SyntaxError(`JSON nested more than ${MAX_DEPTH} levels`);
  return JSON.parse(text);
}

/** Brackets in strings count too: this only saves the slower look at ordinary pages. */
function hasMany(text: string): boolean {
  let count = 0;
  for (const bracket of ["[", "{"])
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) if (++count > FEW) return true;
  return false;
}

function isDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) inString = !inString;
    else if (inString && code === BACKSLASH) at++;
    else if (!inString && (code === LIST || code === OBJECT) && ++depth > MAX_DEPTH) return true;
    else if (!inString && (code === LIST_END || code === OBJECT_END)) depth--;
  }
  return false;
}

/** An object of a site's JSON with unknown content. */
export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
