import type { Operation } from "../../contract/operation.ts";
import { filledFieldsOf } from "../../contract/record.ts";
import type { RunReport } from "../../extraction/types.ts";
import { requestDigest } from "../request-digest.ts";
import { type FlatRecord, flatten, type ReadRecord } from "./columns.ts";

/** Records per run whose fields are measured, spread evenly over those returned. */
const MEASURED_RECORDS = 20;

/** A run's data for watching its values. */
export interface SampledRun {
  digest: string;
  caller: string;
  at: number;
  records: FlatRecord[];
  /** The measured records that have an identity. */
  byIdentity: Map<string, FlatRecord>;
  /** Of all returned records, in order. */
  identities: string[];
  figures: { records: number; pages: number; count: number | null; total: number | null };
}

/** Includes the number of records: more of them have other values. */
export const digestOf = (request: Record<string, unknown>): string =>
  `${requestDigest(request)}.${request.count ?? ""}`;

export function sampledRun(report: RunReport, at: number): SampledRun | null {
  const { sample, request, stats, findings, operation, caller } = report;
  if (!sample) return null;
  const identify = identifierOf(operation);
  const step = Math.max(1, sample.length / MEASURED_RECORDS);
  const places = Array.from({ length: Math.min(sample.length, MEASURED_RECORDS) }, (_, nth) => Math.floor(nth * step));
  const measured = places
    .map((place) => sample[place])
    .filter((record) => record !== undefined)
    .map((record) => [identify(record), flatten(record)] as const);
  return {
    digest: digestOf(request),
    caller,
    at,
    records: measured.map(([, record]) => record),
    byIdentity: new Map(measured),
    identities: sample.map(identify),
    figures: {
      records: stats.records,
      pages: stats.pages,
      total: findings.total,
      count: typeof request.count === "number" ? request.count : null,
    },
  };
}

/** Uses `id`, or all fields that a record always has. */
function identifierOf(operation: Operation): (record: ReadRecord) => string {
  const vital = filledFieldsOf(operation.record);
  return (record) => {
    if (record.id !== undefined && record.id !== null) return String(record.id);
    return JSON.stringify(vital.map((field) => record[field]));
  };
}
