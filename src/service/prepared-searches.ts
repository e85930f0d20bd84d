import { requestDefaults } from "../contract/canary.ts";
import type { Operation } from "../contract/operation.ts";
import type { Source } from "../contract/source.ts";
import type { Registry } from "./registry.ts";

/** A search that visitors run on the landing page without an account. */
export interface PreparedSearch {
  source: Source;
  operation: Operation;
  /** The body, as a caller would write it. */
  body: Record<string, unknown>;
}

export interface PreparedSearches {
  list: readonly PreparedSearch[];
  /** Always on a stand-in. Null if no search is prepared for the operation. */
  run(operation: string): Promise<Array<Record<string, unknown>>> | null;
}

const MAX_SEARCHES = 3;
const MAX_RECORDS = 5;

/** The first example of each operation, and first of those that are priced by results: people come to search lists. */
export function listPreparedSearches({ sources }: Pick<Registry, "sources">): PreparedSearch[] {
  const all = sources
    .flatMap((source) => source.operations.map((operation) => ({ source, operation })))
    .filter(({ operation }) => operation.examples.length > 0);
  const isList = ({ operation }: (typeof all)[number]) => operation.price.kind === "per-results";
  return [...all.filter(isList), ...all.filter((one) => !isList(one))]
    .slice(0, MAX_SEARCHES)
    .map((one) => ({ ...one, body: shortExample(one.operation) }));
}

const shortExample = ({ examples: [example], request }: Operation): PreparedSearch["body"] => ({
  ...example,
  ...("count" in request.properties && { count: MAX_RECORDS }),
});

export const fullRequest = ({ operation, body }: PreparedSearch): Record<string, unknown> => ({
  ...requestDefaults(operation),
  ...body,
});
