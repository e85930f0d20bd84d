import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { findSource } from "../src/sources/find-sources.ts";
import { serveStandIns } from "../src/stand-ins/serve.ts";

const root = join(import.meta.dirname, "..");
const CITY = '  city: text("city").meaning("City."),';

/** A checkout of its own, because repairs change it, with a service that runs in it. */
let folder: string;
let copy: string;
let env: Record<string, string>;
let service: ChildProcess;
const found = { url: "", key: "", control: "" };

const ended = (...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> => winnow(words, {});
const winnow = (words: string[], settings: Record<string, string>) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const options = { cwd: copy, env: { ...env, ...settings }, maxBuffer: 2 ** 26 };
    execFile(process.execPath, ["src/cli/winnow.ts", ...words], options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });

/** Cards as a shop would show them. */
const cards = Array.from(
  { length: 12 },
  (
    _,
    nth,
  ) => `<article class="lamp-card" data-sku="${7001 + nth}"><h2><a href="/lamps/${7001 + nth}">Lamp ${nth}</a></h2>
<span class="lamp-price">${(12.5 + nth * 3.25).toFixed(2)}</span><p class="lamp-maker">${"ABCD"[nth % 4]} works</p></article>`,
).join("\n");

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-repair-incident-"));
  copy = join(folder, "copy");
  for (const part of ["src", "client", "scripts", "package.json", "biome.json"])
    await cp(join(root, part), join(copy, part), { recursive: true });
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
  const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
  env = { PATH, NODE_COMPILE_CACHE, HOME: folder, NODE_ENV: "test", DATA_DIR: join(folder, "data"), PORT: "0" };
  env.OPERATOR_TOKEN = "operator-of-the-repair-test";
  await writeFile(join(copy, "page.html"), `<!doctype html><html lang="en"><body><main>${cards}</main></body></html>`);
  await ended("new-source", "lampshop", "--from-recording", "page.html");
  service = spawn(process.execPath, ["src/cli/winnow.ts", "serve"], {
    cwd: copy,
    env: { ...env, WINNOW_FAULTS: "on" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: service.stdout! })) {
    found.control = /"control":"([^"]+)"/.exec(line)?.[1] ?? found.control;
    found.url = /Dashboard\s+(http:\/\/[\d.:]+)/.exec(line)?.[1] ?? found.url;
    found.key = /Demo key\s+(\S+)/.exec(line)?.[1] ?? found.key;
    if (found.key) break;
  }
  service.stdout!.resume();
});
afterAll(async () => {
  service.kill("SIGKILL");
  await once(service, "close").catch(() => {});
  await rm(folder, { recursive: true, force: true });
});

const fault = (source: string, text: string) => fetch(`${found.control}/${source}`, { method: "PUT", body: text });

