import type { Operation } from "../contract/operation.ts";
import type { Site, SiteRequest } from "../contract/site.ts";
import type { Source } from "../contract/source.ts";

class Seen extends Error {
  readonly request: SiteRequest;
  constructor(request: SiteRequest) {
    super("the first request was seen");
    this.request = request;
  }
}

/**
 * The first request that an operation would send, without sending it. It is checked against robots.txt before the first
 * call.
 */
export async function firstRequest(
  source: Source,
  operation: Operation,
  body: Record<string, unknown>,
  originOf: (name: string) => string,
): Promise<SiteRequest | null> {
  const show = (request: SiteRequest): never => {
    throw new Seen(request);
  };
  const site: Site = {
    origin: originOf("site"),
    originOf,
    setting: (name) => source.settings?.[name]?.default ?? "",
    signal: new AbortController().signal,
    now: () => Date.now(),
    memory: { get: () => undefined, set() {} },
    report: () => {},
    fellBack: () => {},
    progress: { wanted: () => 1, newIn: () => 0 },
    read: async (request) => show(request),
    // biome-ignore lint/correctness/useYield: it shows the first request and is left.
    async *readAll(requests) {
      for (const request of requests) show(request);
    },
  };
  try {
    for await (const _page of operation.run(body as never, site)) break;
  } catch (error) {
    if (error instanceof Seen) return error.request;
    throw error;
  }
  return null;
}
