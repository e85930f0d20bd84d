/** A file of measurements: `export default { name, run }` in `bench/<name>.ts`. */
export interface Suite {
  name: string;
  /** Measures and returns the tables to show. */
  run(): Promise<Table[]> | Table[];
}

/** A side-by-side table. Times differ between machines; the ratios count. */
export interface Table {
  title: string;
  columns: string[];
  rows: Array<Array<string | number>>;
  notes?: string[];
}

/** A line for the notes: the target, and whether this run met it. A miss is reported, not thrown. */
export const threshold = (what: string, measured: number, max: number): string =>
  `${measured <= max ? "met" : "NOT MET"}: ${what}, at most ${shown(max)}; measured ${shown(measured)}`;

/** The table as Markdown, as printed and as shown in `docs/performance.md`. */
export function asMarkdown({ title, columns, rows, notes = [] }: Table): string {
  const cells = [columns, ...rows.map((row) => row.map(shown))];
  const widths = columns.map((_, column) => Math.max(3, ...cells.map((row) => (row[column] ?? "").length)));
  const line = (row: string[]) => `| ${widths.map((width, column) => (row[column] ?? "").padEnd(width)).join(" | ")} |`;
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  const [head, ...body] = cells;
  const after = notes.length > 0 ? ["", ...notes.map((note) => `- ${note}`)] : [];
  return [`### ${title}`, "", line(head!), rule, ...body.map(line), ...after, ""].join("\n");
}

function shown(value: string | number): string {
  if (typeof value === "string") return value;
  if (value >= 100) return value.toFixed(0);
  return value.toFixed(value >= 10 ? 1 : 2);
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
