import type { Source } from "../../../contract/source.ts";
import { savedAnswer } from "../../../extraction/answer.ts";
import type { Recording } from "../../../extraction/recording/recording.ts";
import { replay } from "../../../extraction/recording/replay.ts";
import { responsesIn } from "../../../extraction/recording/warc.ts";
import { attributeOf, one, parseHtml } from "../../../source-kit/html.ts";
import { looksLikeJson, parseJson } from "../../../source-kit/json.ts";
import { CommandFailed } from "../../command-failed.ts";
import template from "../../source-template/source.ts";
import { readGiven } from "../read-given.ts";
import { redactRecordings } from "../redact/redact-recordings.ts";
import { listExchanges } from "../redact.ts";
import { camel, type NewOperation, operationFileName } from "./names.ts";
import type { Proposal } from "./proposal/fields.ts";
import { proposalInHtml, thingInHtml } from "./proposal/in-html.ts";
import { proposalInJson, proposalWeight, thingInJson } from "./proposal/in-json.ts";
import { operationFile, proposedOperation } from "./proposal/proposed-operation.ts";
import { filesFor } from "./write-source.ts";

type Saved = Awaited<ReturnType<typeof responsesIn>>[number];

interface Found {
  url: URL;
  recording: Pick<Recording, "exchanges">;
  proposal: Proposal;
}

/** The page in a file with the best list, or about one thing: a WARC from any tool, or a saved response, whose address is that which it states. */
export async function foundIn(file: string, kind: Proposal["kind"]): Promise<Found> {
  const bytes = await readGiven(file);
  const responses = /\.warc(?:\.gz)?$/.test(file) ? await responsesIn(bytes) : [savedPage(bytes)];
  const found = responses.flatMap((response): Found[] => {
    const proposal = response.status === 200 ? proposalIn(response, kind) : null;
    if (!proposal) return [];
    const exchange = { ...response, method: "GET" as const, requestHeaders: {}, requestBody: null };
    return [{ url: new URL(response.url), recording: { exchanges: [exchange] }, proposal }];
  });
  const [best] = found.sort((a, b) => proposalWeight(b.proposal) - proposalWeight(a.proposal));
  if (best) return best;
  const what =
    kind === "list"
      ? "no page with a list: no repeated elements, and no JSON with rows"
      : "no page about one thing: no JSON-LD, no JSON with its values, and no terms with values. For a list name an operation that ends in search or list";
  throw new CommandFailed(`${file} has ${what}`);
}

/** A page as somebody saved it, at the address that it states. */
function savedPage(body: Buffer): Saved {
  const stated = attributeOf("href", one("link[rel=canonical]", parseHtml(body.toString())));
  const url = URL.parse(stated ?? "", "https://site.example/")?.href ?? "https://site.example/";
  return { url, status: 200, headers: {}, setCookies: [], at: Date.now(), body };
}

function proposalIn({ body, url, headers }: Saved, kind: Proposal["kind"]): Proposal | null {
  const answer = savedAnswer(body, { url, headers });
  const [json, html] = kind === "list" ? [proposalInJson, proposalInHtml] : [thingInJson, thingInHtml];
  return looksLikeJson(answer) ? json(parseJson(answer.text())) : html(answer.text());
}

/** The files that replace the template's own: the proposed list, with the redacted page as its stand-in. */
export async function newFiles(source: string, added: NewOperation, found: Found): Promise<Record<string, string>> {
  const { url, proposal } = found;
  const { name } = added;
  const named = { source, name, path: url.pathname + url.search };
  const operation = proposedOperation(named, proposal);
  const request = { ...(proposal.kind === "list" && { count: 20 }), timeout: 60 };
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
  const readme = (await filesFor(source, [added])).get("README.md")!;
  const form = `${proposal.format === "json" ? "JSON" : "HTML"} ${proposal.kind === "list" ? "list" : "page"}${proposal.script === null ? "" : ", in a script of the page"}`;
  return {
    [operationFileName(name)]: operationFile(named, proposal),
    "README.md": readme.replace(
      /\| [^|]+ \| nowhere yet.*\|$/m,
      `| ${form} | one recorded page | its request, and what other pages have |`,
    ),
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
export const proposalWords = ({ proposal: { kind, at, count, fields, script } }: Found): string =>
  `${kind === "list" ? `${count} rows` : "one thing"} at ${at || "the top"}${script === null ? "" : ` of the script with ${script}`}
${fields.map(({ name, kind, place, filled }) => `  ${name}: ${kind} at ${place}, ${filled}/${count}`).join("\n")}
`;
