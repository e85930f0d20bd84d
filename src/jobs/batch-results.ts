import { WinnowError } from "../contract/errors.ts";
import type { MeteringService } from "../metering/metering.ts";
import type { BatchesApi, RecordRow } from "../service/jobs-api.ts";
import { keptRecords } from "../service/kept-records.ts";
import type { BatchFailure, MissingLine } from "../service/work-views.ts";
import type { BatchStore } from "./batch-store.ts";
import { RECORDS_MS, toView } from "./job-view.ts";

const LINES_AT_ONCE = 50;

/** Reads the records of a batch's lines, and the reasons why some lines have none. */
export function createBatchResults(
  batches: BatchStore,
  metering: Pick<MeteringService, "answerOfJob">,
): Pick<BatchesApi, "failures" | "missing" | "records"> {
  async function failures({ id }: { id: string }): Promise<BatchFailure[]> {
    return (await batches.failed(id)).flatMap((row) => {
      const { request, error } = toView(row);
      return error ? [{ line: row.line, job_id: row.id, request, error }] : [];
    });
  }

  return {
    failures,
    async missing({ id }) {
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
    async records(batch, fromLine = 0) {
      const row = await batches.find(batch.id);
      const expired = new Set(row && (await batches.expired(row)).map(({ id }) => id));
      // Chosen now: a line that ends while the file is read is not in it, so the count is known before its first record.
      const items = (await batches.succeededFrom(batch.id, fromLine)).filter(({ id }) => !expired.has(id));
      return { count: items.reduce((sum, { records }) => sum + records, 0), rows: recordsOf(items) };
    },
  };

  async function* recordsOf(items: Awaited<ReturnType<BatchStore["succeededFrom"]>>): AsyncGenerator<RecordRow> {
    for (let at = 0; at < items.length; at += LINES_AT_ONCE) {
      const answers = items
        .slice(at, at + LINES_AT_ONCE)
        .map(async (item) => ({ item, answer: await metering.answerOfJob(item.account_id, item.id) }));
      for (const { item, answer } of await Promise.all(answers)) {
        const records = answer ? keptRecords(answer).records : [];
        if (records.length !== item.records) throw new WinnowError("not_found", goneSince(null));
        for (const record of records) yield { "@line": item.line, ...record };
      }
    }
  }
}

const goneSince = (endedAt: number | null): string =>
  endedAt === null
    ? "Records expired while they were being read: they are kept for 7 days."
    : `The records expired at ${new Date(endedAt + RECORDS_MS).toISOString()}: they are kept for 7 days.`;
