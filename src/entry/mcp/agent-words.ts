import { randomUUID } from "node:crypto";
import { catalogue } from "../../contract/catalogue.ts";
import { WinnowError } from "../../contract/errors.ts";
import { errorText } from "../../service/error-text.ts";
import { Fault } from "./fault.ts";

/** An agent knows tools and their arguments: it sees no paths, no headers and no body. */
const toolWords: Array<[said: RegExp, shown: string]> = [
  [/POST \/api\/([\w/-]+)/g, "execute (operation $1)"],
  [/x-max-cost/g, "max_cost"],
  [/Idempotency-Key/g, "idempotency_key"],
  [/another body/g, "another request"],
  [/The body/g, "The request"],
  [/named in the items/g, "named here"],
  [/Repeat the request with/g, "Call execute again with"],
];

export const inAgentWords = (text: string): string =>
  toolWords.reduce((words, [said, shown]) => words.replaceAll(said, shown), text);

/** What an agent sees of an error: what it can act on, and no internals. `requestId` is the call's, if it has one. */
export function shownError(
  { log }: { log: { error(context: object, message: string): void } },
  error: unknown,
  requestId?: string,
): string {
  if (error instanceof Fault) return error.message;
  if (error instanceof WinnowError) return inAgentWords(worded(error, requestId));
  const reference = requestId ?? randomUUID();
  log.error({ err: error, reference }, "an MCP call failed");
  return `500 internal: something went wrong on our side. Try again; quote ${reference} when you report it.`;
}

function worded(error: WinnowError, requestId: string | undefined): string {
  const said = errorText({ detail: inArguments(error.detail) });
  const hint = error.hint ?? catalogue[error.code].advice;
  const next = said.includes(hint.replace(/^[\w.]+: /, "")) ? "" : ` ${hint}`;
  return `${error.status} ${error.code}: ${said}${next.replace("Nothing was charged. ", "")} Nothing was charged.`
    .replaceAll("the seconds in Retry-After", `${error.headers["retry-after"] ?? "a few"} seconds`)
    .replaceAll(/(?:the )?x-request-id/g, requestId ?? "the time");
}

/** The body of a call is the argument `request`. */
const inArguments = (detail: WinnowError["detail"]): WinnowError["detail"] =>
  typeof detail === "string"
    ? detail
    : detail.map((item) => ({
        ...item,
        loc: item.loc.map((part, at) => (at === 0 && part === "body" ? "request" : part)),
      }));
