import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { loadSources } from "../src/contract/load-sources.ts";
import type { TestService } from "./support/service.ts";
import { sharedToyService } from "./support/shared-service.ts";
import { sourcesFolder, toySource } from "./support/toy-folder.ts";

describe("a seventh source is one folder and nothing else", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await sharedToyService();
  });

  test("its route returns records from its stand-in", async () => {
    const answer = await service.post("/api/toyshelf/things", { shelf: "top", count: 12 }, { key: service.demoKey });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toHaveLength(12);
    expect(answer.json()[0]).toEqual({ "@type": "toyshelfThing", id: "0", name: "thing 0" });
  });

  test("its price is charged by results", async () => {
    const answer = await service.post("/api/toyshelf/things", { shelf: "top", count: 11 }, { key: service.demoKey });
    expect(answer.headers["x-credits-charged"]).toBe("6");
  });

  test("its body is validated, including its own rule", async () => {
    const missing = await service.post("/api/toyshelf/things", { count: 0 }, { key: service.demoKey });
    expect(missing.statusCode).toBe(422);
    expect(missing.json().detail.map(({ loc }: { loc: string[] }) => loc.join("."))).toEqual([
      "body.shelf",
      "body.count",
    ]);
    const rule = await service.post("/api/toyshelf/things", { shelf: "cellar", count: 1 }, { key: service.demoKey });
    expect(rule.json().detail[0]).toMatchObject({ type: "value_error", loc: ["body", "shelf"] });
  });

  test("OpenAPI lists it with its price", async () => {
    const document = (await service.get("/openapi.json")).json();
    expect(document.paths["/api/toyshelf/things"].post["x-price"]).toEqual({
      kind: "per-results",
      credits: 3,
      results: 10,
    });
    expect(document.components.schemas.toyshelfThing.required).toEqual(["@type", "id", "name"]);
  });
});

describe("a broken manifest stops the start with the names of the file and the field", () => {
  const broken: Array<[field: string, change: (source: string) => string]> = [
    ["name", (s) => s.replace('name: "odd"', 'name: "other"')],
    ["origins.site", (s) => s.replace('"https://odd.example"', '"odd.example/path"')],
    ["politeness.concurrency", (s) => s.replace("concurrency: 4", "concurrency: 0")],
    ["operations[0].path", (s) => s.replace('"/api/odd/things"', '"/odd/things"')],
    ["operations[0].price", (s) => s.replace(/price: perResults.*\n/, "")],
    ["operations[0].request.timeout", (s) => s.replace(", timeout: timeoutField }", " }")],
    ["operations[0].examples", (s) => s.replace(/examples: .*\n/, "examples: [],\n")],
    ["blockMarker", (s) => s.replace("blockMarker: () => null,", "")],
    ["the module", (s) => `${s}\nthrow new Error("boom");`],
    ["default export", () => "export const nothing = 1;"],
    ["operations[0].request.count", (s) => s.replace("count: countField(), ", "").replace(", count: 5", "")],
    ["operations[0].examples[0]", (s) => s.replace('{ shelf: "top", count: 5 }', '{ shelf: "", count: 5 }')],
    ["operations[0].examples[0]", (s) => s.replace('{ shelf: "top", count: 5 }', '{ shelf: "cellar", count: 5 }')],
    ["operations[0].exampleRecord is missing: npm run examples -- odd", (s) => s.replace(/exampleRecord: .*\n/, "")],
    [
      "operations[0].exampleRecord does not fit the record: name is missing;",
      (s) => s.replace(', name: "thing 0" }', " }"),
    ],
    [
      "a schema of /api/odd/things is called oddThing, and so is another of /api/odd/things: give one",
      (s) => s.replace('"oddThings"', '"oddThing"'),
    ],
  ];
  test.each(broken)("%s", async (field, change) => {
    const folder = await sourcesFolder({ odd: change(toySource("odd")) });
    await expect(loadSources(folder)).rejects.toThrow(`odd/source.ts: ${field} `);
  });
});

test("two sources may not use one title for different schemas", async () => {
  const other = toySource("other")
    .replaceAll("otherThing", "oddThing")
    .replace("id: text", 'more: text().meaning("More."), id: text');
  const folder = await sourcesFolder({ odd: toySource("odd"), other: other.replace('id: "0"', 'more: null, id: "0"') });
  await expect(loadSources(folder)).rejects.toThrow(
    /is called oddThing, and so is another of \/api\/odd\/things: give one/,
  );
});

test("a folder whose name cannot be a source's is rejected with advice", async () => {
  const folder = await sourcesFolder({ "odd-shop": toySource("odd") });
  await expect(loadSources(folder)).rejects.toThrow(
    "odd-shop: the folder must be named in lower-case letters and digits",
  );
});

test("a module that does not load is named, rather than the manifest that imports it", async () => {
  const manifest = 'import "./list/operation.ts";\nexport default {};\n';
  const broken: Array<[file: string, words: string, files: Record<string, string>]> = [
    ["list/operation.ts", "imports", { "list/operation.ts": 'import "./gone.ts";' }],
    ["list/operation.ts", "does not load: boom", { "list/operation.ts": 'throw new Error("boom\\nand more");' }],
    [
      "list/record.ts",
      "does not load",
      { "list/operation.ts": 'import "./record.ts";', "list/record.ts": "const = 1;" },
    ],
    [
      "list/operation.ts",
      "does not load",
      { "list/operation.ts": 'import { a } from "./record.ts";\na;', "list/record.ts": "export const b = 1;" },
    ],
    [
      "example-records.json",
      "npm run examples -- odd writes it",
      { "list/operation.ts": 'import e from "../example-records.json" with { type: "json" };\nexport default e;' },
    ],
  ];
  const folders = await Promise.all(
    broken.map(([, , files]) => sourcesFolder({ odd: { "source.ts": manifest, ...files } })),
  );
  // Loads modules with Node instead of the test runner.
  const script = `import { loadSources } from ${JSON.stringify(new URL("../src/contract/load-sources.ts", import.meta.url).href)};
const messages = [];
for (const folder of ${JSON.stringify(folders)}) messages.push(await loadSources(folder).catch((error) => error.message));
console.log(JSON.stringify(messages));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
  const messages = JSON.parse(stdout) as string[];
  broken.forEach(([file, words], index) => {
    expect(messages[index]).toContain(`/odd/${file}: `);
    expect(messages[index]).toContain(words);
  });
});
