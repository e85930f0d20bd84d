import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Clock } from "../base/clock.ts";
import { createEngine, unconfigured } from "../extraction/engine.ts";
import type { Log } from "../extraction/types.ts";
import {
  fullRequest,
  listPreparedSearches,
  type PreparedSearch,
  type PreparedSearches,
} from "../service/prepared-searches.ts";
import type { Registry } from "../service/registry.ts";
import { serveStandIns } from "../stand-ins/serve.ts";

interface Given {
  registry: Registry;
  clock: Clock;
  log: Log;
  dataDir: string;
}

/**
 * The searches of the landing page. They have stand-ins and an engine of their own, without metering and without an
 * observer: whatever the operator has configured, they reach no website, cost nothing, and count in no statistic. Both
 * start with the first search.
 */
export function openPreparedSearches({ registry, clock, log, dataDir }: Given): PreparedSearches & AsyncDisposable {
  const list = listPreparedSearches(registry);
  const sources = [...new Set(list.map(({ source }) => source))];
  const open = async () => {
    const served = await serveStandIns(sources);
    const engine = createEngine({
      ...unconfigured,
      sources,
      originOf: (source) => served.originOf(source),
      isStandIn: () => true,
      clock,
      log,
      unreadableDir: join(dataDir, "unreadable"),
    });
    return { served, engine };
  };
  let opened: ReturnType<typeof open> | null = null;
  /** Visitors who ask at the same time share one run. */
  const running = new Map<PreparedSearch, Promise<Array<Record<string, unknown>>>>();

  async function runNow(search: PreparedSearch): Promise<Array<Record<string, unknown>>> {
    opened ??= open();
    const { engine } = await opened;
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
    async [Symbol.asyncDispose]() {
      if (!opened) return;
      const { engine, served } = await opened;
      await engine.close();
      await served.close();
    },
  };
}
