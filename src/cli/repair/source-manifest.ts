import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readConfig } from "../../app/config.ts";
import { CommandFailed } from "../command-failed.ts";

const ownSources = fileURLToPath(new URL("../../sources", import.meta.url));

/** The manifest of a source whose files can be changed: one of this checkout, or of `sources/` in DATA_DIR. */
export function sourceManifest(name: string): string {
  const folders = [ownSources, join(readConfig(process.env).database.dataDir, "sources")];
  const files = folders.flatMap((folder) => ["source.ts", "source.js"].map((file) => join(folder, name, file)));
  const found = files.find(existsSync);
  if (!found) throw new CommandFailed(`no files of the source "${name}" in ${folders.join(" or ")}`);
  return found;
}
