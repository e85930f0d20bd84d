import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { assembleRelease } from "../scripts/release/assemble.ts";
import { assembleCli, CLI_NAME } from "../scripts/release/cli-package.ts";
import { typePackages } from "../scripts/release/types.ts";
import { ensureBundle } from "../src/cli/bundle/find-bundle.js";
import { loadedAsPackages } from "../src/cli/bundle/not-bundled.ts";

// Runs the compiler and the program, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000 });

const installed = join(import.meta.dirname, "../node_modules");
let folder: string;
let release: string;

/** Of the programs called `node` on this machine's PATH, the oldest with which callers may run their program. */
function oldestNode(): string {
  const found = execFileSync("which", ["-a", "node"], { encoding: "utf8" }).trim().split("\n");
  const major = (node: string) => Number.parseInt(execFileSync(node, ["--version"], { encoding: "utf8" }).slice(1), 10);
  return found.filter((node) => major(node) >= 20).sort((one, other) => major(one) - major(other))[0]!;
}

const link = (name: string, into: string): void => {
  const place = join(into, "node_modules", name);
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(join(installed, name), place);
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "winnow-release-"));
  release = join(folder, "node_modules/winnow-api");
  assembleRelease(release, ensureBundle()!);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A source as its author writes it, with mistakes that its types must reveal. */
const author = `
import { all, countField, defineRequest, jsonPage, jsonRecord, operation, parseHtml, perResults, type Static, text, timeoutField, whole } from "winnow-api/source";
import { recordedStandIn, type StandIn } from "winnow-api/stand-in";
import { sourceSuite } from "winnow-api/testing";

const Thing = jsonRecord("Thing", {
  id: text("id").filled("always").meaning("ID."),
  size: whole("size").meaning("Size."),
});
type Thing = Static<typeof Thing>;
export const thing: Thing = { "@type": "Thing", id: "1", size: null };
// @ts-expect-error never null
export const without: Thing = { "@type": "Thing", id: null, size: 1 };
// @ts-expect-error no such degree
text("id").filled("sometimes");

export const things = operation({
  path: "/api/shop/things",
  summary: "Things",
  description: "Things.",
  price: perResults({ credits: 1, results: 20 }),
  request: defineRequest("Things", { count: countField(), timeout: timeoutField }),
  record: Thing,
  examples: [{ count: 2 }],
  echo: { page: { says: "page number" } },
  pageSize: 2,
  pageNumber: (body, page) => ({ path: "/things?" + body.count.toFixed() + page.toFixed() }),
  // @ts-expect-error a request has no such field
  keep: (record, body) => record.id !== body.keyword,
  read: jsonPage(Thing, { rows: "things" }),
});
export const standIn: StandIn = recordedStandIn([]);
export const names: string[] = all("p", parseHtml("<p>")).map(({ name }) => name);
// @ts-expect-error a suite is of a source
sourceSuite({});
`;

test("a release has the licenses of the packages inside its bundles", () => {
  expect(readFileSync(join(release, "THIRD-PARTY-LICENSES"), "utf8")).toMatch(/^undici\n\n.*\n\nCopyright/m);
});

test("packages outside the repository are type-checked against a release", async () => {
  for (const name of [...typePackages, "@types"]) link(name, folder);
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(join(folder, "source.ts"), author);
  const strict = ["--ignoreConfig", "--noEmit", "--strict", "--skipLibCheck"];
  const words = [...strict, "--module", "nodenext", "--types", "node", "source.ts"];
  const checked = promisify(execFile)(process.execPath, [join(installed, "typescript/bin/tsc"), ...words], {
    cwd: folder,
  });
  expect(await checked.catch(({ stdout }: { stdout: string }) => ({ stdout }))).toMatchObject({ stdout: "" });
});

test("a release serves operations and dashboard without sources, bundler or Vite, and its command line runs on an older Node", async () => {
  for (const name of loadedAsPackages) link(name, release);
  const env = { PATH: process.env.PATH, PORT: "0", DATA_DIR: join(folder, "data"), LOG_LEVEL: "error" };
  const service = spawn(process.execPath, ["src/cli/launch.js", "serve"], { cwd: release, env });
  try {
    let printed = "";
    for await (const line of createInterface({ input: service.stdout })) {
      printed += `${line}\n`;
      if (line.includes("Try it")) break;
    }
    const address = /Reference\s+(\S+)\/docs/.exec(printed)![1];
    const key = /Demo key\s+(\S+)/.exec(printed)![1]!;
    const answer = await fetch(`${address}/api/nlretail/products/search`, {
      method: "POST",
      headers: { "access-token": key, "content-type": "application/json" },
      body: JSON.stringify({ keyword: "fiets", count: 2 }),
    });
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ length: 2 })]);
    const cli = join(folder, "cli");
    await assembleCli(cli);
    const words = [join(cli, `${CLI_NAME}.js`), "call", "nlretail/products/search", "keyword=fiets", "count=2"];
    const caller = { env: { ...env, WINNOW_URL: address, WINNOW_KEY: key } };
    const called = await promisify(execFile)(oldestNode(), [...words, "--output", "json"], caller);
    expect(JSON.parse(called.stdout)).toHaveLength(2);
    const page = await fetch(`${address}/`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("/assets/")]);
    expect(existsSync(join(release, "src/cli/winnow.ts"))).toBe(false);
  } finally {
    service.kill();
    await once(service, "exit");
  }
});
