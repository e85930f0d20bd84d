import type { Edit } from "./patched-source.ts";

/** A piece of a line to replace. */
export interface Change {
  file: string;
  /** Starts at 1. */
  line: number;
  from: number;
  to: number;
  text: string;
}

/** A file of a source, by lines. */
export interface SourceFile {
  file: string;
  lines: readonly string[];
}

/** A change of the line at hand. */
export type At = (from: number, to: number, text: string) => Change;

/** The changes that each line of code asks for; comments and imports name no places. */
export const inCode = (files: readonly SourceFile[], changesIn: (line: string, at: At) => Change[]): Change[] =>
  files.flatMap(({ file, lines }) =>
    lines.flatMap((line, index) =>
      /^\s*(?:\/\/|\/?\*|import\b)/.test(line)
        ? []
        : changesIn(line, (from, to, text) => ({ file, line: index + 1, from, to, text })),
    ),
  );

const isInside = (a: Change, b: Change): boolean =>
  a !== b && a.file === b.file && a.line === b.line && a.from >= b.from && a.to <= b.to;

/** The changed lines. Of two changes of which one is inside the other, the outer one counts. */
export function lineEdits(changes: readonly Change[], files: readonly SourceFile[]): Edit[] {
  const apart = changes.filter(
    (change, at) => !changes.some((other, nth) => isInside(change, other) && (nth < at || !isInside(other, change))),
  );
  const byLine = Map.groupBy(apart, ({ file, line }) => `${file}:${line}`);
  return [...byLine.values()].map((own) => {
    const { file, line } = own[0]!;
    const before = files.find((one) => one.file === file)?.lines[line - 1] ?? "";
    const after = own
      .toSorted((a, b) => b.from - a.from)
      .reduce((text, { from, to, text: put }) => text.slice(0, from) + put + text.slice(to), before);
    return { file, line, before, after };
  });
}

/** Index just past the bracket that closes the one at `open`; -1 if the line ends before. */
export function closingIndex(line: string, open: number): number {
  let depth = 0;
  for (let at = open; at < line.length; at++) {
    const sign = line[at]!;
    if (sign === '"' || sign === "'" || sign === "`") {
      const end = line.indexOf(sign, at + 1);
      if (end < 0) return -1;
      at = end;
    } else if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign) && --depth === 0) return at + 1;
  }
  return -1;
}
