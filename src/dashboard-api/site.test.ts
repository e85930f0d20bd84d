import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DashboardParts } from "./parts.ts";
import { registerSite } from "./site.ts";

const font = Buffer.from([0, 1, 2, 250, 251]);
const server = Fastify();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-site-"));
  const page = `<!doctype html><p>${"text ".repeat(1_000)}`;
  const site = join(folder, "site");
  await mkdir(join(site, "assets"), { recursive: true });
  await writeFile(join(site, "assets/letters-abc.woff2"), font);
  await writeFile(join(site, "assets/letters-gone.woff2"), font);
  await writeFile(join(site, "assets/start-abc.js"), "start();");
  await writeFile(join(site, "assets/start-abc.js.br"), brotliCompressSync("start();"));
  await writeFile(join(site, "index.html"), page);
  await writeFile(join(site, "index.html.br"), brotliCompressSync(page));
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

test("letters and scripts are sent by their own names, to be kept for ever", async () => {
  const letters = await server.inject({ url: "/assets/letters-abc.woff2", headers: { "accept-encoding": "br, gzip" } });
  expect([letters.statusCode, letters.headers["content-type"], letters.headers["content-encoding"]]).toEqual([
    200,
    "font/woff2",
    undefined,
  ]);
  expect(letters.rawPayload).toEqual(font);
  for (const [accepted, encoding] of [
    ["br", "br"],
    ["gzip", "gzip"],
    ["identity", undefined],
  ] as const) {
    const script = await server.inject({ url: "/assets/start-abc.js", headers: { "accept-encoding": accepted } });
    expect(script.headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      vary: "accept-encoding",
    });
    expect(script.headers["content-encoding"]).toBe(encoding);
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
    expect((encoding ? unpack[encoding](script.rawPayload) : script.rawPayload).toString()).toBe("start();");
    const known = { "if-none-match": script.headers.etag as string };
    expect((await server.inject({ url: "/assets/start-abc.js", headers: known })).statusCode).toBe(304);
  }
});

test("a font that a newer build has taken away is not found, and nothing else of the folder is sent", async () => {
  await rm(join(folder, "site/assets/letters-gone.woff2"));
  for (const url of ["/assets/letters-gone.woff2", "/assets/start-abc.js.br", "/index.html", "/assets/", "/assets"]) {
    expect([url, (await server.inject({ url })).statusCode]).toEqual([url, 404]);
  }
  const page = await server.inject({ url: "/assets/none.js", headers: { accept: "text/html" } });
  expect([page.statusCode, page.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
});
