import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readConfig } from "../app/config.ts";
import { installedSource } from "../app/installed-sources.ts";
import type { Operation } from "../contract/operation.ts";
import type { Source } from "../contract/source.ts";
import { CommandFailed } from "./command-failed.ts";

const plain = (name: string): string => name.replace(/^\/?(api\/)?/, "").replace(/[^a-z0-9]+/gi, "/");

/**
 * An operation of this checkout, by `<source>/<operation>` in any spelling; the source alone means its first operation, the
 * main one.
 */
export async function findOperation(name: string): Promise<{ source: Source; operation: Operation }> {
  const [sourceName = "", ...rest] = plain(name).split("/");
  const source = await installedSource(readConfig(process.env), sourceName);
  const operation = source.operations.find(({ path }) => rest.join("/") === "" || plain(path) === plain(name));
  if (operation) return { source, operation };
  const names = source.operations.map(({ path }) => path.slice("/api/".length));
  throw new CommandFailed(`no operation "${name}"; there are ${names.join(", ")}`);
}

const ownSources = fileURLToPath(new URL("../sources", import.meta.url));

/** The folder of a source whose files can be changed: one of this checkout, or of `sources/` in DATA_DIR. */
export function sourceFolder(source: string): string {
  const places = [ownSources, join(readConfig(process.env).database.dataDir, "sources")];
  const folders = places.map((place) => join(place, source));
  const found = folders.find(existsSync);
  if (!found) throw new CommandFailed(`no source "${source}" in ${folders.join(" or ")}`);
  return found;
}
