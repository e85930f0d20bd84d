import type { EvidenceAbout } from "./incident-evidence.ts";

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
