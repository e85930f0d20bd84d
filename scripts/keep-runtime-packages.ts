import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadedAsPackages } from "../src/cli/bundle/not-bundled.ts";

/**
 * For a container image. The bundle contains its packages except a few; this deletes all others from `node_modules`, which
 * is most of it. Nothing can be built or tested here afterwards.
 */
const modules = fileURLToPath(new URL("../node_modules/", import.meta.url));
const kept = new Set<string>();

/** Where Node would find it. */
function folderOf(name: string, from: string): string | null {
  for (let folder = from; folder.length >= dirname(modules).length; folder = dirname(folder)) {
    const found = join(folder, "node_modules", name);
    if (existsSync(join(found, "package.json"))) return found;
  }
  return null;
}

function keep(name: string, from: string): void {
  const folder = folderOf(name, from);
  if (folder === null || kept.has(folder)) return;
  kept.add(folder);
  const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  ) as Record<string, Record<string, string> | undefined>;
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
    keep(needed, folder);
}

for (const name of loadedAsPackages) keep(name, dirname(modules));
const installed = readdirSync(modules).flatMap((name) =>
  name.startsWith("@") ? readdirSync(join(modules, name)).map((one) => join(name, one)) : [name],
);
for (const name of installed) {
  const folder = join(modules, name);
  // A package within one that is kept is needed by it.
  if (!kept.has(folder)) rmSync(folder, { recursive: true, force: true });
}
console.log(`kept ${kept.size} packages of ${installed.length}`);
