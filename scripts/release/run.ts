import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { ensureDashboardBuilt } from "../../src/app/build-dashboard.ts";
import { ensureBundle } from "../../src/cli/bundle/find-bundle.js";
import { assembleRelease } from "./assemble.ts";

/**
 * `npm run release [-- --folder]`: builds the program and the dashboard once, and packs them as a package that starts
 * without compiling anything. `--folder` leaves it as a folder (`deploy/Containerfile`).
 */
const release = join(import.meta.dirname, "../../release/winnow");

await ensureDashboardBuilt({
  info: console.log,
  error: ({ err }: { err?: unknown }, message) => {
    throw new Error(message, { cause: err });
  },
});
const program = ensureBundle();
if (!program) throw new Error("the program could not be bundled: run node src/cli/bundle/bundle.ts to see why");
assembleRelease(release, program);

const npm = (...words: string[]): string =>
  execFileSync("npm", [...words, "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: release,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  }).trim();
// A lock with the builds of every platform, which that of a working copy lacks, so that `npm ci` works.
npm("install", "--package-lock-only", "--ignore-scripts", "--omit-lockfile-registry-resolved");
npm("shrinkwrap");
console.log(`release/${process.argv.includes("--folder") ? "winnow" : npm("pack", "--pack-destination", "..")}`);
