import { stripVTControlCharacters } from "node:util";

const GAP = "  ";
const WIDEST_CELL = 40;

/** Text from a website must not move the cursor or colour the terminal. */
const shown = (value: unknown): string => {
  if (value === null || value === undefined) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
  return stripVTControlCharacters(text).replace(/[\u0000-\u001f\u007f-\u009f]+/g, " ");
};

const cut = (text: string, width: number): string =>
  text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);

/** A pipe takes lines of any length, so nothing is cut there. */
const outputWidth = (): number => (process.stdout.isTTY ? (process.stdout.columns ?? 120) : Number.POSITIVE_INFINITY);

/** Rows as aligned columns, as many as fit in `width`; the others are named. */
export function formatTable(rows: Array<Record<string, unknown>>, columns: string[], width = outputWidth()): string {
  const widestCell = width === Number.POSITIVE_INFINITY ? width : WIDEST_CELL;
  const cells = rows.map((row) => columns.map((column) => shown(row[column])));
  const widths = columns.map((column, index) =>
    Math.min(widestCell, Math.max(column.length, ...cells.map((row) => row[index]?.length ?? 0))),
  );
  let used = 0;
  const fitting = widths.findIndex((one, index) => {
    used += one + (index === 0 ? 0 : GAP.length);
    return used > width;
  });
  const kept = fitting === -1 ? columns.length : Math.max(1, fitting);
  const line = (row: string[]) =>
    row
      .slice(0, kept)
      .map((text, index) => cut(text, widths[index] ?? 0))
      .join(GAP)
      .trimEnd();
  const left = columns.slice(kept);
  return `${[columns, ...cells].map(line).join("\n")}\n${
    left.length > 0 ? `(${left.length} more columns: ${left.join(", ")}; choose with --fields, or --output json)\n` : ""
  }`;
}
