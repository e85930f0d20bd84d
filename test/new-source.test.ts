import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

// Whole programs are run here, on a machine that may have other things to do.
vi.setConfig({ testTimeout: 180_000 });

const root = fileURLToPath(new URL("..", import.meta.url));
const environment = { PATH: process.env.PATH!, HOME: tmpdir(), NODE_ENV: "test" };

let copy: string;
const run = (program: string, ...words: string[]) =>
  promisify(execFile)(process.execPath, [program, ...words], { cwd: copy, env: environment, maxBuffer: 2 ** 26 });
const winnow = (...words: string[]) => run("src/cli/winnow.ts", ...words);

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), "winnow-new-source-"));
  for (const part of ["src", "client", "scripts", "package.json", "biome.json"]) {
    await cp(join(root, part), join(copy, part), { recursive: true });
  }
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
  await writeFile(join(copy, "vitest.config.ts"), "export default { test: { testTimeout: 30_000 } };\n");
  const names = ["lamps/search", "lamps", "offers=cursor", "makers=lookup"];
  await winnow("new-source", "lampshop", ...names.flatMap((name) => ["--operation", name]));
});
afterAll(() => rm(copy, { recursive: true, force: true }));

test("the folder is there, as format and lint want it", async () => {
  expect((await readdir(join(copy, "src/sources/lampshop"))).sort()).toEqual([
    ...["README.md", "canaries.ts", "example-records.json", "lamps-search.ts", "lamps.ts", "makers.ts", "offers.ts"],
    ...["source.ts", "stand-in.ts", "suite.test.ts"],
  ]);
  await run(
    "node_modules/@biomejs/biome/bin/biome",
    "check",
    "--error-on-warnings",
    "--vcs-enabled=false",
    "src/sources/lampshop",
  );
});

test("its tests pass: the suite for a list, a list by cursor, a thing and a lookup", async () => {
  const file = join(copy, "report.json");
  await run("node_modules/vitest/vitest.mjs", "run", "--reporter=json", `--outputFile=${file}`, "src/sources/lampshop");
  const report = JSON.parse(await readFile(file, "utf8")) as { numPassedTests: number; numFailedTests: number };
  expect(report).toMatchObject({ numFailedTests: 0 });
  expect(report.numPassedTests).toBeGreaterThan(100);
});

test("its records come over HTTP, with no other edit", async () => {
  await writeFile(
    join(copy, "ask.ts"),
    `import { readConfig } from "./src/app/config.ts";
import { startWinnow } from "./src/app/start-server.ts";
const running = await startWinnow(readConfig({ DATA_DIR: ${JSON.stringify(join(copy, "data"))}, PORT: "0", LOG_LEVEL: "error" }));
const post = async (path, body) => {
  const headers = { "access-token": running.demoKey, "content-type": "application/json" };
  const response = await fetch(running.address + path, { method: "POST", headers, body: JSON.stringify(body) });
  return response.json();
};
const listed = await post("/api/lampshop/lamps/search", { keyword: "lamp", count: 30 });
const [one] = await post("/api/lampshop/lamps", { item: listed[0].url });
const offers = await post("/api/lampshop/offers", { count: 30 });
console.log(JSON.stringify({ listed: listed.length, offers: offers.length, one }));
process.exit(0);
`,
  );
  const { stdout } = await run("ask.ts");
  const { listed, offers, one } = JSON.parse(stdout.trim().split("\n").at(-1)!);
  expect([listed, offers]).toEqual([30, 30]);
  expect(one).toMatchObject({ "@type": "LampshopLampsRecord", name: expect.any(String), price: expect.any(Number) });
});

test.each([
  [["lampshop"], "already exists"],
  [["lamp-shop"], "small letters and digits"],
  [["other", "--operation", "Lamps"], "such as products/search"],
  [["other", "--operation", "lamps/list", "--operation", "lamps-list"], "named twice"],
  [["other", "--operation", "source"], "reserved word"],
])("new-source %j is refused in words, and nothing is written", async (words, why) => {
  await expect(winnow("new-source", ...words)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(why) });
  expect(await readdir(join(copy, "src/sources"))).not.toContain("other");
});
