/** Where the tags of a page begin and end, found by search rather than letter by letter. */

const SPACE = 32;
const SLASH = 47;
const GREATER = 62;
const DELETE = 127;

/** Just past the name that begins at `from`; `from` itself where none does. */
export function endOfName(html: string, from: number): number {
  if (!isLetter(html.charCodeAt(from))) return from;
  for (let at = from + 1; at < html.length; at++) {
    const code = html.charCodeAt(at);
    if (code === GREATER || code === SLASH || code === SPACE) return at;
    if ((code < SPACE || code > DELETE) && /\s/.test(html.charAt(at))) return at;
  }
  return html.length;
}

const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);

/** At most 40 quoted values in one go: without a bound, a tag of some megabytes would exhaust the matcher. */
const VALUES = /[^"'>]*(?:(?:"[^"]*"|'[^']*')[^"'>]*){0,40}/y;

/** Just past the `>` of a tag, which may hold others in its quoted values; -1 where it has no end. */
export function endOfTag(html: string, from: number): number {
  for (let at = from; at < html.length; ) {
    if (html.charCodeAt(at) === GREATER) return at + 1;
    VALUES.lastIndex = at;
    VALUES.test(html);
    // Held up by a quote that nothing closes.
    if (VALUES.lastIndex === at) return -1;
    at = VALUES.lastIndex;
  }
  return -1;
}

/** Just past a comment or declaration, which ends with its own mark; or past a `<` that is only text. */
export function afterNoTag(html: string, at: number): number {
  const mark = markAfter(html, at);
  if (mark === null) return at + 1;
  const end = html.indexOf(mark, at + 2);
  return end < 0 ? html.length : end + mark.length;
}

function markAfter(html: string, at: number): string | null {
  if (html.startsWith("<!--", at)) return "-->";
  return /[!?/]/.test(html[at + 1] ?? "") ? ">" : null;
}

/** Where the content of an element ends whose content is stepped over, and where the element does. */
export function endOfOpaque(html: string, from: number, name: string): { contentTo: number; end: number } {
  // Drawings may hold others; scripts and the like hold text.
  const mark = name === "svg" ? "<" : "</";
  let depth = 1;
  for (let at = html.indexOf(mark, from); at >= 0; at = html.indexOf(mark, at + 1)) {
    const isEnd = html.charCodeAt(at + 1) === SLASH;
    const nameFrom = isEnd ? at + 2 : at + 1;
    if (html.slice(nameFrom, nameFrom + name.length).toLowerCase() !== name) continue;
    const end = html.indexOf(">", at) + 1 || html.length;
    if (isEnd) depth--;
    else if (!isSelfClosed(html, end)) depth++;
    if (depth === 0) return { contentTo: at, end };
  }
  return { contentTo: html.length, end: html.length };
}

/** Whether the tag that ends just before `end` is written `<.../>`, which means something on drawings alone. */
export const isSelfClosed = (html: string, end: number): boolean => html.charCodeAt(end - 2) === SLASH;
