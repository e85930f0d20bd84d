const CALL = "streamController.enqueue(";

/**
 * The stream that a page hands to its own script, piece by piece, as arguments of `enqueue("...")`; null if the page has
 * none, or a piece is no JSON. A page that was cut short gives the pieces that arrived whole.
 */
export function embeddedStream(body: Uint8Array): string | null {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const first = bytes.indexOf(CALL);
  if (first < 0) return null;
  // The cards, most of a page, stand before the scripts: they are not decoded.
  const scripts = bytes.toString("utf8", first);
  const pieces: string[] = [];
  for (let call = 0; call >= 0; ) {
    let end = call + CALL.length;
    const start = end + /^\s*/.exec(scripts.slice(end, end + 80))![0].length;
    if (scripts[start] === '"') {
      end = endOfLiteral(scripts, start);
      if (end < 0) break;
      pieces.push(scripts.slice(start, end));
    }
    call = scripts.indexOf(CALL, end);
  }
  try {
    return pieces.length > 0 ? pieces.map((literal) => JSON.parse(literal) as string).join("") : null;
  } catch {
    return null;
  }
}

/** The place behind the closing quote, which a bracket follows: of those there are fewer than of quotes. */
function endOfLiteral(script: string, start: number): number {
  for (let bracket = script.indexOf(")", start + 2); bracket >= 0; bracket = script.indexOf(")", bracket + 1)) {
    if (script[bracket - 1] !== '"') continue;
    let slashes = 0;
    while (script[bracket - 2 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0) return bracket;
  }
  return -1;
}
