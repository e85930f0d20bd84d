import { createRequire } from "node:module";
import { join } from "node:path";
import { manifestsIn } from "../contract/load-sources.ts";
import type { Source } from "../contract/source.ts";
import { servePublicModules } from "../source-kit/public-modules.ts";
import { findSource, findSources } from "../sources/find-sources.ts";
import type { Config } from "./config.ts";

/** What says where sources are. */
export interface Installation {
  database: Pick<Config["database"], "dataDir">;
  sources: Pick<Config["sources"], "packages">;
}

/** The built-in sources, those in `sources/` of the data directory, and those named in WINNOW_SOURCES. */
export const installedSources = (
  config: Installation,
  folder?: string,
  only: string | null = null,
): Promise<Source[]> => findSources(folder, { also: manifestsBesides(config), ...(only !== null && { only }) });

/** One of them during development; its example records may not exist yet. */
export const installedSource = (config: Installation, name: string): Promise<Source> =>
  findSource(name, { also: manifestsBesides(config), withoutExamples: true });

function manifestsBesides({ database, sources }: Installation): string[] {
  const named = sources.packages
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  const manifests = [...manifestsIn(join(database.dataDir, "sources")), ...named.map(manifestOf)];
  if (manifests.length > 0) servePublicModules();
  return manifests;
}

/** Resolves a package or the path of a manifest from the working directory. */
function manifestOf(name: string): string {
  try {
    return createRequire(join(process.cwd(), "here.js")).resolve(name);
  } catch {
    throw new Error(
      `WINNOW_SOURCES names ${name}, which is not installed: install it (npm install ${name}), or remove it`,
    );
  }
}
