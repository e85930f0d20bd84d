import { spawn } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { freePort } from "./support/free-port.ts";
import { pythonPath } from "./support/python.ts";
import { startTestService, type TestService } from "./support/service.ts";
import { describeOnDrawnStores } from "./support/store/stores.ts";

// Starts many programs, on a machine that may be busy.
vi.setConfig({ testTimeout: 300_000 });

const python = await pythonPath();
const root = join(import.meta.dirname, "..");
const recipes = globSync("docs/recipes/!(README).md", { cwd: root });
/** In the order in which they are read. */
const listed = [...readFileSync(join(root, "docs/recipes/README.md"), "utf8").matchAll(/\]\(([\w-]+\.md)\)/g)];
const pages = ["docs/tutorial.md", ...listed.map(([, name]) => `docs/recipes/${name}`)];
const BLOCK = /^```(\w+)(?: (\S+))?\n(.*?)^```$/gms;

/** A chat and a bucket: everything that arrives is taken. */
const received: Array<{ method: string; path: string; body: Buffer }> = [];
const receiver = createServer(async (request, response) => {
  const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
  received.push({ method: request.method!, path: request.url!, body });
  response.end("ok");
});

beforeAll(() => new Promise<void>((listening) => receiver.listen(0, "127.0.0.1", listening)));
afterAll(() => void receiver.close());

/** A copy of this checkout, for the page that adds to it. */
async function checkout(copy: string): Promise<void> {
  for (const part of ["src", "client", "scripts", "package.json", "biome.json"]) {
    await cp(join(root, part), join(copy, part), { recursive: true, filter: (path) => !path.includes("node_modules") });
  }
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
  const config = { testTimeout: 60_000, isolate: false, maxWorkers: 1, experimental: { viteModuleRunner: false } };
  await writeFile(join(copy, "vitest.config.ts"), `export default { test: ${JSON.stringify(config)} };\n`);
}

/** What must have happened besides success. */
const outcomes: Record<string, () => Promise<void>> = {
  "price-watch-to-slack.md": async () => {
    const messages = () =>
      received.filter(({ path }) => path === "/services/secret").map(({ body }) => JSON.parse(body.toString()).text);
    await expect
      .poll(messages, { timeout: 60_000 })
      .toEqual(["Test", expect.stringMatching(/^Cheap lamps: .* fired$/)]);
  },
  "nightly-parquet-to-a-bucket.md": async () => {
    const files = () => received.filter(({ method, path }) => method === "PUT" && /^\/lake\/.*\.parquet$/.test(path));
    await expect.poll(() => files().length, { timeout: 60_000 }).toBe(1);
    expect(files()[0]!.body.subarray(0, 4).toString()).toBe("PAR1");
  },
};

const runnable = pages.filter((page) => python !== null || !page.includes("dlt-"));

describeOnDrawnStores("the recipes, one after the other", (fresh) => {
  let service: TestService;
  let folder: string;
  let free: number;
  /** Of one account: no page may undo what the one before it did. */
  let keys: { live: string; test: string };
  beforeAll(async () => {
    received.length = 0;
    free = await freePort();
    const { dataDir, url } = fresh.settings();
    service = await startTestService({
      env: { DATA_DIR: dataDir, DATABASE_URL: url, WINNOW_PRIVATE_HOSTS: "127.0.0.1" },
    });
    const live = await service.createKey({ points: 10_000 });
    const { account } = (await service.accounts.ownerOf(live))!;
    keys = { live, test: (await service.accounts.createKey(account.id, { name: "CI", mode: "test" })).secret };
    folder = await mkdtemp(join(tmpdir(), "winnow-recipes-"));
    await mkdir(join(folder, "bin"));
    // As in a checkout: `npx winnow` and `npx vitest` are those of this one.
    const npx = `#!/bin/sh\nprogram=$1\nshift\nif [ "$program" = winnow ]; then exec "${process.execPath}" "\${CHECKOUT:-${root}}/src/cli/winnow.ts" "$@"; fi\nexec "${root}/node_modules/.bin/$program" "$@"\n`;
    await writeFile(join(folder, "bin/npx"), npx);
    await writeFile(join(folder, "bin/python3"), `#!/bin/sh\nexec "${python}" "$@"\n`);
    for (const name of ["npx", "python3"]) await chmod(join(folder, "bin", name), 0o755);
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  test.each(runnable)("%s works as it is written, in the account of the pages before it", async (page) => {
    const blocks = [...readFileSync(join(root, page), "utf8").matchAll(BLOCK)].map(([, kind, name, code]) => ({
      kind: kind!,
      name,
      code: code!,
    }));
    const own = join(folder, basename(page, ".md"));
    await mkdir(own);
    const isCheckout = page.endsWith("source-of-your-own.md");
    if (isCheckout) await checkout(own);
    for (const { name, code } of blocks) if (name) await writeFile(join(own, name), code);
    const script = ["set -euo pipefail", ...blocks.flatMap(({ kind, code }) => (kind === "sh" ? [code] : []))].join(
      "\n",
    );
    expect(script.length).toBeGreaterThan(40);
    const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    const dlt = ["clients/dlt/tests/dlt_stand_in", "clients/dlt/src", "clients/python/src"];
    const child = spawn("bash", ["-c", script], {
      cwd: own,
      env: {
        PATH: [join(folder, "bin"), dirname(process.execPath), process.env.PATH].join(":"),
        HOME: own,
        NODE_ENV: "test",
        PORT: String(free),
        WINNOW_URL: service.address,
        WINNOW_KEY: keys.live,
        CI_TEST_KEY: keys.test,
        SLACK_URL: `${address}/services/secret`,
        S3_ENDPOINT: address,
        S3_KEY: "KEY",
        S3_SECRET: "SECRET",
        PYTHONPATH: dlt.map((part) => join(root, part)).join(":"),
        PYTHONDONTWRITEBYTECODE: "1",
        ...(isCheckout && { CHECKOUT: own }),
      },
    });
    const printed = Promise.all([text(child.stdout), text(child.stderr)]);
    const code = await new Promise((ended) => child.once("close", ended));
    expect([code, (await printed).join("\n").slice(-3_000)]).toEqual([0, expect.any(String)]);
    await outcomes[basename(page)]?.();
  });

  test("after all pages, each schedule is as its page set it up", async () => {
    const schedules: Array<Record<string, any>> = (await service.get("/schedules", keys.live)).json();
    const found = schedules.map(({ name, rules, monthly_budget, destination }) => [
      name,
      rules.length,
      monthly_budget,
      destination !== null,
    ]);
    expect(found.sort()).toEqual([
      ["Cheap lamps", 2, 500, false],
      ["Lamps", 1, null, false],
      ["Lanterns", 1, null, false],
      ["Nightly lamps", 0, null, true],
    ]);
  });
});

test("the list of recipes has them all", () => {
  expect(pages.slice(1).toSorted()).toEqual(recipes.toSorted());
});
