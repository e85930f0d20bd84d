import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../base/clock.ts";
import { type Source, settingEnv } from "../contract/source.ts";
import { createEngine, type EngineOptions } from "../extraction/engine.ts";
import type { Config } from "./config.ts";
import { openOrigins } from "./open-origins.ts";
import { siteIdentity } from "./site-identity.ts";
import { engineSettings } from "./source-settings.ts";

const quiet = { debug() {}, info() {}, warn() {} };

type EngineConfig = Pick<Config, "sources" | "accounts" | "database" | "server">;

export type OpenedEngine = Awaited<ReturnType<typeof openEngine>>;

/** Opens an engine for one task, and closes it afterwards. */
export async function withEngine<T>(
  sources: Source[],
  config: EngineConfig,
  work: (opened: OpenedEngine) => Promise<T>,
  changes: Partial<EngineOptions> = {},
): Promise<T> {
  const opened = await openEngine(sources, config, changes);
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** An engine for one command, without the service: sources at the operator's addresses, or else at their stand-ins. */
async function openEngine(sources: Source[], config: EngineConfig, changes: Partial<EngineOptions> = {}) {
  const origins = await openOrigins(sources, config, quiet);
  const { originOf, isStandIn, shownAt } = origins;
  const engine = createEngine({
    sources,
    originOf,
    isStandIn,
    shownAt,
    log: quiet,
    clock: systemClock,
    unreadableDir: join(tmpdir(), "winnow-unreadable"),
    ...engineSettings(sources, config.sources),
    ...siteIdentity(config),
    ...changes,
  });
  return {
    engine,
    isStandIn,
    isSetUp: origins.isSetUp,
    originOf,
    async close(): Promise<void> {
      await engine.close();
      await origins[Symbol.asyncDispose]();
    },
  };
}

/** Drops the settings of other sources, which are not loaded. */
export const onlyFor = (config: Config, source: string): Config => ({
  ...config,
  sources: settingsFor(config.sources, source),
});

function settingsFor(config: Config["sources"], source: string): Config["sources"] {
  const own = (key: string) => key === source || key.startsWith(`${source}.`);
  const filtered = <T>(all: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(all).filter(([key]) => own(key)));
  return {
    ...config,
    origins: filtered(config.origins),
    sites: filtered(config.sites),
    prefixed: Object.fromEntries(
      Object.entries(config.prefixed).filter(([env]) => env.startsWith(settingEnv(source, ""))),
    ),
    faults: config.faults
      .split(",")
      .filter((pair) => own(pair.split("=")[0] ?? ""))
      .join(","),
  };
}
