import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { BrokenManifest } from "./broken-manifest.ts";
import { failedImport, loadSources, UnknownSource } from "./load-sources.ts";

const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** Creates a folder with these files, keyed by path. */
function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "winnow-load-"));
  made.push(folder);
  for (const [path, text] of Object.entries({ "package.json": '{"type":"module"}', ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const contract = pathToFileURL(`${import.meta.dirname}/`).href;
const manifest = (name: string, { path = `/api/${name}/things`, record = `${name}Thing`, fields = "" } = {}) => `
import { flat } from "${contract}price.ts";
import { defineRequest, timeoutField } from "${contract}fields.ts";
import { defineRecord, text } from "${contract}../source-kit/fields/schemas.ts";
export default {
  name: "${name}",
  title: "Things of ${name}",
  origins: { site: "https://${name}.example" },
  politeness: { concurrency: 1, perSecond: 1 },
  headers: {},
  blockMarker: () => null,
  operations: [{
    path: "${path}",
    summary: "Things",
    description: "",
    price: flat(1),
    request: defineRequest("${name}Things", { timeout: timeoutField }),
    record: defineRecord("${record}", { id: text(), ${fields} }),
    examples: [{}],
    echo: {},
    async *run() {},
    parse: () => [],
  }],
  canaries: { live: { "${path.split("/").slice(3).join("/")}": [{ request: {} }] } },
  standIn: async () => ({ answer: () => ({ status: 200, body: '{"id":1}' }) }),
};
`;
const load = (folder: string, options = {}) => loadSources(folder, { withoutExamples: true, ...options });

describe("the sources of a folder", () => {
  const folder = folderOf({
    "bees/source.ts": manifest("bees"),
    "ants/source.ts": manifest("ants"),
    "notes/readme.md": "no manifest, no source",
    "source.ts": "no folder, no source",
  });

  test("the sources of a folder are its subfolders with a manifest, sorted by name", async () => {
    expect((await load(folder)).map(({ name }) => name)).toEqual(["ants", "bees"]);
  });

  test("can be narrowed to one; a missing one is rejected with a list of those that exist", async () => {
    expect((await load(folder, { only: "bees" })).map(({ name }) => name)).toEqual(["bees"]);
    const refused = await load(folder, { only: "wasps" }).catch((error) => error);
    expect(refused).toBeInstanceOf(UnknownSource);
    expect(refused).toMatchObject({ name: "UnknownSource", message: 'no source "wasps"; there are ants, bees' });
    expect(await load(folderOf({}))).toEqual([]);
  });

  test("must have example records unless they are about to be written", async () => {
    await expect(loadSources(folder)).rejects.toThrow("ants/source.ts: operations[0].exampleRecord is missing");
  });

  test("the sources of a folder are rejected with a dedicated error class", async () => {
    const refused = await load(folderOf({ "ants/source.ts": "export default {};" })).catch((error) => error);
    expect(refused).toBeInstanceOf(BrokenManifest);
    expect(refused.name).toBe("BrokenManifest");
  });

  test.each(["Ants", "2ants", "an-ts"])("cannot be called %s", async (name) => {
    await expect(load(folderOf({ [`${name}/source.ts`]: "" }))).rejects.toThrow(
      `/${name}: the folder must be named in lower-case letters and digits: rename it`,
    );
  });

  test("cannot share a path", async () => {
    const one = folderOf({ "ants/source.ts": manifest("ants").replace("operations: [", "operations: [...twice, ") });
    const twice = `const twice = [];\n${manifest("ants")}`.replace("export default {", "const it = {");
    writeFileSync(
      join(one, "ants/source.ts"),
      `${twice}\nexport default { ...it, operations: [it.operations[0], it.operations[0]] };`,
    );
    await expect(load(one)).rejects.toThrow("ants/source.ts: operations repeats /api/ants/things of ants");
  });

  test("share a schema title only if the schema is the same", async () => {
    const of = (fields: string) =>
      folderOf({
        "ants/source.ts": manifest("ants", { record: "Thing" }),
        "bees/source.ts": manifest("bees", { record: "Thing", fields }),
      });
    expect(await load(of(""))).toHaveLength(2);
    await expect(load(of("hue: text()"))).rejects.toThrow(
      "bees/source.ts: a schema of /api/bees/things is called Thing, and so is another of /api/ants/things: give one of them another title",
    );
  });

  test.each([
    ["in a list", "hues: { type: 'array', items: { title: 'beesThing' } }"],
    ["in a choice", "hue: { anyOf: [{ title: 'beesThing' }, { type: 'null' }] }"],
    ["in a field of a field", "hue: { type: 'object', properties: { tone: { title: 'beesThing' } } }"],
  ])("the sources of a folder are searched for titles: %s", async (_, fields) => {
    await expect(load(folderOf({ "bees/source.ts": manifest("bees", { fields }) }))).rejects.toThrow(
      "a schema of /api/bees/things is called beesThing, and so is another of /api/bees/things",
    );
  });
});

describe("a module that does not load", () => {
  const at = "/sources/odd/source.ts";
  const reported = (error: object) => failedImport(at, error).message;

  test("with a missing import names the importer, whether Node writes a path or a URL", () => {
    const words = "imports /sources/odd/gone.ts, which is not there";
    for (const importer of [
      "/sources/odd/list/operation.ts",
      "file:///sources/odd/list/operation.ts",
      "'/sources/odd/list/operation.ts'",
    ])
      expect(reported({ message: `Cannot find module '/sources/odd/gone.ts' imported from ${importer}` })).toBe(
        `/sources/odd/list/operation.ts: the module ${words}`,
      );
  });

  test("because its example record is missing names the command that writes it", () => {
    const file = "/sources/odd/list/example-records.json";
    expect(reported({ message: `Cannot find module '${file}' imported from /sources/odd/list/operation.ts` })).toBe(
      `${file}: the example record is not there: npm run examples -- odd writes it`,
    );
  });

  test("a module that does not load is named by the innermost file of the source in the stack, otherwise by its manifest", () => {
    const stack =
      "Error: boom\n  at f (file:///kit/a.ts:1:2)\n  at file:///sources/odd/li%20st/b.ts:3:4\n  at /sources/odd/c.ts:1";
    expect(reported({ message: "boom\nand more", stack })).toBe(
      "/sources/odd/li st/b.ts: the module does not load: boom",
    );
    expect(reported({ message: "boom", stack: "Error: boom\n  at /kit/a.ts:1" })).toBe(
      `${at}: the module does not load: boom`,
    );
    expect(reported({ message: "Cannot find module '/gone.ts'" })).toBe(
      `${at}: the module does not load: Cannot find module '/gone.ts'`,
    );
    expect(reported({ message: "boom" })).toBe(`${at}: the module does not load: boom`);
    expect(reported({ message: "bad data in /sources/odd/data.json:3" })).toMatch(
      /^\/sources\/odd\/data\.json: the module/,
    );
  });

  test("because of its syntax shows the last line, which has TypeScript's explanation", () => {
    const message = "/sources/odd/list/record.ts:1\nconst = 1;\nExpected ident";
    expect(reported({ message, code: "ERR_INVALID_TYPESCRIPT_SYNTAX" })).toBe(
      "/sources/odd/list/record.ts: the module does not load: Expected ident",
    );
    expect(reported({ message: "Unexpected token\nsecond line" })).toContain("does not load: Unexpected token");
  });
});
