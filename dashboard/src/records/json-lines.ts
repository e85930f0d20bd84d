/** One line of formatted JSON, and where the block that it opens ends. */
export interface JsonLine {
  text: string;
  depth: number;
  /** Index of the line that closes this line's block; null if it opens none. */
  closesAt: number | null;
}

/** Formats JSON as numbered lines with foldable blocks. */
export function jsonLines(value: unknown): JsonLine[] {
  const lines: JsonLine[] = (JSON.stringify(value, null, 2) ?? "null").split("\n").map((line) => {
    const text = line.trimStart();
    return { text, depth: (line.length - text.length) / 2, closesAt: null };
  });
  const open: number[] = [];
  lines.forEach((line, index) => {
    if (/^[\]}]/.test(line.text)) lines[open.pop()!]!.closesAt = index;
    if (/[[{]$/.test(line.text)) open.push(index);
  });
  return lines;
}

/** Indexes of the lines that are not hidden by folding. */
export function visibleLines(lines: JsonLine[], folded: ReadonlySet<number>): number[] {
  const visible: number[] = [];
  for (let at = 0; at < lines.length; at++) {
    visible.push(at);
    const end = folded.has(at) ? lines[at]!.closesAt : null;
    if (end !== null) at = end;
  }
  return visible;
}

export type Token = { kind: "key" | "string" | "number" | "word" | "plain"; text: string };

const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;

/** Splits a line into tokens, for colouring. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    if (match.index > end) tokens.push({ kind: "plain", text: text.slice(end, match.index) });
    const [whole, quoted, colon, number] = match;
    const [ofText, ofOther] = [colon ? "key" : "string", number ? "number" : "word"] as const;
    tokens.push({ kind: quoted ? ofText : ofOther, text: whole });
    end = match.index + whole.length;
  }
  if (end < text.length) tokens.push({ kind: "plain", text: text.slice(end) });
  return tokens;
}
