import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inAscii, leanChunk, requireBuiltins } from "./lean-chunk.ts";

let folder: string;
let written = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-lean-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What the module exports as `default`, run by Node. */
async function run(code: string): Promise<unknown> {
  const file = join(folder, `${written++}.mjs`);
  await writeFile(file, code);
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)).default;
}

test.each([
  ['import { join } from "node:path";\nexport default join("a", "b");', "a/b"],
  ['import { join as j, sep } from "path";\nexport default j("a", "b") + sep;', "a/b/"],
  ['import path, { basename } from "node:path";\nexport default [path.join("a"), basename("/x/y")];', ["a", "y"]],
  ['import * as path from "node:path";\nexport default path.extname("a.b");', ".b"],
  ['import "node:path";\nexport default 1;', 1],
  [
    'import process from "node:process";\nimport { sep } from "node:path";\nexport default process.pid > 0 && sep;',
    "/",
  ],
  ['import { "join" as j } from "node:path";\nexport default j("a", "b");', "a/b"],
])("a builtin is got, not imported, and is the same: %s", async (code, value) => {
  const lean = requireBuiltins(code);
  expect(lean).not.toMatch(/import\s*["'{*\w]/);
  expect(await run(lean)).toEqual(value);
});

test("what is no builtin is imported as before", () => {
  const code = 'import { a } from "./other.js";\nimport pino from "pino";\nconst later = import("node:http");';
  expect(requireBuiltins(code)).toBe(code);
});

test("characters beyond ASCII are written as escapes and read as they were", async () => {
  const code = 'export default ["é – 日本 😀", /[à-ÿ–]/u.test("–"), `“”`, "\\n"];';
  expect(inAscii(code)).toMatch(/^[\0-\x7f]*$/);
  expect(await run(inAscii(code))).toEqual(["é – 日本 😀", true, "“”", "\n"]);
});

test.each(['export default "\\é";', "export default String.raw`é`;"])(
  "where an escape would mean something else, the text is left as it is: %s",
  async (code) => {
    expect(inAscii(code)).toBe(code);
    expect(await run(leanChunk(code))).toBe("é");
  },
);
