import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DashboardParts } from "./parts.ts";
import { registerSite } from "./site.ts";

const server = Fastify();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-site-"));
  const page = `<!doctype html><p>${"text ".repeat(1_000)}`;
  const site = join(folder, "site");
  await mkdir(site);
  await writeFile(join(site, "index.html"), page);
  await writeFile(join(site, "index.html.br"), brotliCompressSync(page));
  await writeFile(join(site, "index.html.gz"), gzipSync(page));
  registerSite(server, { builtFolder: folder, publicOrigin: () => "http://127.0.0.1" } as DashboardParts);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const get = (headers: Record<string, string> = {}) => server.inject({ url: "/keys", headers });

test("a copy that is still right is 304, however its tag is told", async () => {
  const { etag } = (await get()).headers as { etag: string };
  for (const known of [etag, `W/${etag.replace(/^W\//, "")}`, `"other", ${etag}`, "*"]) {
    const answer = await get({ "if-none-match": known });
    expect([known, answer.statusCode, answer.body]).toEqual([known, 304, ""]);
  }
  expect((await get({ "if-none-match": '"other"' })).statusCode).toBe(200);
});

test.each([
  ["br, gzip", "br"],
  ["gzip;q=1, br;q=0.5", "gzip"],
  ["gzip, br;q=0", "gzip"],
  ["zstd", undefined],
  ["identity", undefined],
])("accept-encoding %s is answered in %s", async (accepted, encoding) => {
  expect((await get({ "accept-encoding": accepted })).headers["content-encoding"]).toBe(encoding);
});
