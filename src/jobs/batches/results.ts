import { keptRows, recordsGone } from "../../files/kept-records.ts";
import type { StoredRow, StoredRows } from "../../files/stored-rows.ts";
import type { MeteringService } from "../../metering/metering.ts";
import { STORED_MS } from "../../metering/result-store.ts";
import { toView } from "../job-view.ts";
import type { BatchFailure, BatchView, MissingLine } from "../work-views.ts";
import type { BatchStore } from "./store.ts";

/** Their responses are opened together; the beginning of each is then in memory. */
const LINES_AT_ONCE = 8;

/** Reads the records of a batch's lines, and the reasons why some lines have none. */
export function createBatchResults(batches: BatchStore, metering: Pick<MeteringService, "openAnswerOfJob">) {
  async function failures({ id }: Pick<BatchView, "id">): Promise<BatchFailure[]> {
    return (await batches.failed(id)).flatMap((row) => {
      const { request, error } = toView(row);
      return error ? [{ line: row.line, job_id: row.id, request, error }] : [];
    });
  }

  return {
    failures,
    /** Lines without records in the batch's results, and why. */
    async missing({ id }: BatchView) {
      const row = await batches.find(id);
      const expired = row ? await batches.expired(row) : [];
      const lines: MissingLine[] = [
        ...(await batches.invalidLines(id)).map(({ line, faults }) => ({
          line,
          reason: "invalid" as const,
          job_id: null,
          records: 0,
          error: { status: 422, code: "validation" as const, detail: JSON.parse(faults) },
        })),
        ...(await failures({ id })).map(({ line, job_id, error }) => ({
          line,
          reason: "failed" as const,
          job_id,
          records: 0,
          error,
        })),
        ...expired.map(({ id: job_id, line, records, ended_at }) => ({
          line,
          reason: "expired" as const,
          job_id,
          records,
          error: { status: 404, code: "not_found" as const, detail: goneSince(ended_at) },
        })),
      ];
      return lines.sort((one, other) => one.line - other.line);
    },
    /** The records so far from that line on, in order, each with its line. */
    async records(batch: Pick<BatchView, "id">, fromLine = 0): Promise<StoredRows> {
      const row = await batches.find(batch.id);
      if (!row) throw recordsGone();
      const expired = new Set((await batches.expired(row)).map(({ line }) => line));
      // Chosen now: a line that ends while the file is read is not in it, so the count is known before its first record.
      const items = (await batches.succeededFrom(batch.id, fromLine)).filter(({ line }) => !expired.has(line));
      const lines = Uint32Array.from(items, ({ line }) => line);
      const counts = Uint32Array.from(items, ({ records }) => records);
      const origin = { accountId: row.account_id, name: `batch ${row.id}`, expiresAt: row.created_at + STORED_MS };
      const recalled = await batches.recalls(row);
      return { origin, lines, counts, recalled, rows: () => readRows(batch.id, lines, counts) };
    },
  };

  async function* readRows(batchId: string, lines: Uint32Array, counts: Uint32Array): AsyncGenerator<StoredRow> {
    for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
      const some = [...lines.subarray(at, at + LINES_AT_ONCE)].filter((_, nth) => counts[at + nth]! > 0);
      const items = await batches.succeededOn(batchId, some);
      const answers = await Promise.all(items.map((item) => metering.openAnswerOfJob(item.account_id, item.id)));
      if (items.length < some.length || answers.includes(null)) throw recordsGone();
      for (const [nth, { line, records }] of items.entries()) yield* keptRows(answers[nth]!, records, line);
    }
  }
}

const goneSince = (endedAt: number | null): string =>
  endedAt === null
    ? "The records have expired: they are kept for 7 days."
    : `The records expired at ${new Date(endedAt + STORED_MS).toISOString()}: they are kept for 7 days.`;
