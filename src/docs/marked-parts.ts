/** Inserts generated text between the marks of its name in a hand-written page. */
export function withMarkedParts(page: string, parts: Record<string, string>): string {
  return Object.entries(parts).reduce((text, [name, part]) => {
    const [start, end] = [`<!-- generated: ${name} -->\n`, `\n<!-- end of ${name} -->`];
    const [before, rest] = text.split(start);
    const after = rest?.split(end)[1];
    if (before === undefined || after === undefined) throw new Error(`the page has no part marked "${name}"`);
    return `${before}${start}${part}${end}${after}`;
  }, page);
}
