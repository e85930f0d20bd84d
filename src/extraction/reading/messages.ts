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

/** The code of a run that runs at a time in a thread. */
export type Turn = { run: number } & (
  | ({ kind: "start" } & RunStart)
  /** The site's response to a read. */
  | { kind: "answer"; read: number; answer: AnswerParts }
  /** The read is over: what was understood is accepted, or it failed. */
  | { kind: "settled"; read: number; error: ErrorForm | null }
  /** The next page is requested. */
  | { kind: "next" }
);

/** What came of reading a response. */
export type Outcome = { counts: FieldCounts | null } | { error: ErrorForm };

/** What a run in a thread wants, or has found. */
export type RunEvent = { run: number } & (
  | { kind: "read"; read: number; request: SiteRequest }
  | { kind: "cancel"; read: number }
  | { kind: "understood"; read: number; outcome: Outcome }
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

/** From a thread: what its runs did, and what it has done with. */
export interface Report {
  events: RunEvent[];
  ended: "loading" | "turn" | null;
}

/** A run has to begin again in another thread: this one is not for its page, or busy with another run. */
export class ReadElsewhere extends Error {
  constructor() {
    super("the run begins again in another thread");
    this.name = "ReadElsewhere";
  }
}
