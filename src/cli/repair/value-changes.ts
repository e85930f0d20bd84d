import type { Operation } from "../../contract/operation.ts";
import { type Change, closingIndex, type SourceFile } from "./changes.ts";
import { pairs } from "./sample.ts";

type Rec = Record<string, unknown>;

/** Factors between units that people use: cents, thousandths, percent. */
const FACTORS = [10, 100, 1_000];
const MIN_COMPARED = 3;

/** A field whose values are written in another way, and the change of its table that would read them. */
export interface Rewritten {
  field: string;
  what: string;
  /** The same numbers in another unit: the old pages and the new ones cannot be read alike. */
  isUnit: boolean;
  changes: Change[];
}

/** Fields whose place is still there, but whose values are a factor of what they were, or are text around the number now. */
export function rewrittenFields(
  operation: Operation,
  known: Rec[],
  now: Rec[],
  files: readonly SourceFile[],
): Rewritten[] {
  const names = Object.keys(operation.record.properties);
  const both = (field: string) => pairs(operation, known, now, new Set([field]));
  return names.flatMap((field) => {
    const own = both(field);
    const compared = own.map(([was, is]) => [was[field], is[field]]).filter(([was]) => typeof was === "number");
    if (compared.length < Math.min(MIN_COMPARED, own.length) || compared.length === 0) return [];
    const numbers = compared as Array<[number, unknown]>;
    if (numbers.every(([, is]) => is === null)) return asAmount(field, files);
    const factor = factorBetween(numbers);
    return factor === null ? [] : scaled(field, factor, files);
  });
}

/** By what the values have to be multiplied; null if that differs. */
function factorBetween(
  numbers: ReadonlyArray<readonly [was: number, is: unknown]>,
): { by: number; divides: boolean } | null {
  const told = numbers.filter(([was, is]) => was !== 0 && typeof is === "number" && is !== 0) as Array<
    [number, number]
  >;
  if (told.length < MIN_COMPARED && told.length < numbers.length) return null;
  for (const by of FACTORS) {
    if (told.every(([was, is]) => near(is, was * by))) return { by, divides: true };
    if (told.every(([was, is]) => near(is * by, was))) return { by, divides: false };
  }
  return null;
}

const near = (a: number, b: number): boolean => Math.abs(a - b) <= Math.abs(b) * 1e-9;

function scaled(
  field: string,
  { by, divides }: { by: number; divides: boolean },
  files: readonly SourceFile[],
): Rewritten[] {
  const what = divides ? `${field} is ${by} times what it was` : `${field} is 1/${by} of what it was`;
  const changes = tableLines(field, files).flatMap(({ file, line, text, open }) => {
    const end = closingIndex(text, open);
    return end < 0
      ? []
      : [{ file, line, from: end, to: end, text: `.map((value) => value ${divides ? "/" : "*"} ${by})` }];
  });
  return changes.map((change) => ({ field, what, isUnit: true, changes: [change] }));
}

/** A number that has become text around the number: `decimal` does not read it, `amount` reads both. */
function asAmount(field: string, files: readonly SourceFile[]): Rewritten[] {
  return tableLines(field, files)
    .filter(({ kind }) => kind === "decimal" || kind === "whole")
    .map(({ file, line, open, kind }) => ({
      field,
      what: `${field} is written with other words`,
      isUnit: false,
      changes: [
        { file, line, from: open - kind.length, to: open, text: "amount" },
        ...importing("amount", file, files),
      ],
    }));
}

/** Adds a name to what a file imports from the kit's record module. */
function importing(name: string, file: string, files: readonly SourceFile[]): Change[] {
  const { lines } = files.find((one) => one.file === file)!;
  const end = lines.findIndex((line) => /\} from "[^"]*(?:\/record\.ts|winnow\/source)"/.test(line));
  const start = lines.slice(0, end + 1).findLastIndex((line) => line.startsWith("import {"));
  const own = lines.slice(start, end + 1);
  if (end < 0 || own.some((line) => new RegExp(`\\b${name}\\b`).test(line))) return [];
  const from = lines[start]!.indexOf("{") + 1;
  return [{ file, line: start + 1, from, to: from, text: ` ${name},` }];
}

function tableLines(field: string, files: readonly SourceFile[]) {
  return files.flatMap(({ file, lines }) =>
    lines.flatMap((text, index) => {
      const found = new RegExp(`^\\s*${field}: (decimal|whole|amount)\\(`).exec(text);
      return found ? [{ file, line: index + 1, text, open: found[0].length - 1, kind: found[1]! }] : [];
    }),
  );
}
