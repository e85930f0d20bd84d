/**
 * Parses CSV (RFC 4180): quoted cells may contain commas, quotes and line breaks. Empty lines are skipped. `first` is the
 * number that faults give the first row.
 */
export function csvRows(text: string, first = 1): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/gy;
  const source = text.replace(/^\uFEFF/, "");
  while (cell.lastIndex < source.length || row.length > 0) {
    const at = cell.lastIndex;
    const match = cell.exec(source);
    if (!match)
      throw new SyntaxError(`row ${rows.length + first}: a quote is out of place near "${source.slice(at, at + 20)}"`);
    const [, quoted, plain, end] = match;
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === ",") continue;
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
    if (end === "") break;
  }
  return rows;
}
