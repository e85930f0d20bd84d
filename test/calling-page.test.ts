import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pythonPath } from "./support/python.ts";
import type { TestService } from "./support/service.ts";
import { sharedService } from "./support/shared-service.ts";

const run = promisify(execFile);
const root = new URL("..", import.meta.url).pathname;
const python = await pythonPath();

let service: TestService;
let env: Record<string, string>;
let folder: string;
let page: string;
beforeAll(async () => {
  service = await sharedService();
  const key = await service.createKey({ points: 5_000 });
  env = { PATH: process.env.PATH!, WINNOW_URL: service.address, WINNOW_KEY: key };
  folder = await mkdtemp(join(tmpdir(), "winnow-calling-"));
  page = await readFile(`${root}docs/calling.md`, "utf8");
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "gs"))].map(([, text]) => text!);

test("the curl lines of docs/calling.md respond as the page says", async () => {
  const said: string[] = [];
  for (const line of blocks("sh")) said.push((await run("sh", ["-c", line], { env })).stdout);
  const [first, paged, streamed, job, error] = said;
  expect(JSON.parse(first!)).toHaveLength(5);
  expect(paged).toMatch(/x-results-end: exhausted/i);
  expect(JSON.parse(streamed!.trim().split("\n").at(-1)!)).toMatchObject({ "@type": "WinnowSummary" });
  expect(JSON.parse(job!)).toHaveLength(5);
  expect(JSON.parse(error!).detail[0].loc).toEqual(["body", "count"]);
});

test("its TypeScript runs", async () => {
  const file = join(folder, "calling.ts");
  const program = blocks("ts").join("\n").replaceAll("winnow-client", `${root}client/src/index.ts`);
  await writeFile(file, program);
  const { stdout } = await run(process.execPath, [file], { env });
  expect(stdout).toMatch(/^5 products for 10 points\n35 exhausted\n/);
  expect(stdout).toMatch(/[0-9a-f-]{36} 5\nbody\.keyword String should have at least 1 character\nhit \d+ 0\n$/);
});

test.skipIf(python === null)("its Python runs", async () => {
  const { stdout } = await run(python!, ["-c", blocks("python").join("\n")], {
    env: { ...env, PYTHONPATH: `${root}clients/python/src`, PYTHONDONTWRITEBYTECODE: "1" },
  });
  expect(stdout).toMatch(/^5 products for 10 points\n35 exhausted\n/);
  expect(stdout).toMatch(/[0-9a-f-]{36} 5\nbody\.keyword String should have at least 1 character\nhit \d+ 0\n$/);
});
