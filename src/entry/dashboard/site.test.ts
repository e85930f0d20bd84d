import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defaultPlans } from "../../accounts/plans.ts";
import { registerCompression } from "../http/compression.ts";
import { registerSite } from "./site.ts";

const landing = { sources: [], plans: defaultPlans, preparedSearches: { list: [] } };
const font = Buffer.from([0, 1, 2, 250, 251]);
const logged: string[] = [];
const server = Fastify({ logger: { level: "trace", stream: { write: (line: string) => void logged.push(line) } } });
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
  await writeFile(join(site, "assets/start-abc.js.gz"), gzipSync("start();"));
  await writeFile(join(site, "index.html"), page);
  await writeFile(
    join(site, "home.html"),
    '<!doctype html><meta content="/share.png"><table><!--slot:plans--></table>',
  );
  await writeFile(join(site, "index.html.br"), brotliCompressSync(page));
  const pages = {
    open: ["/", "/sign-in", "/reset-password"],
    own: ["/keys", "/keys/$id", "/things/new", "/things/$id", "/account"],
    admin: ["/admin/incidents/$no"],
  };
  await writeFile(join(folder, "pages.json"), JSON.stringify(pages));
  await registerCompression(server);
  await registerSite(server, {
    builtFolder: folder,
    building: null,
    landing,
    publicOrigin: () => "http://127.0.0.1",
    pictureSources: ["https:"],
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const get = (headers: Record<string, string> = {}) => server.inject({ url: "/keys", headers });

test("a current copy is 304, in any form of its tag", async () => {
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
  ["zstd", "zstd"],
  ["identity", undefined],
])("accept-encoding %s is answered in %s", async (accepted, encoding) => {
  expect((await get({ "accept-encoding": accepted })).headers["content-encoding"]).toBe(encoding);
});

test("fonts and scripts are served under hashed names and cached forever", async () => {
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
      "content-type": "application/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      vary: "accept-encoding",
    });
    expect(script.headers["content-encoding"]).toBe(encoding);
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync, gzipSync };
    expect((encoding ? unpack[encoding](script.rawPayload) : script.rawPayload).toString()).toBe("start();");
    const known = { "if-none-match": String(script.headers.etag), "accept-encoding": accepted };
    expect((await server.inject({ url: "/assets/start-abc.js", headers: known })).statusCode).toBe(304);
  }
});

test("the landing page is a document of its own: its plans are in the HTML, and its picture has an absolute address", async () => {
  const { body, headers } = await server.inject({ url: "/?from=a-friend" });
  expect(body).toContain('<th scope="row">Free</th><td data-of="Points">1,000 once</td>');
  expect(body).toContain('content="http://127.0.0.1/share.png"');
  expect(headers["cache-control"]).toBe("no-cache");
  expect((await get()).body).not.toContain("<table>");
});

