import { factsOfRow } from "../contract/answer-facts.ts";
import type { ErrorCode } from "../contract/catalogue.ts";
import { WinnowError } from "../contract/errors.ts";
import { pick } from "../contract/shapes.ts";
import { STORED_MS } from "../metering/result-store.ts";
import type { EndedRequest } from "../metering/types.ts";
import type { Ending, JobRow } from "./job-store.ts";
import { Job, type JobError, type JobStatus, type JobView } from "./work-views.ts";

/** A job being admitted is not visible yet; if one is read anyway, it counts as queued. */
export const jobStatus = ({ status }: Pick<JobRow, "status">): JobStatus =>
  status === "admitting" ? "queued" : status;

export const toView = (row: JobRow): JobView =>
  pick(Job, {
    ...row,
    ...factsOfRow(row),
    operation: row.endpoint,
    request: JSON.parse(row.params),
    status: jobStatus(row),
    progress: { pages: row.pages, records: row.records },
    held: row.ended_at === null ? row.held : 0,
    records_until: row.status === "succeeded" && row.ended_at !== null ? row.ended_at + STORED_MS : null,
    error: errorOf(row),
  });

const errorOf = ({ http_status, error_code, error_detail }: JobRow): JobError | null =>
  error_detail === null
    ? null
    : { status: http_status ?? 500, code: error_code as ErrorCode | null, detail: JSON.parse(error_detail) };

/** Derives a job's ending from its request's row. `error` supplies the text if this process has just seen the error. */
export function jobEnding(admission: EndedRequest, error?: unknown): Ending {
  const { status, cost, results, pages, errorText } = admission;
  if (status === 200) {
    const { age: _, recalled: _recalled, stand_in: _standIn, ...facts } = admission.facts;
    return {
      status: "succeeded",
      charged: cost,
      http_status: 200,
      records: results,
      pages,
      error_code: null,
      error_detail: null,
      ...facts,
    };
  }
  const known = error instanceof WinnowError && error.status === status ? error : null;
  return {
    status: status === 499 ? "cancelled" : "failed",
    charged: 0,
    http_status: status,
    pages,
    records: 0,
    error_code: known?.code ?? null,
    error_detail: JSON.stringify(known?.detail ?? errorText ?? "The job ended without a response."),
    results_end: null,
  };
}

/** Ending of a job that was never admitted. */
export const refused = (error: WinnowError): Ending => ({
  status: "failed",
  charged: 0,
  http_status: error.status,
  error_code: error.code,
  results_end: null,
  error_detail: JSON.stringify(error.detail),
});
