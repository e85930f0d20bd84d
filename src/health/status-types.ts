import type { IncidentKind, State } from "./types.ts";

export interface DayStatus {
  day: string;
  calls: number;
  failures: number;
  /** Minutes in which callers were turned away. */
  down_minutes: number;
  state: State | "none";
}

export interface OperationStatus {
  path: string;
  state: State;
  /** Of the last two days. */
  calls: number;
  success_rate: number | null;
  /** Milliseconds: half, and 95 of 100, of the calls took no longer. An upper bound, from a histogram. */
  p50_ms: number | null;
  p95_ms: number | null;
}

export interface FieldStatus {
  operation: string;
  field: string;
  before: number | null;
  after: number | null;
  since: number;
  likely_new_name: string | null;
}

export interface PublicIncident {
  no: number;
  operation: string;
  kind: IncidentKind;
  field: string | null;
  state: State;
  reason: string;
  opened_at: number;
  closed_at: number | null;
  note: string | null;
}

export interface SourceStatus {
  name: string;
  title: string;
  state: State;
  since: number | null;
  reason: string | null;
  stand_in: boolean;
  /** Share of the last 90 days in which callers were not turned away. */
  uptime: number;
  operations: OperationStatus[];
  fields: FieldStatus[];
  incidents: PublicIncident[];
  days: DayStatus[];
}

export interface Status {
  state: State;
  checked_at: number;
  sources: SourceStatus[];
}
