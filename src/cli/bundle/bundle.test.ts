import { isAscii } from "node:buffer";
import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureBundle, findBundle } from "./find-bundle.js";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));
let copy: string;
/** Evaluated in the copy, as its own launcher would. */
const inCopy = async (expression: string): Promise<string> => {
  const finder = JSON.stringify(join(copy, "src/cli/bundle/find-bundle.js"));
  const code = `import(${finder}).then((it) => process.stdout.write(String(it.${expression})))`;
  return (await run(process.execPath, ["-e", code])).stdout;
};

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), "winnow-bundle-"));
  await Promise.all(
    ["src", "client/src", "package.json", "package-lock.json"].map((name) =>
      cp(join(root, name), join(copy, name), { recursive: true }),
    ),
  );
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
});
afterAll(() => rm(copy, { recursive: true, force: true }));

test("the tests start the bundle of these sources", () => {
  expect([ensureBundle(), findBundle()]).toEqual([expect.any(String), ensureBundle()]);
});

test("the bundle is ASCII, since V8 holds any other source in memory with two bytes per character", async () => {
  const folder = dirname(ensureBundle()!);
  for (const name of await readdir(folder))
    expect([name, isAscii(await readFile(join(folder, name)))]).toEqual([name, true]);
});

test("a changed source needs a new bundle; a changed modification time does not", async () => {
  expect(await inCopy("findBundle()")).toBe("undefined");
  const first = await inCopy("ensureBundle()");
  expect(first).toMatch(/winnow\.js$/);
  const source = join(copy, "src/cli/exit-codes.ts");
  await utimes(source, 0, 0);
  expect(await inCopy("findBundle()")).toBe(first);
  await writeFile(source, "export const changed = 1;\n", { flag: "a" });
  expect(await inCopy("findBundle()")).toBe("undefined");
});

test("sources that do not compile are run unbundled, so that the error names the file", async () => {
  await writeFile(join(copy, "src/cli/winnow.ts"), "const = ;\n", { flag: "a" });
  expect(await inCopy("ensureBundle()")).toBe("undefined");
  expect(await readdir(join(copy, "dist"))).toHaveLength(1);
  const { code, stderr } = await run(process.execPath, [join(copy, "src/cli/launch.js"), "--help"]).catch(
    (error) => error,
  );
  expect(code).toBe(1);
  expect(stderr).toContain("src/cli/winnow.ts");
});
