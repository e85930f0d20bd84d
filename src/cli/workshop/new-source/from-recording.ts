import { readFile } from "node:fs/promises";
import type { Source } from "../../../contract/source.ts";
import { savedAnswer } from "../../../extraction/answer.ts";
import type { Recording } from "../../../extraction/recording/recording.ts";
import { replay } from "../../../extraction/recording/replay.ts";
import { responsesIn } from "../../../extraction/recording/warc.ts";
import { looksLikeJson, parseJson } from "../../../source-kit/json.ts";
import { CommandFailed } from "../../command-failed.ts";
import template from "../../source-template/source.ts";
import { redactRecordings } from "../redact/redact-recordings.ts";
import { listExchanges } from "../redact.ts";
import { camel, type NewOperation, operationFileName } from "./names.ts";
import type { Proposal } from "./proposal/fields.ts";
import { proposalInHtml } from "./proposal/in-html.ts";
import { proposalInJson, proposalWeight } from "./proposal/in-json.ts";
import { operationFile, proposedOperation } from "./proposal/proposed-operation.ts";

interface Found {
  url: URL;
  recording: Pick<Recording, "exchanges">;
  proposal: Proposal;
}

/** The page in a file with the best list: a WARC from any tool, or a saved response, whose address is then unknown. */
export async function listIn(file: string): Promise<Found> {
  const bytes = await readFile(file).catch((error: Error) => {
    throw new CommandFailed(`cannot read ${file}: ${error.message}`);
  });
  const isWarc = /\.warc(?:\.gz)?$/.test(file);
  const saved = { url: "https://site.example/", status: 200, headers: {}, setCookies: [], at: Date.now(), body: bytes };
  const responses = isWarc ? await responsesIn(bytes) : [saved];
  const found = responses.flatMap((response): Found[] => {
    const proposal = response.status === 200 ? proposalIn(response) : null;
    if (!proposal) return [];
    const exchange = { ...response, method: "GET" as const, requestHeaders: {}, requestBody: null };
    return [{ url: new URL(response.url), recording: { exchanges: [exchange] }, proposal }];
  });
  const [best] = found.sort((a, b) => proposalWeight(b.proposal) - proposalWeight(a.proposal));
  if (!best) throw new CommandFailed(`${file} has no page with a list: no repeated elements, and no JSON with rows`);
  return best;
}

function proposalIn({ body, url, headers }: { body: Uint8Array; url: string; headers: Record<string, string> }) {
  const answer = savedAnswer(body, { url, headers });
  return looksLikeJson(answer) ? proposalInJson(parseJson(answer.text())) : proposalInHtml(answer.text());
}

/** The files that replace the template's own: the proposed list, with the redacted page as its stand-in. */
export async function newFiles(source: string, { name }: NewOperation, found: Found): Promise<Record<string, string>> {
  const { url, proposal } = found;
  const named = { source, name, path: url.pathname + url.search };
  const operation = proposedOperation(named, proposal);
  const request = { count: 20, timeout: 60 };
  const recording = {
    source,
    operation: operation.path,
    request,
    origins: { site: url.origin },
    startedAt: Date.now(),
    truncated: false,
    remembered: [],
    exchanges: found.recording.exchanges,
  };
  const proposed: Source = { ...template, name: source, operations: [operation] };
  const redacted = await redactRecordings([recording], (one) => replay(one, proposed)).catch((error: Error) => {
    throw new CommandFailed(`the proposed table cannot read the page it is from: ${error.message}`);
  });
  const [page] = redacted.recordings as [Recording];
  const [example] = await replay(page, proposed);
  return {
    [operationFileName(name)]: operationFile(named, proposal),
    "canaries.ts": `import { operationResource, type SourceCanaries } from "../../source-kit/source.ts";
import ${camel(name)} from "./${operationFileName(name)}";

/** Calls that must always work on the live site. docs/health.md says what they can expect. */
export const canaries: SourceCanaries = { live: { [operationResource(${camel(name)})]: [{ request: {} }] } };
`,
    "recorded.json": `${JSON.stringify(listExchanges([page]), null, 2)}\n`,
    "example-records.json": `${JSON.stringify({ [name]: example }, null, 2).replaceAll("https://site.example", `https://${source}.example`)}\n`,
    "stand-in.ts": `import { recordedStandIn } from "../../source-kit/stand-in/stand-in.ts";
import recorded from "./recorded.json" with { type: "json" };

export const standIn = recordedStandIn(recorded);
`,
  };
}

/** The findings, for the user. */
export const proposalWords = ({ proposal: { rows, count, fields, script } }: Found): string =>
  `${count} rows at ${rows || "the top"}${script === null ? "" : ` of the script with ${script}`}
${fields.map(({ name, kind, place, filled }) => `  ${name}: ${kind} at ${place}, ${filled}/${count}`).join("\n")}
`;
