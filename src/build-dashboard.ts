import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliCompressSync, constants } from "node:zlib";

const run = promisify(execFile);
const repository = join(import.meta.dirname, "..");
const sources = join(repository, "dashboard");

/** Where the built web app is: `site` for browsers, and `renderer`, which the service runs itself. */
export const builtFolder = join(sources, "dist");

const stamp = join(builtFolder, ".stamp");

interface BuildLog {
  info(message: string): void;
  error(context: object, message: string): void;
}

/**
 * Builds the web app unless what is built comes from the same sources: a stamp holds their hash. A build that fails
 * is logged and leaves the API to go on without its dashboard.
 */
export async function ensureDashboardBuilt(log: BuildLog): Promise<void> {
  const wanted = hashOfSources();
  if (isBuilt(wanted)) return;
  let release = () => {};
  try {
    release = await takeLock();
    if (isBuilt(wanted)) return;
    log.info("building the dashboard");
    // In a process of its own: the bundler's 400 MB go with it.
    await run(process.execPath, [import.meta.filename], { env: { ...process.env, NODE_ENV: "production" } });
    writeFileSync(stamp, wanted);
  } catch (error) {
    log.error({ err: error }, "the dashboard could not be built; the API goes on without it");
  } finally {
    release();
  }
}

const isBuilt = (wanted: string): boolean => existsSync(stamp) && readFileSync(stamp, "utf8") === wanted;

/** Processes that start at once must not build into the same folder: a folder that only one can make is the lock. */
async function takeLock(): Promise<() => void> {
  const lock = join(sources, ".building");
  for (;;) {
    try {
      mkdirSync(lock);
      return () => rmSync(lock, { recursive: true, force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
      // Whoever held it for so long has died.
      if (Date.now() - since > 120_000) rmSync(lock, { recursive: true, force: true });
      await setTimeout(200);
    }
  }
}

function hashOfSources(): string {
  const hash = createHash("sha256");
  const shared = [
    "dashboard-api/api-types.ts",
    "dashboard-api/admin-api-types.ts",
    "health/status-types.ts",
    "service/call-log-types.ts",
    "service/csv.ts",
    "jobs/schedules/compare.ts",
  ].map((file) => join(repository, "src", file));
  const lock = join(repository, "package-lock.json");
  for (const path of [...filesUnder(sources), ...shared, lock, import.meta.filename])
    hash.update(path.slice(repository.length)).update(readFileSync(path));
  return hash.digest("hex");
}

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(builtFolder) && !/\.test\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();

/** Packs every text once, so that a request costs no compression. */
function packFiles(): void {
  for (const path of filesOfSite()) {
    if (![".html", ".js", ".css", ".svg"].includes(extname(path))) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path), { params }));
  }
}

const filesOfSite = (): string[] =>
  readdirSync(join(builtFolder, "site"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

if (import.meta.main) {
  const { build } = await import("vite");
  const configFile = join(sources, "vite.config.ts");
  rmSync(builtFolder, { recursive: true, force: true });
  await build({ configFile, logLevel: "error" });
  await build({
    configFile,
    logLevel: "error",
    // What the service loads at run time is one small program without the packages' own files.
    ssr: { noExternal: true },
    build: { ssr: "src/render.tsx", outDir: "dist/renderer", copyPublicDir: false },
  });
  packFiles();
}
