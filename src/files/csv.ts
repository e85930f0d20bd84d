/** Records as a table (RFC 4180): one column per field, lists and nested records as JSON. */
export function toCsv(columns: string[], records: Array<Record<string, unknown>>): string {
  const lines = [columns.join(",")];
  for (const record of records) lines.push(csvLine(columns, record));
  return `${lines.join("\r\n")}\r\n`;
}

export const csvLine = (columns: string[], record: Record<string, unknown>): string =>
  columns.map((column) => cell(record[column])).join(",");

function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  // A spreadsheet runs a cell that starts like a formula; a leading quote keeps website text as text.
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
