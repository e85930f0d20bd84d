import { randomUUID } from "node:crypto";
import type { Engine } from "../extraction/types.ts";
import {
  fullRequest,
  listPreparedSearches,
  type PreparedSearch,
  type PreparedSearches,
} from "../service/prepared-searches.ts";
import type { Registry } from "../service/registry.ts";

interface Given {
  registry: Registry;
  engine: Pick<Engine, "extract">;
}

/** The searches of the landing page: they run as practice does, and cost nothing. */
export function openPreparedSearches({ registry, engine }: Given): PreparedSearches {
  const list = listPreparedSearches(registry);
  /** Visitors who ask at the same time share one run. */
  const running = new Map<PreparedSearch, Promise<Array<Record<string, unknown>>>>();

  async function runNow(search: PreparedSearch): Promise<Array<Record<string, unknown>>> {
    return Array.fromAsync(
      engine.extract({
        source: search.source,
        operation: search.operation,
        request: fullRequest(search),
        requestId: randomUUID(),
        caller: "visitor",
        disconnect: new AbortController().signal,
      }),
    );
  }

  return {
    list,
    run(operation) {
      const search = list.find(({ operation: { path } }) => path === operation);
      if (!search) return null;
      const current = running.get(search) ?? runNow(search).finally(() => running.delete(search));
      running.set(search, current);
      return current;
    },
  };
}
