import type { StructureDiff } from "./structure.ts";
import type { MeasureKey } from "./values/kinds.ts";

export type State = "ok" | "degraded" | "down";

/** `failing`: calls fail. `errors`: some do. `drift`: values are not what they were. `canary`: a call that must work did not. */
export type IncidentKind = "failing" | "errors" | "drift" | "canary";

export interface NewIncident {
  source: string;
  operation: string;
  kind: IncidentKind;
  field: string | null;
  /** Callers are answered at once, without asking the site, until a probe goes well. */
  blocking: boolean;
  /** A sentence for people. */
  reason: string;
  details: IncidentDetails;
}

export interface IncidentDetails {
  /** The failure that callers get while the incident blocks. */
  code?: "blocked" | "unreadable" | "not_responding";
  /** For a drift: what has moved (`price median`), in words ("price: median 42 -> 4,200") and on the measure's own scale. */
  measure?: MeasureKey;
  change?: string;
  before?: number;
  after?: number;
  /** What the lost field is likely called now. */
  likely_new_name?: string | null;
  example_request?: Record<string, unknown>;
  /** Name of the kept response (`DATA_DIR/unreadable`). */
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

/** What an operator has decided for a source: closed refuses all calls, open never refuses one. */
export interface Override {
  source: string;
  state: "open" | "closed";
  note: string;
  by: string;
  at: number;
}
