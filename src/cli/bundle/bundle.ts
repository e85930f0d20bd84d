import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { bundleFolder } from "./find-bundle.js";
import { notBundled } from "./not-bundled.ts";
import { preserveModuleUrls } from "./preserve-module-urls.ts";

const src = fileURLToPath(new URL("../..", import.meta.url));

/** Old bundles stay for processes that still run them and load a chunk late. */
const KEPT = 5;

const entries = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((path) => path === "cli/winnow.ts" || /-(?:worker|entry)\.ts$/.test(path))
  .map((path) => [basename(path, ".ts"), join(src, path)]);

async function bundleInto(dir: string, placeOf: (file: string) => string): Promise<void> {
  const bundle = await rolldown({
    input: Object.fromEntries(entries),
    platform: "node",
    // Module names made from paths would change the bytes in another folder.
    experimental: { attachDebugInfo: "none" },
    external: notBundled,
    plugins: [preserveModuleUrls(src, placeOf)],
    // Packages import optional packages inside try and catch.
    onLog: () => {},
  });
  await bundle.write({
    dir,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    // V8 keeps a script's source in memory, with two bytes per character if any is not ASCII.
    charset: "ascii",
    comments: false,
  });
  await bundle.close();
}

function removeOldBundles(folder: string): void {
  const age = (name: string) => statSync(join(folder, name)).mtimeMs;
  const newestFirst = readdirSync(folder).sort((one, other) => age(other) - age(one));
  for (const name of newestFirst.slice(KEPT)) rmSync(join(folder, name), { recursive: true, force: true });
}

const wanted = bundleFolder();
mkdirSync(dirname(wanted), { recursive: true });
const making = mkdtempSync(join(dirname(wanted), "making-"));
try {
  chmodSync(making, 0o755);
  await bundleInto(making, (file) => relative(wanted, file));
  renameSync(making, wanted);
} finally {
  // Left over when the sources do not compile, or when another process that started at the same time was faster.
  rmSync(making, { recursive: true, force: true });
}
removeOldBundles(dirname(wanted));
