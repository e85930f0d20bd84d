import type { StoredAnswer } from "../metering/types.ts";
import { factsFrom } from "./answer-facts.ts";
import type { CountedRows, JobRecords, RecordRow } from "./jobs-api.ts";

/** Parses a stored response. */
export const keptRecords = ({ body, headers }: StoredAnswer): JobRecords => ({
  records: JSON.parse(Buffer.from(body).toString()),
  facts: factsFrom(headers),
});

export const counted = (rows: RecordRow[]): CountedRows => ({ count: rows.length, rows });
