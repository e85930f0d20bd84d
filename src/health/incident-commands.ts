import type { EvidenceAbout } from "./incident-evidence.ts";

/** What an engineer types to read the kept response again with today's reader. */
export const parseCommand = (no: number, { operation, request, status }: EvidenceAbout): string =>
  [
    "npx winnow parse",
    operation.slice("/api/".length),
    fileOf(no, "response"),
    `--request ${quoted(JSON.stringify(request))}`,
    ...(status === 200 ? [] : [`--status ${status}`]),
  ].join(" ");

/** What runs the whole call again on what the site answered then. */
export const replayCommand = (no: number): string => `npx winnow replay ${fileOf(no, "recording")}`;

export const fileOf = (no: number, what: "response" | "recording"): string =>
  what === "response" ? `incident-${no}.body` : `incident-${no}.warc.gz`;

/** For a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
