/** What became of a call; only an admitted one has its row in `requests`. */
export type CallKind = "admitted" | "refused" | "replayed" | "dry_run";

/** One part of a call: waiting for a place, admission, waiting for the site's permit, a page, reading it, settlement. */
export interface Step {
  name: "queue" | "admission" | "permit" | "page" | "parse" | "settle";
  /** Milliseconds after the call began. */
  at: number;
  ms: number;
  /** What became of it, where that is not plain. */
  note?: string;
  /** A wait for the site's permit: its place in the queue when it began, and the wait expected then. */
  queued?: { position: number; expectedMs: number };
}

/** What is known of a call besides its row: for 7 days. */
export interface CallDetails {
  body: string | null;
  /** Where it came from. */
  address: string;
  error_code: string | null;
  headers_in: Record<string, string>;
  headers_out: Record<string, string>;
  steps: Step[];
  steps_left_out: number;
}
