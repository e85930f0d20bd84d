import type { StructureDiff } from "../extraction/page-structure.ts";
import type { incidentKinds } from "./status-types.ts";
import type { Value } from "./values/flat-record.ts";
import type { ChangeKind } from "./values/judge.ts";

export type State = "ok" | "degraded" | "down";

/**
 * `failing`: calls fail. `errors`: some do. `drift`: values have changed. `canary`: a call that must work failed. `fallback`: the
 * usual form of the site's pages cannot be read, and another is.
 */
export type IncidentKind = (typeof incidentKinds)[number];

export interface NewIncident {
  source: string;
  operation: string;
  kind: IncidentKind;
  field: string | null;
  /** Callers get the error immediately, without a call to the site, until a probe succeeds. */
  blocking: boolean;
  /** A sentence for people. */
  reason: string;
  details: IncidentDetails;
}

export interface IncidentDetails {
  /** The error that callers get while the incident blocks. */
  code?: "blocked" | "unreadable" | "not_responding";
  /** For a drift: what has happened to the field, in words ("price: median 42 -> 4,200"), and its medians or shares. */
  measure?: ChangeKind;
  change?: string;
  before?: number;
  after?: number;
  value?: Value;
  /** For a drift: when the first run showed it, and when the newest canary began that had shown nothing of it. */
  first_seen?: number;
  last_well?: number;
  /** A person has said that the new values are right. */
  accepted?: boolean;
  /** The likely new name of the lost field. */
  likely_new_name?: string | null;
  example_request?: Record<string, unknown>;
  /** Name of the stored response (`DATA_DIR/unreadable`). */
  kept_response?: string | null;
  /** How the page differs from the last good one. */
  structure?: StructureDiff | null;
}

export interface Incident extends NewIncident {
  no: number;
  opened_at: number;
  closed_at: number | null;
  note: string | null;
}

/** An operator's decision for a source: closed rejects all calls, open never rejects one. */
export interface Override {
  source: string;
  state: "open" | "closed";
  note: string;
  by: string;
  at: number;
}
