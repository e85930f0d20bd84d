import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startTestService } from "./support/service.ts";

// Starts whole programs, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000 });

const root = fileURLToPath(new URL("..", import.meta.url));
const { PATH, NODE_COMPILE_CACHE } = process.env;
const environment = { PATH, NODE_COMPILE_CACHE, HOME: tmpdir(), NODE_ENV: "test" };

let copy: string;
let proposed: string;
let proposedDetail: string;
const run = (program: string, ...words: string[]) =>
  promisify(execFile)(process.execPath, [program, ...words], { cwd: copy, env: environment, maxBuffer: 2 ** 26 });

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), "winnow-new-source-"));
  for (const part of ["src", "client", "scripts", "package.json", "biome.json"]) {
    await cp(join(root, part), join(copy, part), { recursive: true });
  }
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
  await writeFile(
    join(copy, "vitest.config.ts"),
    "export default { test: { testTimeout: 30_000, isolate: false, maxWorkers: 1, experimental: { viteModuleRunner: false } } };\n",
  );
  for (const names of [
    ["lamps/search", "lamps"],
    ["offers=cursor", "makers=lookup"],
  ])
    await run("src/cli/winnow.ts", "new-source", "lampshop", ...names.flatMap((name) => ["--operation", name]));
  const rows = Array.from({ length: 8 }, (_, nth) => ({
    sku: 700_001 + nth,
    title: `Brass lantern ${nth}`,
    price: nth,
  }));
  await writeFile(join(copy, "page.json"), JSON.stringify({ results: rows }));
  ({ stdout: proposed } = await run("src/cli/winnow.ts", "new-source", "lanterns", "--from-recording", "page.json"));
  await writeFile(
    join(copy, "detail.html"),
    `<link rel="canonical" href="https://shop.example/lanterns/700001"><h1>Brass lantern 1</h1>
<dl><dt>Height</dt><dd>30</dd><dt>Weight</dt><dd>2.5</dd></dl>`,
  );
  const detail = ["new-source", "lanterns", "--operation", "lanterns", "--from-recording", "detail.html"];
  ({ stdout: proposedDetail } = await run("src/cli/winnow.ts", ...detail));
});
afterAll(() => rm(copy, { recursive: true, force: true }));

test("the folder exists and passes format and lint", async () => {
  expect((await readdir(join(copy, "src/sources/lampshop"))).sort()).toEqual([
    "README.md",
    "canaries.ts",
    "example-records.json",
    "lamps-search.ts",
    "lamps.ts",
    "makers.ts",
    "offers.ts",
    "source.ts",
    "stand-in-offers.ts",
    "stand-in.ts",
    "suite.test.ts",
  ]);
  await run(
    "node_modules/@biomejs/biome/bin/biome",
    "check",
    "--error-on-warnings",
    "--vcs-enabled=false",
    "src/sources/lampshop",
    "src/sources/lanterns",
  );
});

test("a recorded page yields its list, a field table and a stand-in without the page's text", async () => {
  expect(proposed).toContain("8 rows at results\n  id: text at sku, 8/8\n  title: text at title, 8/8");
  const recorded = await readFile(join(copy, "src/sources/lanterns/recorded.json"), "utf8");
  expect(recorded).toContain("title");
  expect(recorded).not.toMatch(/brass|lantern|700001/i);
  expect(await readFile(join(copy, "src/sources/lanterns/README.md"), "utf8")).toContain(
    "JSON list | one recorded page",
  );
  expect(proposedDetail).toContain("one thing at the top");
  expect(proposedDetail).toContain('height: whole at dt:contains("Height") + dd, 1/1');
});

test("its tests pass: the suite for a list, a list by cursor, a single item, a lookup and a recorded page", async () => {
  const file = join(copy, "report.json");
  await run(
    "node_modules/vitest/vitest.mjs",
    "run",
    "--reporter=json",
    `--outputFile=${file}`,
    "src/sources/lampshop",
    "src/sources/lanterns",
  );
  const report = JSON.parse(await readFile(file, "utf8")) as { numPassedTests: number; numFailedTests: number };
  expect(report).toMatchObject({ numFailedTests: 0 });
  expect(report.numPassedTests).toBeGreaterThan(100);
});

test("its records arrive over HTTP without any other edit", async () => {
  const service = await startTestService({ sourcesFolder: join(copy, "src/sources") });
  try {
    const post = async (path: string, body: object) =>
      (await service.post(path, body, { key: service.demoKey })).json() as Record<string, unknown>[];
    const listed = await post("/api/lampshop/lamps/search", { keyword: "lamp", count: 30 });
    const offers = await post("/api/lampshop/offers", { count: 30 });
    expect([listed.length, offers.length]).toEqual([30, 30]);
    const [one] = await post("/api/lampshop/lamps", { item: listed[0]!.url });
    expect(one).toMatchObject({ "@type": "LampshopLampsRecord", name: expect.any(String), price: expect.any(Number) });
  } finally {
    await service.close();
  }
});
