import { toCsv } from "../../files/csv.ts";
import { Fault } from "./fault.ts";
import { pick, type Query, type Row, refuseUnknown, runQuery } from "./query.ts";
import type { ExportFormat } from "./tools.ts";

/** Works on a stored result off the thread that serves requests: it may have tens of thousands of records. */
export type ResultJob = { do: "query"; query: Query } | { do: "export"; format: ExportFormat; fields: string[] };

export type ResultOf<J extends ResultJob> =
  | (J extends { do: "query" } ? { total: number; rows: Row[] } : Export)
  | { fault: string };

/** The whole result as a file, and a sample of it. */
export interface Export {
  total: number;
  /** Null of a format that is not text: the service makes its file when its link is opened. */
  text: string | null;
  columns: string[];
  examples: Row[];
}

const EXAMPLES = 3;

const writers: Partial<Record<ExportFormat, (rows: Row[]) => string>> = {
  json: (rows) => JSON.stringify(rows),
  ndjson: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
  csv: (rows) => toCsv(Object.keys(rows[0] ?? {}), rows),
};

export default function work({ body, job }: { body: Uint8Array; job: ResultJob }): ResultOf<ResultJob> {
  const rows: Row[] = JSON.parse(new TextDecoder().decode(body));
  try {
    if (job.do === "query") return runQuery(rows, job.query);
    const { fields, format } = job;
    refuseUnknown(rows, fields);
    const picked = fields.length > 0 ? rows.map((row) => pick(row, fields)) : rows;
    return {
      total: rows.length,
      text: writers[format]?.(picked) ?? null,
      columns: Object.keys(picked[0] ?? {}),
      examples: picked.slice(0, EXAMPLES),
    };
  } catch (error) {
    if (error instanceof Fault) return { fault: error.message };
    throw error;
  }
}
