import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { home, root, writeReadmeAndLicense } from "./published.ts";

export const PYTHON_FOLDERS = ["clients/python", "clients/dlt"];

/** Makes builds reproducible: no build time, no owner, no directory order. */
const EPOCH = "1700000000";
/** `git archive` and a checkout give files different modes, which a wheel keeps. */
const MODE = "u=rwX,go=rX";
/** The build tool, pinned because another version may write different bytes. */
const BUILDER = "setuptools==80.9.0";
const BUILD = "import sys, setuptools.build_meta as b; to = sys.argv[1]; b.build_wheel(to); b.build_sdist(to)";

/** Python's spelling of a version: 1.0.0-rc.1 is 1.0.0rc1. */
export const pythonVersion = (version: string): string => version.replace(/-(\w+)\./, "$1");

/** Builds the wheel and the source distribution of a Python package; returns their names. */
export function packPython(directory: string, into: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), "winnow-python-"));
  const run = (command: string, words: string[], cwd = folder, env = {}) =>
    execFileSync(command, words, {
      cwd,
      encoding: "utf8",
      env: { ...process.env, SOURCE_DATE_EPOCH: EPOCH, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
  try {
    const [sources, tools, built] = ["winnow", "tools", "built"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    run("python3", ["-m", "pip", "install", "--quiet", "--target", tools, BUILDER]);
    mkdirSync(sources);
    cpSync(join(root, directory, "src"), join(sources, "src"), {
      recursive: true,
      filter: (file) => !/__pycache__|\.egg-info/.test(file),
    });
    const project = readFileSync(join(root, directory, "pyproject.toml"), "utf8");
    const urls = `[project.urls]\nHomepage = "${home}"\nIssues = "${home}/issues"\n`;
    writeFileSync(join(sources, "pyproject.toml"), project.replace(/^(?=\[tool)/m, `${urls}\n`));
    writeReadmeAndLicense(sources, directory);
    run("chmod", ["-R", MODE, sources]);
    run("sh", ["-c", 'umask 022; exec python3 -c "$0" "$1"', BUILD, built], sources, { PYTHONPATH: tools });
    // Sorted by name: `-py3-none-any.whl`, then `.tar.gz`.
    const [wheel, sdist] = readdirSync(built).sort() as [string, string];
    cpSync(join(built, wheel), join(into, wheel));
    // setuptools keeps file times in a source distribution.
    run("tar", ["xzf", sdist], built);
    const same = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", `--mtime=@${EPOCH}`, `--mode=${MODE}`];
    run(
      "sh",
      ["-c", `tar ${same.join(" ")} -cf - ${sdist.replace(".tar.gz", "")} | gzip -9n > ${join(into, sdist)}`],
      built,
    );
    return [wheel, sdist];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
