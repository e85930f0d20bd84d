import { createHash } from "node:crypto";
import type { AnswerFacts } from "../contract/answer-facts.ts";

export type RecordRow = Record<string, unknown>;

/** A stored record as JSON, and the line of a batch that it came from; 0 if it is not of a batch. */
export interface StoredRow {
  line: number;
  json: Buffer;
}

/** Whose records they are, under a name that no others have, and until when they are stored. */
interface Origin {
  accountId: string;
  name: string;
  expiresAt: number;
}

/** Stored records: how many each line has, and the records in the order of the lines, read as they are needed. */
export interface StoredRows {
  origin: Origin;
  lines: Uint32Array;
  counts: Uint32Array;
  /** The recalls that found wrong values in them. */
  recalled: number[];
  rows(): AsyncIterable<StoredRow>;
}

/** Which of the stored records are in a file: so many from a place in a line on. */
export interface StoredPage {
  line: number;
  at: number;
  count: number;
}

/** Names what is in a file written like this. Records of a line never change, but a batch may get more lines, and lose some. */
export const contentName = ({ origin, lines, counts }: StoredRows, page: StoredPage, written: unknown[]): string =>
  createHash("sha256")
    .update(JSON.stringify([origin.accountId, origin.name, page, ...written]))
    .update(lines)
    .update(counts)
    .digest("base64url");

/** The same with the facts of their response. */
export interface JobRecords extends StoredRows {
  facts: AnswerFacts;
}
