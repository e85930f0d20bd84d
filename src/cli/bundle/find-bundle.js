// Plain JavaScript that imports only Node's modules: the launcher loads it before anything else.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../../..", import.meta.url));

/** A release brings its program along, and no sources (`scripts/release`). */
const released = join(repository, "dist/release/winnow.js");

/**
 * The program bundled from the sources as they are now, or undefined if it has not been built. Node takes two and a half
 * times as long to load the 2,400 modules one by one, and 60 MB more to hold them.
 * @returns {string | undefined}
 */
export function findBundle() {
  if (existsSync(released)) return released;
  const program = join(bundleFolder(), "winnow.js");
  return existsSync(program) ? program : undefined;
}

/**
 * Builds the bundle if it is missing, in another process so that the bundler's memory is freed. If the build fails (a
 * read-only file system, an install without the bundler), the caller runs the sources.
 * @returns {string | undefined}
 */
export function ensureBundle() {
  const program = findBundle();
  if (program) return program;
  spawnSync(process.execPath, [fileURLToPath(new URL("./bundle.ts", import.meta.url))], { stdio: "ignore" });
  return findBundle();
}

/** Named after the content of everything that the bundle is built from. */
export function bundleFolder() {
  const hash = createHash("sha256");
  for (const path of ["package.json", "package-lock.json", ...filesUnder("src"), ...filesUnder("client/src")])
    hash.update(`${path}\n`).update(readFileSync(join(repository, path)));
  return join(repository, "dist", hash.digest("hex").slice(0, 16));
}

/**
 * Node's own recursive listing takes five times as long.
 * @param {string} folder
 * @returns {string[]}
 */
function filesUnder(folder) {
  return readdirSync(join(repository, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesUnder(path);
    return /\.(?:ts|js|json)$/.test(path) && !path.endsWith(".test.ts") ? [path] : [];
  });
}
