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
