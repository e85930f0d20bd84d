import { execFile } from "node:child_process";
import { copyFile, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import commandPackage from "./package.json" with { type: "json" };

const run = promisify(execFile);
const launcher = fileURLToPath(new URL("./launch.js", import.meta.url));
/** Loaded before the launcher: fakes Node's version, as on a machine with only that one. */
const calledNode = (version: string) =>
  `data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"${version}"}})`;
const launchFrom = (file: string, version: string, ...words: string[]) =>
  run(process.execPath, ["--import", calledNode(version), file, ...words]);
const launch = (version: string, ...words: string[]) => launchFrom(launcher, version, ...words);

test.each(["20.20.2", "22.23.3", "23.11.0"])(
  "Node %s hands over to the Node of this folder; without one it prints one sentence with what to do, and no TypeScript",
  async (version) => {
    expect((await launch(version, "--version")).stdout.trim()).toBe(packageJson.version);
    expect(await launch(version, "nonsense").catch((error) => error)).toMatchObject({ code: 1 });
    const alone = await mkdtemp(join(tmpdir(), "winnow-launch-"));
    const copy = join(alone, "launch.js");
    await copyFile(launcher, copy);
    await writeFile(join(alone, "package.json"), '{"type":"module"}');
    const { code, stdout, stderr } = await launchFrom(copy, version, "serve").catch((error) => error);
    await rm(alone, { recursive: true });
    expect(code).toBe(1);
    expect(stdout).toBe("");
    expect(stderr.trim().split("\n")).toEqual([
      expect.stringMatching(new RegExp(`^Winnow needs Node 24 and this is Node ${version}: run \`npm install\` again`)),
    ]);
  },
);

test.each(["24.0.0", "26.10.0", "100.0.0"])("Node %s starts the command line", async (version) => {
  expect((await launch(version, "--help")).stdout).toMatch(/^Usage: winnow /);
});

test("--version is the package's version", async () => {
  expect((await launch("24.0.0", "--version")).stdout.trim()).toBe(packageJson.version);
});

test("npx finds the command in node_modules, without reading the whole tree or calling the registry", async () => {
  const bin = fileURLToPath(new URL("../../node_modules/.bin/winnow", import.meta.url));
  expect(await realpath(bin)).toBe(launcher);
  expect(packageJson).not.toHaveProperty("bin");
  expect(commandPackage.version).toBe(packageJson.version);
});
