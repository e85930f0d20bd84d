import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { searchIn } from "./search.ts";

const KEY = `wnw_${"k3yOfThisVeryTest".padEnd(36, "0")}`;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-search-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs in a separate process, so that its leaks do not fail this suite. */
async function live(program: string): Promise<string[]> {
  const own = await mkdtemp(join(folder, "seen-"));
  const watcher = new URL("./watch.ts", import.meta.url).href;
  const file = join(own, "program.mjs");
  await writeFile(file, program);
  const child = spawn(process.execPath, ["--import", watcher, file], {
    env: { PATH: process.env.PATH, TMPDIR: tmpdir(), WINNOW_SEEN: own, FASTIFY: import.meta.resolve("fastify"), KEY },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await new Promise((resolve) => child.once("close", resolve));
  return (await searchIn(own)).found.map((line) => line.replace(/-\d+/g, ""));
}

const server = (answer: string, after = "") => `
  import { spawn } from "node:child_process";
  import { mkdir, rm, writeFile } from "node:fs/promises";
  const { default: Fastify } = await import(process.env.FASTIFY);
  const app = Fastify();
  const { KEY } = process.env;
  app.post("/things", async (request, reply) => { ${answer} });
  const headers = { "access-token": KEY };
  await app.inject({ method: "POST", url: "/things", headers, payload: { password: "horse battery staple" } });
  ${after}`;

test.each([
  ["an answer", server("return { name: KEY };"), "API key wnw_k3yO... in answers.txt, POST /things 200"],
  [
    "a header",
    server("reply.header('x-error', KEY); return {};"),
    "API key wnw_k3yO... in answers.txt, POST /things 200",
  ],
  ["an echo of a password", server("return request.body;"), "password horse ba... in answers.txt, POST /things 200"],
  [
    "what a child prints",
    server("return {};", "spawn(process.execPath, ['-e', 'console.error(process.argv[1])', KEY]);"),
    "API key wnw_k3yO... in output.txt",
  ],
  [
    "a store that is deleted",
    server(
      "return {};",
      `const at = process.env.WINNOW_SEEN + "/data"; await mkdir(at);
       await writeFile(at + "/winnow.db", Buffer.from("\\0\\0" + KEY)); await rm(at, { recursive: true });`,
    ),
    "API key wnw_k3yO... in store/winnow.db",
  ],
  [
    "a log",
    server("return {};", `globalThis[Symbol.for("winnow.seen")].keep("log", '{"level":30,"key":"' + KEY + '"}');`),
    "API key wnw_k3yO... in log.txt",
  ],
])("a secret in %s is found", async (_, program, found) => {
  expect(await live(program)).toEqual([found]);
});

test("a secret that is only in its request is not found", async () => {
  expect(await live(server("return { name: 'thing' };"))).toEqual([]);
});
