import { csvLine } from "./csv.ts";
import type { RecordRow } from "./jobs-api.ts";
import type { Entry } from "./registry.ts";

type Rows = AsyncIterable<RecordRow>;

/** The records of a batch as one file, written as they are read: ten thousand lines are never in memory at once. */
export const batchFile = {
  async *json(rows: Rows, _entry: Entry): AsyncGenerator<string> {
    let before = "[";
    for await (const row of rows) {
      yield `${before}${JSON.stringify(row)}`;
      before = ",";
    }
    yield before === "[" ? "[]" : "]";
  },
  async *ndjson(rows: Rows, _entry: Entry): AsyncGenerator<string> {
    for await (const row of rows) yield `${JSON.stringify(row)}\n`;
  },
  async *csv(rows: Rows, { operation }: Entry): AsyncGenerator<string> {
    const columns = ["@line", ...Object.keys(operation.record.properties)];
    yield `${columns.join(",")}\r\n`;
    for await (const row of rows) yield `${csvLine(columns, row)}\r\n`;
  },
};

export const batchFileTypes: Record<keyof typeof batchFile, string> = {
  json: "application/json",
  ndjson: "application/x-ndjson",
  csv: "text/csv; charset=utf-8",
};
