import { existsSync } from "node:fs";
import type { Batch, Job } from "../../../client/src/index.ts";
import { CommandFailed } from "../command-failed.ts";
import { replaceFile } from "./note.ts";
import type { BatchRun } from "./run-at-service.ts";

export interface LineFailure {
  line: number;
  status: number;
  code: string | null;
  message: string;
}

/** Writes a result for each line that has ended, in the order of the input. Returns the failures. */
export async function writeResults(out: string, run: BatchRun, batches: Batch[]): Promise<LineFailure[]> {
  const expired = batches.find(({ records_expired }) => records_expired > 0);
  if (expired && existsSync(out)) {
    throw new CommandFailed(`records of batch ${expired.id} have expired (kept 7 days): ${out} stays as it is`);
  }
  const failures: LineFailure[] = [];
  await replaceFile(out, results(run, batches, failures));
  return failures;
}

async function* results({ winnow, ...run }: BatchRun, batches: Batch[], failures: LineFailure[]) {
  for (const [nth, { id, total, invalid }] of batches.entries()) {
    const jobs = new Map<number | null, Job>();
    for await (const job of winnow.jobs.list({ batchId: id, status: "succeeded" })) jobs.set(job.line, job);
    const missing = new Map((await winnow.batches.missing(id)).map(({ line, error }) => [line, error]));
    const rows = winnow.batches.records(id);
    let row = await rows.next();
    for (let at = 1; at <= total + invalid; at += 1) {
      const records: unknown[] = [];
      for (; !row.done && row.value["@line"] === at; row = await rows.next()) {
        const { "@line": _, ...record } = row.value;
        records.push(record);
      }
      const line = nth * run.maxLines + at;
      const request = run.requests[line - 1];
      const [job, reason] = [jobs.get(at), missing.get(at)];
      if (reason) {
        const { status, code, detail } = reason;
        const error = { status, code, message: typeof detail === "string" ? detail : JSON.stringify(detail) };
        failures.push({ line, ...error });
        yield `${JSON.stringify({ ok: false, line, request, error })}\n`;
      } else if (job) {
        yield `${JSON.stringify({ ok: true, line, request, request_id: job.id, points: job.charged, records })}\n`;
      }
    }
  }
}
