import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/** Formats the written files as `npm run format` would; does nothing in an installation without the development tools. */
export async function formatFiles(root: string, paths: string[]): Promise<void> {
  const biome = join(root, "node_modules/.bin/biome");
  if (!existsSync(biome)) return;
  await promisify(execFile)(biome, ["check", "--write", "--vcs-enabled=false", "--log-level=error", ...paths], {
    cwd: root,
  });
}
