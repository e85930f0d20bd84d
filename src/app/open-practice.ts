import { join } from "node:path";
import type { Clock } from "../base/clock.ts";
import type { Source } from "../contract/source.ts";
import type { StandIn } from "../contract/stand-in.ts";
import { createEngine, type EngineOptions, unconfigured } from "../extraction/engine.ts";
import { PracticeRun } from "../extraction/practice-run.ts";
import type { Engine, ExtractionRequest, Log } from "../extraction/types.ts";
import { type Fault, parseFault } from "../stand-ins/faults.ts";
import { type StandInServer, serveStandIn } from "../stand-ins/stand-in-server.ts";

interface Given {
  clock: Clock;
  log: Log;
  dataDir: string;
  readers: Pick<EngineOptions, "threads" | "isTrusted">;
  shownAt(source: string): string;
}

const WALL = parseFault("challenge");

export type PracticeEngine = Pick<Engine, "extract"> & AsyncDisposable;

/**
 * Runs of test keys, and the searches of the landing page. They have stand-ins and engines of their own, without metering
 * and without an observer: whatever the operator has configured, they reach no website and count in no statistic, and no
 * pace or pause of a site is shared with them. A stand-in starts with the first call of its source. One with a wall has a
 * port of its own, and each call that asks for it its own engine: nobody else meets it.
 */
export function openPractice({ clock, log, dataDir, readers, shownAt }: Given): PracticeEngine {
  const sites = new Map<string, Promise<StandIn>>();
  const servers = new Map<string, Promise<StandInServer>>();
  const engines = new Map<string, Promise<Engine>>();
  const once = <T>(opened: Map<string, Promise<T>>, key: string, open: () => Promise<T>): Promise<T> => {
    const known = opened.get(key) ?? open();
    opened.set(key, known);
    // One that failed is tried again by the next call.
    known.catch(() => opened.delete(key));
    return known;
  };

  const serve = (source: Source, fault: Fault | null): Promise<StandInServer> =>
    once(servers, `${source.name} ${fault?.kind}`, async () => {
      const site = await once(sites, source.name, () => source.standIn());
      const server = await serveStandIn(site, 0, () => {});
      await server.setFault(fault);
      return server;
    });

  async function openEngine(source: Source, fault: Fault | null): Promise<Engine> {
    const { origin } = await serve(source, fault);
    return createEngine({
      ...unconfigured,
      ...readers,
      sources: [source],
      originOf: () => origin,
      isStandIn: () => true,
      shownAt,
      clock,
      log,
      unreadableDir: join(dataDir, "unreadable"),
    });
  }

  async function start(call: ExtractionRequest) {
    const { source, options } = call;
    if (options?.fault === "wall") {
      const engine = await openEngine(source, WALL);
      return { run: engine.extract(call), close: () => engine.close() };
    }
    const engine = await once(engines, source.name, () => openEngine(source, null));
    return { run: engine.extract(call), close: async () => {} };
  }

  return {
    extract: (call) => new PracticeRun(call, clock, () => start(call)),
    async [Symbol.asyncDispose]() {
      for (const engine of await Promise.all(engines.values())) await engine.close();
      for (const server of await Promise.all(servers.values())) await server.close();
    },
  };
}
