import { ValueScanner } from "./scan-values.ts";
import { afterBlank, type TableText } from "./table-text.ts";
import type { TableValues } from "./table-values.ts";

export interface ScannedTable {
  values: TableValues;
  /** Where promises lead, by their numbers. */
  promises: ReadonlyMap<number, number>;
  root: number;
}

const PLACE_ALONE = /^-?\d+(?=\s|\\|$)/;
const PROMISE = /^([PE])(\d+):(?:(-?\d+)(?=\s|\\|$))?/;
/** Longer than a line is up to its value. */
const HEAD = 40;

/** A stream of the library: the table in its first line, then a line for each promise. What is none throws a `SyntaxError`. */
export function scanTable(text: TableText): ScannedTable {
  const scanner = new ValueScanner(text);
  const headAt = (at: number) => text.bytes.toString("latin1", at, Math.min(text.end, at + HEAD));
  const promises = new Map<number, number>();
  const [alone] = PLACE_ALONE.exec(headAt(text.start)) ?? [];
  let at = alone ? text.start + alone.length : scanner.scanArray(text.start);
  for (at = afterBlank(text, at); at < text.end; at = afterBlank(text, at)) {
    const [head, kind, promise, known] = PROMISE.exec(headAt(at)) ?? [];
    if (head === undefined) throw new SyntaxError("neither a promise nor the end");
    const place = known === undefined ? scanner.length : Number(known);
    at += head.length;
    if (known === undefined) at = scanner.scanArray(at);
    // A promise that failed leads nowhere.
    if (kind === "P") promises.set(Number(promise), place);
  }
  return { values: scanner.values(), promises, root: Number(alone ?? 0) };
}