test("a font that a newer build removed is not found, and nothing else in the folder is served", async () => {
  await rm(join(folder, "site/assets/letters-gone.woff2"));
  for (const url of [
    "/assets/letters-gone.woff2",
    "/assets/start-abc.js.br",
    "/index.html",
    "/home.html",
    "/assets/",
    "/assets",
  ]) {
    expect([url, (await server.inject({ url })).statusCode]).toEqual([url, 404]);
  }
  const page = await server.inject({ url: "/assets/none.js", headers: { accept: "text/html" } });
  expect([page.statusCode, page.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
});

test.each([
  ["/", 200],
  ["/sign-in?next=/keys", 200],
  ["/keys/x", 200],
  ["/things/new", 200],
  ["/things/x", 200],
  ["/admin/incidents/7", 200],
  ["/things", 404],
  ["/keys/x/y", 404],
  ["/admin", 404],
  ["/pages.json", 404],
])("%s is %d: a page of the web app's list, or no page", async (url, status) => {
  const answer = await server.inject({ url, headers: { accept: "text/html" } });
  expect([answer.statusCode, answer.body.startsWith("<!doctype html>")]).toEqual([status, true]);
});

test.each([
  ["/sign-in", "/sign-in"],
  ["/sign-in?email=a@b.example&password=hunter22222", "/sign-in"],
  ["/reset-password?token=x", "/reset-password"],
  ["/keys/x?password=y", "/keys/x"],
  ["http://evil.example/account", "/account"],
])("a form that the browser itself submits to %s reopens %s, and its secret is not exposed", async (url, page) => {
  for (const type of ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
    logged.length = 0;
    const payload = "email=a%40b.example&password=tr0ubadour";
    const answer = await server.inject({ method: "POST", url, headers: { "content-type": type }, payload });
    expect([answer.statusCode, answer.headers.location, answer.body]).toEqual([303, page, ""]);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(logged.join("")).not.toContain("tr0ubadour");
  }
});

test("a page accepts nothing else by POST", async () => {
  const answer = await server.inject({ method: "POST", url: "/sign-in", payload: { password: "tr0ubadour" } });
  expect(answer.statusCode).toBe(404);
  expect((await server.inject({ method: "POST", url: "/nowhere" })).statusCode).toBe(404);
});

test("no page runs third-party scripts, can be framed, or is content-sniffed", async () => {
  const { headers } = await get();
  expect(headers).toMatchObject({
    "content-security-policy":
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: https:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    vary: "accept-encoding",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-cache",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
  });
  expect(headers["strict-transport-security"]).toBeUndefined();
});

test("a mistyped address is 404: a page for browsers, an error for programs", async () => {
  const account = await server.inject({ url: "/nowhere", headers: { accept: "text/html,*/*" } });
  expect([account.statusCode, account.body.startsWith("<!doctype html>")]).toEqual([404, true]);
  const program = await server.inject({ url: "/nowhere", headers: { accept: "application/json" } });
  expect([program.statusCode, program.headers["content-type"]]).toEqual([404, expect.stringContaining("json")]);
  expect((await server.inject({ url: "/nowhere" })).headers["content-type"]).toContain("json");
});

test("what an older version has built, without the landing page, counts as not built, and the service starts", async () => {
  const older = await mkdtemp(join(tmpdir(), "winnow-older-"));
  try {
    await mkdir(join(older, "site"));
    await writeFile(join(older, "site/index.html"), "<!doctype html>");
    const started = Fastify();
    const built = { builtFolder: older, building: null, landing, publicOrigin: () => "", pictureSources: [] };
    await registerSite(started, built);
    const page = await started.inject({ url: "/", headers: { accept: "text/html" } });
    expect(page.body).toContain("The dashboard is not built");
  } finally {
    await rm(older, { recursive: true });
  }
});

test("behind HTTPS it sends HSTS; a site that is not built says so, and where the reference is", async () => {
  const other = Fastify();
  const nothing = await mkdtemp(join(tmpdir(), "winnow-site-"));
  await registerSite(other, {
    builtFolder: nothing,
    building: null,
    landing,
    publicOrigin: () => "https://winnow.example",
    pictureSources: [],
  });
  const browser = { accept: "text/html,*/*" };
  const answer = await other.inject({ url: "/keys", headers: browser });
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([503, "text/html; charset=utf-8"]);
  expect(answer.body).toContain(
    "<h1>The dashboard is not built</h1><p>The API works. Its reference is at <a href=/docs>/docs</a>.",
  );
  expect(answer.headers["strict-transport-security"]).toBe("max-age=31536000");
  const program = await other.inject({ url: "/keys" });
  expect([program.statusCode, program.headers["content-type"]]).toEqual([404, expect.stringContaining("json")]);
  await other.close();
  await rm(nothing, { recursive: true, force: true });
});

test("while the first build runs, a page says that it opens soon; afterwards it is served at its address", async () => {
  const first = Fastify();
  const building = Promise.withResolvers<void>();
  await registerSite(first, {
    builtFolder: folder,
    building: building.promise,
    landing,
    publicOrigin: () => "http://127.0.0.1",
    pictureSources: [],
  });
  const open = async (url: string) => {
    const { statusCode, body, headers } = await first.inject({ url, headers: { accept: "text/html" } });
    return { statusCode, body, retryAfter: headers["retry-after"] };
  };
  const waiting = await open("/keys");
  expect([waiting.statusCode, waiting.retryAfter]).toEqual([503, "5"]);
  expect(waiting.body).toMatch(/<meta http-equiv=refresh content=2>.*<h1>One moment/);
  expect((await open("/assets/start-abc.js")).statusCode).toBe(503);
  building.resolve();
  await building.promise;
  const codes = [];
  for (const url of ["/", "/keys", "/keys/7", "/admin/incidents/3", "/keys/7/more", "/nowhere"])
    codes.push((await open(url)).statusCode);
  expect(codes).toEqual([200, 200, 200, 200, 404, 404]);
  expect((await open("/assets/start-abc.js")).body).toBe("start();");
  // As an open page asks whether the service is there.
  expect((await first.inject({ method: "HEAD", url: "/sign-in" })).statusCode).toBe(200);
  await first.close();
});
