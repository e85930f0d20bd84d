import { requestDefaults } from "../contract/canary.ts";
import type { Operation } from "../contract/operation.ts";
import type { Answer } from "../contract/site.ts";
import type { Source } from "../contract/source.ts";
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
  const request = { ...requestDefaults(operation), ...operation.examples[0] };
  for (const example of examples) await bench.run(operation, example);
  const requested = bench.calls.splice(0).map(({ method, url, headers, body }) => ({ method, url, headers, body }));
  const more = paths.map((path) => ({
    method: "GET",
    url: new URL(path, bench.origin),
    headers: source.headers,
    body: "",
  }));
  const pages: SavedPage[] = [];
  for (const { method, url, headers, body } of [...requested, ...more]) {
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
