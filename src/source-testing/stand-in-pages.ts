import { requestDefaults } from "../contract/canary.ts";
import type { Operation } from "../contract/operation.ts";
import type { Answer } from "../contract/site.ts";
import type { Source } from "../contract/source.ts";
import type { StandInCall } from "../contract/stand-in.ts";
import { savedAnswer } from "../extraction/answer.ts";
import { standInFor } from "./stand-in-for.ts";

/** A page of a site with its request. */
export interface SavedPage {
  source: Source;
  operation: Operation;
  request: Record<string, unknown>;
  name: string;
  answer: Answer;
}

/** The stand-in's responses to the examples of an operation and to additional addresses. */
export async function standInPages(
  source: Source,
  operation: Operation,
  { paths = [], examples = operation.examples }: { paths?: string[]; examples?: Array<Record<string, unknown>> } = {},
): Promise<SavedPage[]> {
  const bench = await standInFor(source);
  const defaults = requestDefaults(operation);
  const requested: Array<Pick<StandInCall, "method" | "url" | "headers" | "body"> & Pick<SavedPage, "request">> = [];
  for (const example of examples) {
    await bench.run(operation, example);
    requested.push(...bench.calls.splice(0).map((call) => ({ ...call, request: { ...defaults, ...example } })));
  }
  const more = paths.map((path) => ({
    method: "GET",
    url: new URL(path, bench.origin),
    headers: source.headers,
    body: "",
    request: { ...defaults, ...operation.examples[0] },
  }));
  const pages: SavedPage[] = [];
  for (const { method, url, headers, body, request } of [...requested, ...more]) {
    const response = await fetch(url, {
      method,
      headers: { ...headers, "accept-encoding": "identity" },
      redirect: "manual",
      ...(body && { body }),
    });
    const answer = savedAnswer(new Uint8Array(await response.arrayBuffer()), {
      url: url.href,
      status: response.status,
      headers: { "content-type": response.headers.get("content-type") ?? "" },
    });
    pages.push({ source, operation, request, name: `stand-in ${url.pathname}`, answer });
  }
  await bench.close();
  return pages;
}