async function call(operation: string, body: object): Promise<number> {
  const response = await fetch(`${found.url}/api/${operation}`, {
    method: "POST",
    headers: { "access-token": found.key, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
}

const metrics = async () =>
  (await fetch(`${found.url}/metrics`, { headers: { authorization: `Bearer ${env.OPERATOR_TOKEN}` } })).text();

/** Before an operation's first canary nothing that its calls showed is known: a change then is no change. */
const afterFirstCanary = (operation: string) =>
  vi.waitFor(
    async () =>
      expect(await metrics()).toContain(`winnow_canary_last_success_timestamp_seconds{operation="/api/${operation}"}`),
    { timeout: 120_000, interval: 100 },
  );

/** Calls until the service has opened an incident of the source; its number. */
async function incident(source: string, work: () => Promise<unknown>): Promise<string> {
  return vi.waitFor(
    async () => {
      await work();
      const { stdout } = await ended("incidents", "--source", source, "--output", "json");
      const [first] = JSON.parse(stdout) as Array<{ no: number }>;
      return first ? String(first.no) : Promise.reject(new Error("no incident yet"));
    },
    { timeout: 120_000, interval: 500 },
  );
}

/** A live site: the stand-in, with its pages changed on the way. */
async function site(change: (page: string) => string) {
  const source = await findSource("bizbureau");
  const standIn = await source.standIn();
  const answer: typeof standIn.answer = async (asked) => {
    const reply = await standIn.answer(asked);
    return { ...reply, body: change(String(reply.body)) };
  };
  const sites = await serveStandIns([{ ...source, standIn: async () => ({ ...standIn, answer }) }], {});
  const live = { WINNOW_BIZBUREAU_ORIGIN: sites.originOf("bizbureau"), WINNOW_BIZBUREAU_ROBOTS: "ignore" };
  return { live: { ...live, WINNOW_BIZBUREAU_PER_SECOND: "1000" }, close: () => sites.close() };
}

test("the table of a JSON source is repaired from kept pages, if the live site agrees, and only with --apply", async () => {
  const search = { keyword: "plumber", count: 15 };
  const asked = () => call("bizbureau/businesses/search", search);
  expect([await asked(), await asked()]).toEqual([200, 200]);
  await afterFirstCanary("bizbureau/businesses/search");
  await fault("bizbureau", "rename:city");
  const no = await incident("bizbureau", asked);
  const table = join(copy, "src/sources/bizbureau/search.ts");
  const before = await readFile(table, "utf8");
  // The operator's own canary asks for what callers asked for, so its records are known.
  await writeFile(
    join(env.DATA_DIR!, "canaries.json"),
    JSON.stringify({ bizbureau: { "businesses/search": [{ request: search }] } }),
  );

  const renamed = await site((page) => page.replaceAll('"city"', '"cityV2"'));
  const proved = await winnow(["incidents", "repair", no], renamed.live);
  await renamed.close();
  expect(proved.stdout).toContain("city -> cityV2, which brings back city\nproved live: canary at http://127.0.0.1");
  expect(proved.stdout).toContain('+  city: text("city", "cityV2").meaning("City."),');
  expect([proved.code, await readFile(table, "utf8")]).toEqual([0, before]);

  const mixed = await site((page) => page.replaceAll(/"city":"[^"]*"/g, '"cityV2":"Springfield"'));
  const wrong = await winnow(["incidents", "repair", no, "--apply"], mixed.live);
  await mixed.close();
  expect(wrong.stdout).toMatch(/tried city -> cityV2 .*: the canary at http\S+ reads other values: city/);
  expect(wrong.stdout).toContain("no patch: ");
  expect([wrong.code, wrong.stdout.includes("+  city"), await readFile(table, "utf8")]).toEqual([1, false, before]);

  const gone = { WINNOW_BIZBUREAU_ORIGIN: "http://127.0.0.1:9", WINNOW_BIZBUREAU_ROBOTS: "ignore" };
  const unproved = await winnow(["incidents", "repair", no], gone);
  expect([unproved.code, unproved.stdout]).toEqual([0, expect.stringContaining("NOT proved live: http://127.0.0.1:9")]);
  expect(unproved.stdout).toContain('+  city: text("city", "cityV2")');
  const held = await winnow(["incidents", "repair", no, "--apply"], gone);
  expect([held.code, held.stdout]).toEqual([1, expect.stringContaining("not applied")]);
  expect(await readFile(table, "utf8")).toBe(before);

  const applied = await winnow(["incidents", "repair", no, "--apply", "--offline"], gone);
  expect([applied.code, applied.stdout]).toEqual([
    0,
    expect.stringContaining("not proved live: the site was not asked"),
  ]);
  expect(await readFile(table, "utf8")).toContain(CITY.replace('"city")', '"city", "cityV2")'));
  const again = await winnow(["incidents", "repair", no, "--offline"], gone);
  expect([again.code, again.stdout]).toEqual([
    1,
    expect.stringContaining("reads the incident's pages as before already"),
  ]);
});

test("the selectors of a source of HTML cards are repaired, and what was tried is written down for an agent", async () => {
  const asked = () => call("lampshop/items/search", { count: 12 });
  expect(await asked()).toBe(200);
  await afterFirstCanary("lampshop/items/search");
  await fault("lampshop", "rename:lamp-price");
  const no = await incident("lampshop", asked);
  const task = join(folder, "task");
  const changed = { WINNOW_FAULTS: "lampshop=rename:lamp-price" };
  const agent = await winnow(["incidents", "repair", no, "--agent", task], changed);
  expect(agent.stdout).toContain("lamp-price -> lamp-priceV2");
  expect(agent.stdout).toContain("proved live: canary at its stand-in, 12 records, 12 seen before");
  expect(agent.stdout).toContain('+  price: decimal("span:is(.lamp-price, .lamp-priceV2)")');
  expect((await readdir(task)).sort()).toEqual([
    "TASK.md",
    "bad-1.page",
    "expected.json",
    "good-1.page",
    "reader",
    "repaired.test.ts",
    "request.json",
  ]);
  expect(await readFile(join(task, "bad-1.page"), "utf8")).toContain("lamp-priceV2");

  const applied = await winnow(["incidents", "repair", no, "--apply"], changed);
  expect([applied.code, applied.stdout]).toEqual([0, expect.stringContaining("applied.")]);
  const canary = await winnow(["canary", "lampshop"], changed);
  expect([canary.code, canary.stdout]).toEqual([0, expect.stringMatching(/lampshop\/items\/search +ok/)]);
});
