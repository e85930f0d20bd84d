import type { Kysely } from "kysely";
import type { Answer } from "../contract/site.ts";
import type { Recorder } from "../extraction/recording/recorder.ts";
import { redactedText, redactedUrl } from "../extraction/recording/redact.ts";
import { putRow } from "../store/row-changes.ts";
import type { Schema } from "../store/schema.ts";

/** Describes a stored response: everything `winnow parse` needs besides the bytes. */
export interface EvidenceAbout {
  operation: string;
  request: Record<string, unknown>;
  url: string;
  status: number;
  content_type: string | null;
}

/** What an engineer needs to fix the reader after an incident. */
export interface IncidentEvidence {
  about: EvidenceAbout;
  /** The page that could not be parsed, or lacks the field, without secrets. */
  body: Uint8Array | null;
  /** The canary's exchanges, for `winnow replay`. */
  warc: Uint8Array | null;
}

/** Larger pages are not stored here; `DATA_DIR/unreadable` has them. */
const MAX_BYTES = 8 * 1024 * 1024;

type Page = Pick<Answer, "url" | "status" | "headers" | "body">;

/** The response in publishable form: no headers or cookies, and no tokens in the page. */
export function evidenceResponse(operation: string, request: Record<string, unknown>, page: Page): IncidentEvidence {
  const text = Buffer.from(page.body).toString("latin1");
  return {
    about: {
      operation,
      request,
      url: redactedUrl(page.url),
      status: page.status,
      content_type: page.headers["content-type"] ?? null,
    },
    body: text.length > MAX_BYTES ? null : Buffer.from(redactedText(text), "latin1"),
    warc: null,
  };
}

/** The last page of a recorded run: the one with its records. */
export function recordedPage(recorder: Recorder): IncidentEvidence | null {
  const { operation, request, exchanges } = recorder.recording();
  const page = exchanges.at(-1);
  return page ? evidenceResponse(operation, request, page) : null;
}

/** Kept in the store, so that every process has it even after another machine's file is deleted. */
export function createEvidenceStore(db: Kysely<Schema>) {
  return {
    save: (no: number, { about, body, warc }: IncidentEvidence) =>
      putRow(db, "incident_evidence", { incident_no: no }, { about: JSON.stringify(about), body, warc }),

    async find(no: number): Promise<IncidentEvidence | null> {
      const row = await db.selectFrom("incident_evidence").where("incident_no", "=", no).selectAll().executeTakeFirst();
      return row ? { about: JSON.parse(row.about), body: row.body, warc: row.warc } : null;
    },

    /** Which of these incidents have a response, and which a recording. */
    async kept(numbers: number[]): Promise<Map<number, { response: boolean; recording: boolean }>> {
      if (numbers.length === 0) return new Map();
      const rows = await db
        .selectFrom("incident_evidence")
        .where("incident_no", "in", numbers)
        .select(({ eb }) => [
          "incident_no",
          eb("body", "is not", null).as("response"),
          eb("warc", "is not", null).as("recording"),
        ])
        .execute();
      return new Map(
        rows.map(({ incident_no, response, recording }) => [
          incident_no,
          { response: Boolean(response), recording: Boolean(recording) },
        ]),
      );
    },
  };
}

/** The command that parses the stored response again with the current reader. */
export const parseCommand = (no: number, { operation, request, status }: EvidenceAbout): string =>
  [
    "npx winnow parse",
    operation.slice("/api/".length),
    evidenceFile(no, "response"),
    `--request ${quoted(JSON.stringify(request))}`,
    ...(status === 200 ? [] : [`--status ${status}`]),
  ].join(" ");

/** The command that replays the whole call on the site's recorded responses. */
export const replayCommand = (no: number): string => `npx winnow replay ${evidenceFile(no, "recording")}`;

export const evidenceFile = (no: number, what: "response" | "recording"): string =>
  what === "response" ? `incident-${no}.body` : `incident-${no}.warc.gz`;

/** Quotes for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
