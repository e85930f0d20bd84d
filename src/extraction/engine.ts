import { type Clock, systemClock } from "../clock.ts";
import type { Memory } from "../contract/site.ts";
import type { Source } from "../contract/source.ts";
import { HealthRecord } from "./health.ts";
import { createMemory } from "./memory.ts";
import { startRun } from "./run.ts";
import { openSession } from "./session.ts";
import { openSite } from "./site.ts";
import { directTransport } from "./transport/direct.ts";
import type { Engine, Log } from "./types.ts";

const DEFAULT_MAX_BYTES = 32 * 1024 * 1024;

export interface EngineOptions {
  sources: Source[];
  /** Where an origin of a source's manifest really is. */
  originOf(source: string, name: string): string;
  log: Log;
  /** Where unreadable answers are kept. */
  unreadableDir: string;
  clock?: Clock;
  random?: () => number;
}

export function createEngine(options: EngineOptions): Engine {
  const { sources, originOf, log, clock = systemClock, random = Math.random } = options;
  const transport = directTransport();
  const lasting = new Map<string, { memory: Memory; health: HealthRecord }>(
    sources.map(({ name }) => [name, { memory: createMemory(clock), health: new HealthRecord(clock) }]),
  );

  return {
    extract(asked) {
      const { source } = asked;
      const { memory, health } = lasting.get(source.name)!;
      const placeOf = (name: string) => {
        if (!(name in source.origins)) throw new Error(`${source.name} has no origin "${name}"`);
        return originOf(source.name, name);
      };
      const allowed = new Set(Object.keys(source.origins).map(placeOf));
      return startRun(asked, {
        clock,
        log,
        health,
        openSite: (run) =>
          openSite({
            ...run,
            source,
            originOf: placeOf,
            clock,
            memory,
            random,
            session: openSession({
              transport,
              headers: source.headers,
              maxBytes: source.maxBytes ?? DEFAULT_MAX_BYTES,
              originOf: placeOf,
              mayVisit: (url) => allowed.has(url.origin) && url.username === "" && url.password === "",
            }),
          }),
      });
    },
    health: () => sources.map(({ name }) => lasting.get(name)!.health.report(name, false)),
    close: () => transport.close(),
  };
}
