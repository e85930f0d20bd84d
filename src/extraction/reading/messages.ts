import type { ErrorForm } from "../../contract/error-form.ts";
import type { Findings } from "../../contract/findings.ts";
import type { Answers, PageContent } from "../../contract/page.ts";
import type { Origins } from "../../contract/provenance.ts";
import type { SiteRequest } from "../../contract/site.ts";
import type { AnswerParts } from "../answer.ts";
import type { FieldCounts } from "../coverage.ts";

/** What a thread needs to run an operation. */
export interface RunStart {
  source: string;
  /** Its path. */
  operation: string;
  request: Record<string, unknown>;
  /** Records that the caller wants. */
  max: number;
  /** Pages read concurrently. */
  ahead: number;
  origins: Record<string, string>;
  settings: Record<string, string>;
  /** The service's clock, less the thread's. */
  clockAheadMs: number;
  /** Whether to tell what it uses of the source's memory. */
  isRecorded: boolean;
  /** Whether to note where values come from. */
  provenance: boolean;
}

/** From the main thread. A thread gets the next one when it has reported that it is done with the last. */
export type Turn = { run: number } & (
  | ({ kind: "start" } & RunStart)
  /** The site's response to a read. The thread gives its memory back. */
  | { kind: "answer"; read: number; answer: AnswerParts }
  /** The read is over: what was understood is accepted, or it failed. */
  | { kind: "settled"; read: number; error: ErrorForm | null }
  /** The next page is wanted. */
  | { kind: "next" }
);

/** What came of reading a response. */
export type Outcome = { counts: FieldCounts | null } | { error: ErrorForm };

/** What a run in a thread wants, or has found. */
export type RunEvent = { run: number } & (
  | { kind: "read"; read: number; request: SiteRequest }
  | { kind: "cancel"; read: number }
  | { kind: "understood"; read: number; outcome: Outcome; body: Uint8Array }
  | { kind: "remembered"; key: string; value: unknown; isNew: boolean }
  | { kind: "page"; page: SentPage; findings: Findings }
  | { kind: "end"; findings: Findings; error: ErrorForm | null }
);

/** A page as text and numbers: cheaper for both threads than cloning its records. */
export interface SentPage extends Omit<PageContent, "read" | "records" | "uncounted" | "answers"> {
  /** JSON of the distinct records. */
  text: string;
  /** Where their values come from; null if nobody asked. */
  origins: Origins[] | null;
  /** Their places in `text`. */
  read: number[];
  records: number[];
  uncounted: number[];
  answers: (Omit<Answers, "question"> & { isOwnQuestion: boolean }) | null;
}

/** From a thread: what its runs did in a turn. `isDone` if it can have the next. */
export interface Report {
  events: RunEvent[];
  isDone: boolean;
}

/** From a thread that has loaded its sources: its id for the operating system, if that is known. */
export interface Ready {
  tid: number | null;
}
