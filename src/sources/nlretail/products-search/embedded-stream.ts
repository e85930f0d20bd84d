const CALL = "streamController.enqueue(";

/**
 * The stream that a page hands to its own script, piece by piece, as arguments of `enqueue("...")`; null where
 * the page has none. A page cut short gives what came whole.
 */
export function embeddedStream(html: string): string | null {
  let stream: string | null = null;
  for (let call = html.indexOf(CALL); call >= 0; call = html.indexOf(CALL, call + CALL.length)) {
    const start = html.indexOf('"', call + CALL.length);
    if (start < 0 || html.slice(call + CALL.length, start).trim() !== "") continue;
    const end = endOfLiteral(html, start);
    if (end < 0) break;
    try {
      stream = (stream ?? "") + (JSON.parse(html.slice(start, end)) as string);
    } catch {
      return null;
    }
  }
  return stream;
}

/** The page writes `<` in the literal as an escape, so that the literal ends where its script does, most often. */
function endOfLiteral(html: string, start: number): number {
  const script = html.indexOf("</script", start);
  const last = script < 0 ? -1 : html.lastIndexOf('"', script);
  const isAlone = last > start && !html.slice(start, last).includes(CALL);
  if (isAlone && /^"\)[;\s]*$/.test(html.slice(last, script))) return last + 1;
  // Every quote inside has a backslash before it: few places where `")` ends anything.
  for (let quote = html.indexOf('")', start + 1); quote >= 0; quote = html.indexOf('")', quote + 1)) {
    let slashes = 0;
    while (html[quote - 1 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0) return quote + 1;
  }
  return -1;
}
