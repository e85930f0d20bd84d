import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const bench = join(import.meta.dirname, "..");

/** Installs what `bench/package.json` names unless it is there. They are not packages of Winnow's: most people never need them. */
export function installTools(): void {
  if (isInstalled()) return;
  console.error("installing the programs that Winnow is compared with (bench/package.json)");
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error", "--omit-lockfile-registry-resolved"];
  const { status } = spawnSync("npm", ["install", "--prefix", bench, "--ignore-scripts", ...quiet], {
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) throw new Error("npm could not install the packages of bench/package.json");
}

function isInstalled(): boolean {
  const [locked, installed] = ["package-lock.json", "node_modules/.package-lock.json"].map(versions);
  const { dependencies } = JSON.parse(readFileSync(join(bench, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  return Object.keys(dependencies).every((name) => {
    const version = installed?.[`node_modules/${name}`]?.version;
    return version !== undefined && version === locked?.[`node_modules/${name}`]?.version;
  });
}

function versions(lockFile: string): Record<string, { version?: string }> {
  const file = join(bench, lockFile);
  if (!existsSync(file)) return {};
  return (JSON.parse(readFileSync(file, "utf8")) as { packages: Record<string, { version?: string }> }).packages;
}
