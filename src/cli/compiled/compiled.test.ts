import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compiledProgram } from "./compiled-program.js";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));
let copy: string;
/** Asked of the copy: where its compiled program is, as its own launcher would find it. */
const inCopy = async (expression: string): Promise<string> => {
  const program = join(copy, "src/cli/compiled/compiled-program.js");
  const code = `import(${JSON.stringify(program)}).then((it) => process.stdout.write(String(it.${expression})))`;
  return (await run(process.execPath, ["-e", code])).stdout;
};

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), "winnow-compiled-"));
  await Promise.all(
    ["src", "client/src", "package.json", "package-lock.json"].map((name) =>
      cp(join(root, name), join(copy, name), { recursive: true }),
    ),
  );
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
});
afterAll(() => rm(copy, { recursive: true, force: true }));

test("the program that the tests start is the one made of these sources", () => {
  expect(compiledProgram()).toBeDefined();
});

test("a change to any source sets the compiled program aside; the next start makes another", async () => {
  expect(await inCopy("compiledProgram()")).toBe("undefined");
  const first = await inCopy("ensureCompiled()");
  expect(first).toMatch(/winnow\.js$/);
  expect(await inCopy("ensureCompiled()")).toBe(first);
  await writeFile(join(copy, "src/cli/exit-codes.ts"), "export const changed = 1;\n", { flag: "a" });
  expect(await inCopy("compiledProgram()")).toBe("undefined");
});

test("sources that do not compile are run as they are, so that their fault is named", async () => {
  await writeFile(join(copy, "src/cli/winnow.ts"), "const = ;\n", { flag: "a" });
  expect(await inCopy("ensureCompiled()")).toBe("undefined");
  expect(await readdir(join(copy, "dist"))).not.toContain(await inCopy("fingerprintOfSources()"));
  const { code, stderr } = await run(process.execPath, [join(copy, "src/cli/launch.js"), "--help"]).catch(
    (error) => error,
  );
  expect(code).toBe(1);
  expect(stderr).toContain("src/cli/winnow.ts");
});
