import { createRequire } from "node:module";
import { join } from "node:path";
import { manifestsIn } from "../contract/load-sources.ts";
import type { Source } from "../contract/source.ts";
import { servePublicModules } from "../source-kit/public-modules.ts";
import { findSource, findSources } from "../sources/find-sources.ts";
import type { Config } from "./config.ts";

type Installation = Pick<Config, "database" | "sources">;

/** The sources that Winnow brings, those in `sources/` of the data directory, and those that WINNOW_SOURCES names. */
export const installedSources = (config: Installation, folder?: string): Promise<Source[]> =>
  findSources(folder, { also: manifestsBesides(config) });

/** One of them, as its author works on it: its example records are written last. */
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

/** A package, or the path of a manifest, as seen from the folder that the service is started in. */
function manifestOf(name: string): string {
  try {
    return createRequire(join(process.cwd(), "here.js")).resolve(name);
  } catch {
    throw new Error(`WINNOW_SOURCES names ${name}, which is not there: install it (npm install ${name}), or remove it`);
  }
}
