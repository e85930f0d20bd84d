import type { Operation } from "../contract/operation.ts";
import { compileRequest } from "../contract/reading/read-request.ts";
import type { Source } from "../contract/source.ts";

/** An operation with its source and its compiled body reader. */
export interface Entry {
  source: Source;
  operation: Operation;
  /** `nlretail/products/search`: its name in the CLI, MCP and the docs. */
  name: string;
  read: ReturnType<typeof compileRequest>;
}

export interface Registry {
  sources: Source[];
  entries: Entry[];
  byPath(path: string): Entry | undefined;
  byName(name: string): Entry | undefined;
}

/** Everything that can be called, derived from the source folders alone. */
export function createRegistry(sources: Source[]): Registry {
  const entries = sources.flatMap((source) =>
    source.operations.map((operation) => ({
      source,
      operation,
      name: operation.path.slice("/api/".length),
      read: compileRequest(operation.request),
    })),
  );
  const paths = new Map(entries.map((entry) => [entry.operation.path, entry]));
  return {
    sources,
    entries,
    byPath: (path) => paths.get(path),
    byName: (name) => paths.get(`/api/${name.replace(/^\/?(api\/)?/, "")}`),
  };
}
