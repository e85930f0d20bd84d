import { execFile } from "node:child_process";
import { hash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual, promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { errorCode } from "../../base/thrown.ts";
import { builtFolder } from "../../entry/dashboard/built-folder.ts";

const run = promisify(execFile);
const program = fileURLToPath(import.meta.url);
const repository = fileURLToPath(new URL("../../..", import.meta.url));
const sources = join(repository, "dashboard");

const inputsFile = join(builtFolder, "inputs.json");

interface BuildLog {
  info(message: string): void;
  error(context: object, message: string): void;
}

/**
 * Builds the web app unless the last build used the same files. A failed build is logged, and the API runs without its
 * dashboard.
 */
export async function ensureDashboardBuilt(log: BuildLog): Promise<void> {
  if (isDashboardBuilt()) return;
  let release = () => {};
  try {
    release = await takeLock();
    if (isBuilt()) return;
    log.info("building the dashboard");
    // In another process, so that the bundler's 400 MB are freed.
    await run(process.execPath, [program], { env: { ...process.env, NODE_ENV: "production" } });
  } catch (error) {
    log.error({ err: error }, "the dashboard could not be built; the API runs without it");
  } finally {
    release();
  }
}

/**
 * Keeps concurrently starting processes from building into the same folder. The lock is a folder, which only one can
 * create.
 */
async function takeLock(): Promise<() => void> {
  const lock = join(sources, ".building");
  for (;;) {
    try {
      mkdirSync(lock);
      return () => rmSync(lock, { recursive: true, force: true });
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
      const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
      // A process that held it this long has died.
      if (Date.now() - since > 600_000) rmSync(lock, { recursive: true, force: true });
      await setTimeout(200);
    }
  }
}

/** The inputs of a build: the hash of each file, by its path in the repository. */
type Inputs = Record<string, string>;

/** Whether the last build used the same files. A release contains only the built web app. */
export const isDashboardBuilt = (): boolean => !existsSync(join(sources, "index.html")) || isBuilt();

function isBuilt(): boolean {
  if (!existsSync(inputsFile)) return false;
  return isDeepStrictEqual(ownInputs(), JSON.parse(readFileSync(inputsFile, "utf8")));
}

/** The dashboard's own files, those of the server that it may import, and the versions of its packages. */
const ownInputs = (): Inputs =>
  Object.fromEntries(
    [...filesUnder("dashboard"), ...filesUnder("src/words"), "package-lock.json", relative(repository, program)].map(
      (path) => [path, hash("sha256", readFileSync(join(repository, path)))],
    ),
  );

const filesUnder = (folder: string): string[] =>
  readdirSync(join(repository, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(builtFolder) && !/\.test\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => relative(repository, join(parentPath, name)));

/** Compresses every text file once, so that requests need no compression. */
async function packFiles(): Promise<void> {
  const texts = filesOfSite().filter((path) => [".html", ".js", ".css", ".svg"].includes(extname(path)));
  await Promise.all(
    texts.map(async (path) => {
      const bytes = readFileSync(path);
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
      writeFileSync(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
      writeFileSync(`${path}.gz`, await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }));
    }),
  );
}

const filesOfSite = (): string[] =>
  readdirSync(join(builtFolder, "site"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

if (import.meta.main) {
  const { build } = await import("vite");
  const inputs = ownInputs();
  rmSync(builtFolder, { recursive: true, force: true });
  await build({ configFile: join(sources, "vite.config.ts"), logLevel: "error" });
  await packFiles();
  writeFileSync(inputsFile, JSON.stringify(inputs, null, 2));
}
