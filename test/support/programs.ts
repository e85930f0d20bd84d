import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A program of the machine that tests start: its display name, Debian's package, and its path if installed. */
export interface Program {
  name: string;
  debianPackage: string;
  find(): string | undefined;
}

/** The headless shell draws no window: it needs a third less CPU than the full program. */
export const chromium: Program = {
  name: "Chromium",
  debianPackage: "chromium-headless-shell",
  find: () =>
    [
      // Debian's script in /usr/bin starts it as a child, which would outlive the script.
      "/usr/lib/chromium/chromium-headless-shell",
      "/usr/bin/chromium",
      "/usr/bin/chromium-browser",
      "/usr/bin/google-chrome",
    ].find(existsSync),
};

/** Found by the folder of its programs, newest version first. */
export const postgres: Program = {
  name: "PostgreSQL",
  debianPackage: "postgresql",
  find() {
    const root = "/usr/lib/postgresql";
    const versions = existsSync(root) ? readdirSync(root) : [];
    return versions
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(root, version, "bin"))
      .find((bin) => existsSync(join(bin, "initdb")));
  },
};

export const haproxy: Program = {
  name: "HAProxy",
  debianPackage: "haproxy",
  find: () => ["/usr/sbin/haproxy", "/usr/local/sbin/haproxy"].find(existsSync),
};

export const pgbouncer: Program = {
  name: "pgbouncer",
  debianPackage: "pgbouncer",
  find: () => ["/usr/sbin/pgbouncer", "/usr/local/bin/pgbouncer"].find(existsSync),
};

export const prometheus: Program = {
  name: "Prometheus",
  debianPackage: "prometheus",
  find: () => ["/usr/bin/prometheus", "/usr/local/bin/prometheus"].find(existsSync),
};

export const go: Program = {
  name: "Go",
  debianPackage: "golang-go",
  find: () => ["/usr/bin/go", "/usr/local/go/bin/go"].find(existsSync),
};

const LOCK_SECONDS = 600;

/** The path of the program, installing it if missing and permitted. Rejects with advice. */
export async function ensureProgram({ name, debianPackage, find }: Program): Promise<string> {
  const found = find();
  if (found) return found;
  const todo = `Install it (apt-get install ${debianPackage}) and run again.`;
  if (process.getuid?.() !== 0) throw new Error(`${name} is not on this machine. ${todo}`);
  console.log(`${name} is missing: installing it once with apt-get.`);
  // Our own lock is for a second run on this machine; apt's lock is for anyone else who installs packages.
  const apt = (...args: string[]) =>
    run("flock", [
      "-w",
      String(LOCK_SECONDS),
      join(tmpdir(), "winnow-apt.lock"),
      "env",
      "DEBIAN_FRONTEND=noninteractive",
      "apt-get",
      "-o",
      `DPkg::Lock::Timeout=${LOCK_SECONDS}`,
      ...args,
    ]);
  try {
    // An outdated package list may still name the package.
    await apt("update").catch(() => {});
    await apt("install", "-y", "--no-install-recommends", debianPackage);
  } catch (error) {
    throw new Error(`${name} is not on this machine and could not be installed (${lastLine(error)}). ${todo}`);
  }
  const installed = find();
  if (!installed) throw new Error(`${name} was installed, but is not where Debian puts it. ${todo}`);
  return installed;
}

function lastLine(error: unknown): string {
  const { stderr = "", message } = error as Error & { stderr?: string };
  return (stderr.trim() || message).split("\n").at(-1)!.trim();
}
