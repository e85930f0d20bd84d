import { type Operation, recordIdentity } from "../../contract/operation.ts";
import { filledFields } from "../../contract/record.ts";
import type { RunReport } from "../../extraction/types.ts";
import { requestDigest } from "../failures.ts";
import { flatten, type Value } from "./flat-record.ts";
import { tuning } from "./tuning.ts";

/** A run's data for watching its values. */
export interface SampledRun {
  /** Identifies what was asked for, however many records of it. */
  digest: string;
  caller: string;
  at: number;
  /** By identity. The same records are chosen in every run, wherever they are in the list. */
  records: Map<string, Map<string, Value>>;
  /** Without those that repeat another. */
  rows: number;
  pages: number;
  count: number | null;
  /** Results that the site says it has. */
  total: number | null;
  /** Milliseconds per page; null if no page was fetched. */
  pageMs: number | null;
}

export function sampledRun(
  { sample, request, stats, findings, operation, caller }: RunReport,
  at: number,
  pageMs: number | null,
): SampledRun | null {
  if (!sample) return null;
  return {
    digest: requestDigest(request),
    caller,
    at,
    ...sampleOf(operation, sample, stats.records),
    pages: stats.pages,
    count: typeof request.count === "number" ? request.count : null,
    total: findings.total,
    pageMs,
  };
}

/** The records that are compared, and how many there are without those that repeat another. */
export function sampleOf(
  operation: Operation,
  sample: NonNullable<RunReport["sample"]>,
  rows: number,
): Pick<SampledRun, "records" | "rows"> {
  const identify = identifier(operation);
  const identified = new Map(sample.map((record) => [identify(record), record]));
  const records = new Map(chosen(identified).map(([id, record]) => [id, flatten(record)]));
  return { records, rows: rows - (sample.length - identified.size) };
}

/** Uses what the operation says identifies a record, or all fields that a record always has. */
export function identifier(operation: Operation): (record: Readonly<Record<string, unknown>>) => string {
  const vital = filledFields(operation.record);
  return (record) => {
    const identity = recordIdentity(operation, record);
    return identity === null ? JSON.stringify(vital.map((field) => record[field])) : String(identity);
  };
}

function chosen<T>(identified: ReadonlyMap<string, T>): Array<[id: string, record: T]> {
  const all = [...identified];
  if (all.length <= tuning.recordsHeld) return all;
  const placed = all.map((one) => ({ one, place: placeOf(one[0]) })).sort((a, b) => a.place - b.place);
  return placed.slice(0, tuning.recordsHeld).map(({ one }) => one);
}

/** An arbitrary but constant order. */
function placeOf(id: string): number {
  let hash = 7;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 2654435761);
  return hash >>> 0;
}
