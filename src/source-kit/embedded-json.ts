/**
 * JSON inside a page, extracted without an HTML parser. Unparsable JSON is null: the page may contain the data in another
 * form too, so its reader decides whether that is `Unreadable`.
 */

/** The object assigned to `marker` (`window.__STATE__ = {...}`, `"state": {...}`). */
export function objectAfter(page: string, marker: string): unknown {
  const at = page.indexOf(marker);
  const start = at < 0 ? -1 : page.indexOf("{", at + marker.length);
  if (start < 0 || !/^\s*[=:]\s*$/.test(page.slice(at + marker.length, start))) return null;
  const end = closingBrace(page, start);
  return end < 0 ? null : parsedOrNull(page.slice(start, end + 1));
}

/** The content of the script with this attribute (`id="__NEXT_DATA__"`). */
export function scriptJson(page: string, attribute: string): unknown {
  const at = page.indexOf(attribute);
  if (at < 0) return null;
  const start = page.indexOf(">", at) + 1;
  const end = page.indexOf("</script", start);
  return start === 0 ? null : parsedOrNull(page.slice(start, end < 0 ? undefined : end));
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const OPEN = 123;
const CLOSE = 125;
const QUOTE = 34;
const BACKSLASH = 92;

/** Matches braces outside strings: strings may contain braces, so a pattern would end too early. */
function closingBrace(page: string, start: number): number {
  let depth = 0;
  for (let index = start; index < page.length; index++) {
    const code = page.charCodeAt(index);
    if (code === QUOTE) index = closingQuote(page, index);
    else if (code === OPEN) depth++;
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
  return page.length;
}
