import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

type Versions = Record<string, { version?: string } | undefined>;

/** Installs the packages in a folder's `package.json` unless present. Most people never need them. */
export function installTools(folder: string): void {
  if (isInstalled(folder)) return;
  console.error(`installing the packages of ${join(folder, "package.json")} (once)`);
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error", "--omit-lockfile-registry-resolved"];
  const { status } = spawnSync("npm", ["install", "--prefix", folder, "--ignore-scripts", ...quiet], {
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) throw new Error(`npm could not install the packages of ${folder}`);
}

function isInstalled(folder: string): boolean {
  const locked = versionsIn(join(folder, "package-lock.json"));
  const installed = versionsIn(join(folder, "node_modules/.package-lock.json"));
  const { dependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  return Object.keys(dependencies).every((name) => {
    const version = installed[`node_modules/${name}`]?.version;
    return version !== undefined && version === locked[`node_modules/${name}`]?.version;
  });
}

function versionsIn(lockFile: string): Versions {
  if (!existsSync(lockFile)) return {};
  return (JSON.parse(readFileSync(lockFile, "utf8")) as { packages: Versions }).packages;
}
