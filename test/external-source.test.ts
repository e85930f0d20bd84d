import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

// Starts whole programs, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const root = fileURLToPath(new URL("..", import.meta.url));
let folder: string;

/** A source in its author's own folder, which uses nothing of this repository but `winnow-api/source`. */
const manifest = (name: string) => `
import { cleanText, countField, defineRequest, defineSource, flat, jsonPage, jsonRecord, operation, text, timeoutField, Unreadable } from "winnow-api/source";
import { challenge, json, notFound } from "winnow-api/stand-in";

const Thing = jsonRecord("${name}Thing", {
  id: text("id").filled("always").meaning("The site's ID."),
  name: text("name").filled("usually").meaning("Name."),
});
const rows = jsonPage(Thing, { rows: "things", total: "total" });

export default defineSource({
  name: "${name}",
  title: "Things of ${name}",
  origins: { site: "https://${name}.example" },
  politeness: { concurrency: 4, perSecond: 4 },
  headers: {},
  blockMarker: () => null,
  exampleRecords: { things: { "@type": "${name}Thing", id: "1", name: "Thing 1" } },
  operations: [operation({
    path: "/api/${name}/things",
    summary: "Things",
    description: "Things of a site.",
    price: flat(1),
    request: defineRequest("${name}Things", { count: countField(), timeout: timeoutField }),
    record: Thing,
    examples: [{ count: 2 }],
    echo: { page: "The site does not say." },
    pageSize: 2,
    pageNumber: (_body, page) => ({ path: "/things?page=" + page }),
    read(answer, body, context) {
      if (cleanText(answer.text()) === "broken") throw new Unreadable("broken");
      return rows(answer, body, context);
    },
  })],
  canaries: { live: { things: [{ request: { count: 3 } }] } },
  standIn: async () => ({
    answer: ({ url }) => url.searchParams.get("page") === "1" ? json({ total: 2, things: [{ id: 1, name: "Thing 1" }, { id: 2, name: "Thing 2" }] }) : notFound(),
    challenge,
  }),
});
`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-external-"));
  const write = async (path: string, text: string) => {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  await write("data/sources/museum/source.ts", manifest("museum"));
  await write("node_modules/winnow-source-shelf/package.json", '{ "type": "module", "exports": "./index.js" }');
  await write("node_modules/winnow-source-shelf/index.js", manifest("shelf"));
  await write("page.json", '{"things":[{"id":7,"name":"Seven"}]}');
  await write("broken.json", "broken");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (words: string[], env: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [join(root, "src/cli/launch.js"), ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH!, HOME: folder, DATA_DIR: join(folder, "data"), ...env },
  }).catch((error: { code: number; stderr: string; stdout: string }) => error);

const packages = { WINNOW_SOURCES: "winnow-source-shelf" };

test("a folder in the data directory is a source, and so is a package named in WINNOW_SOURCES", async () => {
  for (const name of ["museum", "shelf"]) {
    const { stdout, stderr } = await run(["parse", name, "page.json", "--request", '{"count":1}'], packages);
    expect([stderr, JSON.parse(stdout)]).toEqual(["", [{ "@type": `${name}Thing`, id: "7", name: "Seven" }]]);
  }
});

test("the program catches the errors of such a source, because they share the contract's classes", async () => {
  const failed = await run(["parse", "museum", "broken.json", "--request", '{"count":1}'], packages);
  expect(failed).toMatchObject({ code: 5, stderr: expect.stringContaining("unreadable response: broken") });
});

test("the service returns its records over HTTP, from the stand-in that came with it", async () => {
  await writeFile(
    join(folder, "ask.ts"),
    `import { readConfig } from ${JSON.stringify(join(root, "src/app/config.ts"))};
import { startWinnow } from ${JSON.stringify(join(root, "src/app/start-server.ts"))};
const running = await startWinnow(readConfig({ DATA_DIR: "data", PORT: "0", LOG_LEVEL: "error", WINNOW_SOURCES: "winnow-source-shelf" }));
const headers = { "access-token": running.demoKey, "content-type": "application/json" };
const ask = async (name) => (await fetch(running.address + "/api/" + name + "/things", { method: "POST", headers, body: '{"count":5}' })).json();
console.log(JSON.stringify([await ask("museum"), await ask("shelf")]));
process.exit(0);
`,
  );
  const { stdout } = await promisify(execFile)(process.execPath, ["ask.ts"], { cwd: folder });
  const [museum, shelf] = JSON.parse(stdout.trim().split("\n").at(-1)!);
  expect([museum.length, shelf.length, shelf[1].name]).toEqual([2, 2, "Thing 2"]);
});

test("a package that is not installed stops the command with advice", async () => {
  const failed = await run(["parse", "museum", "page.json", "--request", '{"count":1}'], {
    WINNOW_SOURCES: "winnow-source-gone",
  });
  expect(failed).toMatchObject({ stderr: expect.stringContaining("npm install winnow-source-gone") });
});
