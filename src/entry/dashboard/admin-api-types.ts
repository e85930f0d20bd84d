import type { Role } from "../../accounts/types.ts";
import type { KeyView, SourceStatus } from "./api-types.ts";

/** What the operator's pages and their API say to each other; `api-types.ts` has the rest. */

export interface PersonView {
  id: string;
  name: string;
  email: string;
  email_verified: boolean;
  role: Role;
  plan: string;
  points: number;
  created_at: number;
  last_login_at: number | null;
}

export interface AuditRow {
  no: number;
  at: number;
  /** Who did it: an address, or `command line`. */
  who: string;
  what: string;
  subject: string;
  before: unknown;
  after: unknown;
}

export interface AdminKey extends Omit<KeyView, "windows"> {
  account_id: string;
  account_email: string;
}

export interface LedgerRow {
  no: number;
  kind: string;
  amount: number;
  balance: number;
  at: number;
  note: string | null;
}

export interface PersonDetail {
  person: PersonView;
  keys: AdminKey[];
  ledger: LedgerRow[];
  audit: AuditRow[];
}

export interface AdminSource extends SourceStatus {
  last_error: string | null;
  /** The politeness in force: the manifest's, or what the operator has set. */
  concurrency: number;
  per_second: number;
  /** What its robots.txt allows, as `winnow doctor` says it. */
  robots: {
    /** A stand-in has none; `ignored` is the operator's decision. */
    state: "stand-in" | "ignored" | "honoured";
    /** Empty until the site has answered. */
    operations: Array<{
      operation: string;
      kind: "allowed" | "forbidden" | "unknown";
      words: string;
      cure: string | null;
    }>;
  };
  /** What an operator has decided; null where the source is left to its health. */
  held: { state: "open" | "closed"; note: string; by: string; at: number } | null;
}

export interface AdminIncident {
  no: number;
  source: string;
  /** The source's name for people. */
  title: string;
  operation: string;
  kind: "failing" | "errors" | "drift" | "canary";
  field: string | null;
  state: "down" | "degraded";
  /** In an engineer's words; the public status says less. */
  reason: string;
  opened_at: number;
  closed_at: number | null;
  /** The operator's words, shown on the public status. */
  note: string | null;
  /** Share of requests that had the field, before and after. */
  before: number | null;
  after: number | null;
  likely_new_name: string | null;
  example_request: Record<string, unknown> | null;
  /** Differences from the last good page; null where there was none to compare with. */
  structure: { vanished: string[]; appeared: string[]; renamed: Array<{ from: string; to: string }> } | null;
  has_response: boolean;
  has_recording: boolean;
}

export interface AdminIncidents {
  incidents: AdminIncident[];
  /** For `?cursor=`; null on the last page. */
  cursor: number | null;
}

/** `/admin/incidents/{no}/response` and `/recording` are the files that the commands name. */
export interface AdminIncidentDetail {
  incident: AdminIncident;
  /** Saved evidence, and of what; `bytes` is null where the page was too large. */
  response: {
    operation: string;
    request: Record<string, unknown>;
    url: string;
    status: number;
    content_type: string | null;
    bytes: number | null;
  } | null;
  parse_command: string | null;
  replay_command: string | null;
}
