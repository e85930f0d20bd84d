import { type Command, Option } from "commander";
import { toCsv } from "../../files/csv.ts";
import { commaList } from "../arguments.ts";
import { formatTable } from "./table.ts";
import { write } from "./write.ts";

const formats = ["table", "json", "ndjson", "csv"] as const;
export type Format = (typeof formats)[number];
type Rec = Record<string, unknown>;

export interface OutputOptions {
  output?: Format;
  fields?: string[];
}

/** `--output` and `--fields`, for every command that prints rows. */
export const withOutputOptions = (command: Command): Command =>
  command
    .addOption(
      new Option("--output <format>", "how to print (default: a table on a terminal, JSON in a pipe)").choices(formats),
    )
    .option("--fields <a,b.c>", "fields to print, in this order; a dot selects inside a record", commaList);

export const outputFormat = ({ output }: OutputOptions): Format => output ?? (process.stdout.isTTY ? "table" : "json");

const inside = (record: Rec, path: string): unknown =>
  Object.hasOwn(record, path)
    ? record[path]
    : path.split(".").reduce<unknown>((value, part) => (value as Rec | null | undefined)?.[part] ?? null, record);

/** The chosen fields, each under its given name; by default all of them. */
export const choose = (record: Rec, fields: string[] | undefined): Rec =>
  fields ? Object.fromEntries(fields.map((path) => [path, inside(record, path)])) : record;

/** Prints all rows in the requested format. */
export async function printRecords(records: Rec[], allColumns: string[], options: OutputOptions): Promise<void> {
  const columns = options.fields ?? allColumns;
  const chosen = records.map((record) => choose(record, options.fields));
  await write(text(outputFormat(options), chosen, columns, options.fields !== undefined));
}

/** A table has room for a few columns: addresses come last, and the record type, the same in every row, is omitted. */
function inOrderOfUse(columns: string[]): string[] {
  const isAddress = (column: string) => /(^|_)(url|image|images)$/.test(column);
  const shown = columns.filter((column) => column !== "@type");
  return [...shown.filter((column) => !isAddress(column)), ...shown.filter(isAddress)];
}

function text(format: Format, records: Rec[], columns: string[], chosen: boolean): string {
  switch (format) {
    case "json":
      return `${JSON.stringify(records, null, 2)}\n`;
    case "ndjson":
      return records.map((record) => `${JSON.stringify(record)}\n`).join("");
    case "csv":
      return toCsv(columns, records);
    case "table":
      return formatTable(records, chosen ? columns : inOrderOfUse(columns));
  }
}
