/** Finds the start and end of tags with `indexOf` instead of letter by letter. */

const SPACE = 32;
const SLASH = 47;
const GREATER = 62;
const DELETE = 127;

/** Index just past the name at `from`; `from` itself if there is none. */
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

/** At most 40 quoted values per match: without a bound, a tag of several megabytes would exhaust the regex engine. */
const VALUES = /[^"'>]*(?:(?:"[^"]*"|'[^']*')[^"'>]*){0,40}/y;

/** Index just past the `>` of a tag, ignoring those in quoted values; -1 if the tag does not end. */
export function endOfTag(html: string, from: number): number {
  for (let at = from; at < html.length; ) {
    if (html.charCodeAt(at) === GREATER) return at + 1;
    VALUES.lastIndex = at;
    VALUES.test(html);
    // Stopped at an unclosed quote.
    if (VALUES.lastIndex === at) return -1;
    at = VALUES.lastIndex;
  }
  return -1;
}

/** Index just past a comment or declaration, or past a `<` that is only text. */
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

/** End of an opaque element's content, and of the element itself. */
export function endOfOpaque(html: string, from: number, name: string): { contentTo: number; end: number } {
  // Drawings can be nested; scripts and the like contain only text.
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

/** Whether the tag ending just before `end` is written `<.../>`, which is meaningful only for drawings. */
export const isSelfClosed = (html: string, end: number): boolean => html.charCodeAt(end - 2) === SLASH;
