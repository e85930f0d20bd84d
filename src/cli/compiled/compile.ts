import { chmodSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type Plugin, rolldown } from "rolldown";
import { compiledFolder, fingerprintOfSources } from "./compiled-program.js";
import { leanChunk } from "./lean-chunk.ts";
import { loadedAsPackages, onlyToBuild } from "./packages.ts";
import { preserveModuleUrls } from "./preserve-module-urls.ts";

const src = fileURLToPath(new URL("../..", import.meta.url));

/** Old programs stay for processes that still run them and load a part late. */
const KEPT = 5;

const notBundled = [new RegExp(`^(?:${[...loadedAsPackages, ...onlyToBuild].join("|")})`)];

const workers = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith("-worker.ts"))
  .map((path) => join(src, path));

async function compile(): Promise<void> {
  await mkdir(compiledFolder, { recursive: true });
  const wanted = join(compiledFolder, fingerprintOfSources());
  const made = mkdtempSync(join(compiledFolder, "making-"));
  try {
    chmodSync(made, 0o755);
    await bundleInto(made, (file) => relative(wanted, file));
    renameSync(made, wanted);
  } finally {
    // Another process that started at the same time was faster, or the sources do not compile.
    rmSync(made, { recursive: true, force: true });
  }
  removeOld();
}

async function bundleInto(dir: string, placeOf: (file: string) => string): Promise<void> {
  const entries = [join(src, "cli/winnow.ts"), ...workers];
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((file) => [basename(file, ".ts"), file])),
    platform: "node",
    external: notBundled,
    plugins: [preserveModuleUrls(src, placeOf), leanChunks],
    // Optional packages of packages, which are asked for within try and catch.
    onLog: () => {},
  });
  await bundle.write({
    dir,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    comments: false,
    // Lines and names stay: a fault that ends the program prints its line and its stack.
    minify: { compress: true, mangle: false, codegen: false },
  });
  await bundle.close();
}

const leanChunks: Plugin = {
  name: "lean-chunks",
  generateBundle(_options, bundle) {
    for (const output of Object.values(bundle)) if (output.type === "chunk") output.code = leanChunk(output.code);
  },
};

function removeOld(): void {
  const age = (name: string) => statSync(join(compiledFolder, name)).mtimeMs;
  const newestFirst = readdirSync(compiledFolder).sort((one, other) => age(other) - age(one));
  for (const name of newestFirst.slice(KEPT)) rmSync(join(compiledFolder, name), { recursive: true, force: true });
}

await compile();
