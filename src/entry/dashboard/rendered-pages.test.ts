import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify, { type FastifyRequest } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { DashboardParts } from "./parts.ts";
import { registerSite } from "./site.ts";

const server = Fastify();
let folder: string;
/** What the pages asked the API for. */
let asked: Array<{ url: string; headers: FastifyRequest["headers"] }> = [];
let me: object | null = { name: "Ada" };
let failing = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-rendered-"));
  await mkdir(join(folder, "site/assets"), { recursive: true });
  await mkdir(join(folder, "renderer"));
  await writeFile(
    join(folder, "site/index.html"),
    `<!doctype html><html lang="en"><head><title>Winnow</title>
<link rel="modulepreload" crossorigin href="/assets/part-a.js">
<link rel="stylesheet" crossorigin href="/assets/style-a.css">
<link rel="stylesheet" crossorigin href="/assets/gone-a.css"></head><body><div id="root"></div></body></html>`,
  );
  await writeFile(join(folder, "site/assets/style-a.css"), ".used{color:red}.unused{color:blue}");
  await writeFile(
    join(folder, "renderer/render.js"),
    `export const renderPage = async (path, answers) =>
       \`<p class="used" title="$&">\${path} \${Object.keys(answers)} \${answers["/session"]?.me?.name ?? "nobody"}</p>\`;`,
  );
  await writeFile(join(folder, "renderer/package.json"), '{"type":"module"}');
  for (const path of ["/dashboard-api/*", "/status.json"]) {
    server.get(path, async ({ url, headers }, reply) => {
      asked.push({ url, headers });
      if (url === failing) return reply.code(500).send({});
      if (url === "/dashboard-api/session") return reply.header("set-cookie", "s=2").send({ me });
      return { of: "</script>" };
    });
  }
  registerSite(server, { builtFolder: folder, publicOrigin: () => "http://127.0.0.1" } as DashboardParts);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  asked = [];
  me = { name: "Ada" };
  failing = "";
});

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });
const urls = () => asked.map(({ url }) => url).sort();
const signedIn = { cookie: "s=1", "if-none-match": '"x"', "accept-encoding": "identity" };

test("the first pages of everybody hold their words and the styles of them, and are made once", async () => {
  failing = "/dashboard-api/catalogue";
  expect((await get("/")).body).toContain('<div id="root"></div>');
  failing = "";
  asked = [];
  const page = await get("/");
  expect(page.body).toContain('<html data-rendered="/" lang="en">');
  expect(page.body).toContain("<title>Data from websites, as records · Winnow</title>");
  expect(page.body).toContain("<style>.used{color:red}</style></head>");
  expect(page.body).toContain('<div id="root"><p class="used" title="$&">/ /catalogue,/session nobody</p></div>');
  expect(page.body).toContain(
    '<script type="application/json" id="program-files">["/assets/part-a.js","/assets/style-a.css","/assets/gone-a.css"]</script></body>',
  );
  expect(page.body).toMatch(/^<!doctype html>[\s\S]*<\/script><\/body><\/html>$/);
  expect(page.body).not.toMatch(/<link|id="answers"|unused/);
  expect([page.headers["cache-control"], urls()]).toEqual(["no-cache", ["/dashboard-api/catalogue"]]);
  expect((await get("/", signedIn)).body).toBe(page.body);
  expect(urls()).toHaveLength(1);

  const signIn = await get("/sign-in");
  expect(signIn.body).toContain("<title>Sign in · Winnow</title>");
  expect(signIn.body).toContain("/sign-in /session nobody");
  expect(urls()).toHaveLength(1);
});

test("an account's first page holds its answers, asked for in its name, and is kept by nobody", async () => {
  const page = await get("/overview", signedIn);
  const wanted = ["/session", "/keys", "/usage?days=30", "/requests?limit=6", "/status.json"];
  expect(urls()).toEqual(wanted.map((path) => (path === "/status.json" ? path : `/dashboard-api${path}`)).sort());
  for (const { headers } of asked) {
    expect(headers).toMatchObject({ cookie: "s=1", accept: "application/json" });
    expect([headers["if-none-match"], headers["accept-encoding"]]).toEqual([undefined, undefined]);
  }
  expect([page.headers["cache-control"], page.headers["set-cookie"]]).toEqual(["no-store", ["s=2"]]);
  expect(page.body).toContain("<title>Overview · Winnow</title>");
  expect(page.body).toContain(`/overview ${wanted} Ada</p>`);
  const [, answers] = /id="answers">(.*?)<\/script>/.exec(page.body)!;
  expect(JSON.parse(answers!)).toEqual({
    ...Object.fromEntries(wanted.map((path) => [path, { of: "</script>" }])),
    "/session": { me },
  });
  me = { name: "Bob" };
  expect((await get("/overview", signedIn)).body).toContain("Bob</p>");
});

test.each([
  ["without a cookie nothing is asked for", {}, () => {}, 0],
  ["with a session that has ended", signedIn, () => (me = null), 5],
  ["where an answer fails", signedIn, () => (failing = "/dashboard-api/keys"), 5],
])("%s it is the plain document", async (_, headers, prepare, questions) => {
  prepare();
  const page = await get("/overview", headers);
  expect([page.statusCode, page.headers["cache-control"], asked.length]).toEqual([200, "no-cache", questions]);
  expect(page.body).toContain('<div id="root"></div>');
  expect(page.body).not.toContain("data-rendered");
});
