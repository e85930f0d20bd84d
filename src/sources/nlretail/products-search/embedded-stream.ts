import { plainText, type TableText, unescaped } from "./table-text.ts";

const CALL = "streamController.enqueue(";
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * The stream that a page hands to its own script, piece by piece, as arguments of `enqueue("...")`; null where
 * the page has none. A page cut short gives what came whole. The page is searched as bytes, and a stream in one piece
 * is left as it stands: nothing of the page is made into text before it is asked for.
 */
export function embeddedStream(page: Uint8Array): TableText | null {
  const bytes = Buffer.from(page.buffer, page.byteOffset, page.byteLength);
  const literals: TableText[] = [];
  for (let call = bytes.indexOf(CALL), next = -1; call >= 0; call = next) {
    const from = call + CALL.length;
    next = bytes.indexOf(CALL, from);
    const start = bytes.indexOf(QUOTE, from);
    if (start < 0) break;
    if (bytes.toString("latin1", from, start).trim() !== "") continue;
    const end = endOfLiteral(bytes, start, next);
    if (end < 0) break;
    // What looks like a call inside of the literal is none.
    if (next >= 0 && next < end) next = bytes.indexOf(CALL, end);
    literals.push({ bytes, start: start + 1, end: end - 1, isLiteral: true });
  }
  if (literals.length <= 1) return literals[0] ?? null;
  try {
    return plainText(literals.map(unescaped).join(""));
  } catch {
    return null;
  }
}

/** The page writes `<` in the literal as an escape, so that the literal ends where its script does, most often. */
function endOfLiteral(bytes: Buffer, start: number, nextCall: number): number {
  const script = bytes.indexOf("</script", start);
  const last = script < 0 ? -1 : bytes.lastIndexOf(QUOTE, script);
  const isAlone = last > start && (nextCall < start || nextCall > last);
  if (isAlone && /^"\)[;\s]*$/.test(bytes.toString("latin1", last, script))) return last + 1;
  // Every quote inside has a backslash before it: few places where `")` ends anything.
  for (let quote = bytes.indexOf('")', start + 1); quote >= 0; quote = bytes.indexOf('")', quote + 1)) {
    let slashes = 0;
    while (bytes[quote - 1 - slashes] === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return quote + 1;
  }
  return -1;
}
