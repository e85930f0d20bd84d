/** The page's data, as the site's own scripts start from it. */
export const STATE = "window.__PRELOADED_STATE__";

/**
 * The object that follows `marker` in a page, or null where there is none that can be read. Braces are matched
 * outside strings: names hold brackets, so a pattern would end too early.
 */
export function objectAfter(page: string, marker: string): unknown {
  const at = page.indexOf(marker);
  const start = at < 0 ? -1 : page.indexOf("{", at + marker.length);
  if (start < 0 || !/^\s*[=:]\s*$/.test(page.slice(at + marker.length, start))) return null;
  const end = closingBrace(page, start);
  if (end < 0) return null;
  try {
    return JSON.parse(page.slice(start, end + 1));
  } catch {
    return null;
  }
}

const OPEN = 123;
const CLOSE = 125;
const QUOTE = 34;
const BACKSLASH = 92;

function closingBrace(page: string, start: number): number {
  let depth = 0;
  for (let index = start; index < page.length; index++) {
    const code = page.charCodeAt(index);
    if (code === QUOTE) {
      index = closingQuote(page, index);
      if (index < 0) return -1;
    } else if (code === OPEN) depth++;
    else if (code === CLOSE && --depth === 0) return index;
  }
  return -1;
}

function closingQuote(page: string, start: number): number {
  for (let index = start + 1; index < page.length; index++) {
    const code = page.charCodeAt(index);
    if (code === BACKSLASH) index++;
    else if (code === QUOTE) return index;
  }
  return -1;
}
