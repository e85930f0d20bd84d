import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const program = join(root, "src/cli/launch.js");
const run = promisify(execFile);
const curlLine = /curl -X POST [\s\S]*? -d '.*'\n/;

describe("a first start", () => {
  let dataDir: string;
  let service: ChildProcess;
  let printed = "";
  const winnow = (...args: string[]) =>
    run(process.execPath, [program, ...args], { cwd: root, env: { ...process.env, DATA_DIR: dataDir } });

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "winnow-first-"));
    service = spawn(process.execPath, [program, "serve"], {
      cwd: root,
      env: { ...process.env, DATA_DIR: dataDir, PORT: "0" },
    });
    await new Promise<void>((resolve, reject) => {
      service.stdout!.on("data", (chunk: Buffer) => {
        printed += chunk;
        if (curlLine.test(printed)) resolve();
      });
      service.stderr!.on("data", (chunk: Buffer) => {
        printed += chunk;
      });
      service.once("exit", () => reject(new Error(`the service ended: ${printed}`)));
    });
  });
  afterAll(async () => {
    const ended = new Promise((resolve) => service.once("exit", resolve));
    // A service that has already ended emits no second exit.
    if (service.kill("SIGTERM")) await ended;
    await rm(dataDir, { recursive: true, force: true });
  });

  const address = () => /Dashboard\s+(http:\S+)\//.exec(printed)![1]!;

  test("prints a curl line that works when pasted and returns 20 records", async () => {
    const [line] = curlLine.exec(printed)!;
    const { stdout } = await run("sh", ["-c", line.replace("curl", "curl -s")]);
    expect(JSON.parse(stdout)).toHaveLength(20);
  });

  test("returns 200 at /health", async () => {
    expect((await fetch(`${address()}/health`)).status).toBe(200);
  });

  test("`keys create` prints only the key while the service runs, and the key works immediately with its points", async () => {
    const { stdout } = await winnow(
      "keys",
      "create",
      "--email",
      "someone@test.example",
      "--plan",
      "free",
      "--points",
      "25",
    );
    expect(stdout).toMatch(/^wnw_[0-9A-Za-z]{36}\n$/);
    const answer = await fetch(`${address()}/token/statistic`, { headers: { "access-token": stdout.trim() } });
    expect(await answer.json()).toMatchObject([{ points: 25, plan: "free" }]);
  });

  test("`keys create --sources` creates a key for only those sources, and names an unknown one", async () => {
    const { stdout } = await winnow(
      "keys",
      "create",
      "--email",
      "narrow@test.example",
      "--plan",
      "free",
      "--sources",
      "stays",
    );
    const answer = await fetch(`${address()}/api/nlretail/products/search`, {
      method: "POST",
      headers: { "access-token": stdout.trim(), "content-type": "application/json" },
      body: JSON.stringify({ keyword: "tas", count: 1 }),
    });
    expect(answer.status).toBe(403);
    await expect(
      winnow("keys", "create", "--email", "x@test.example", "--plan", "free", "--sources", "nowhere"),
    ).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("nlretail"),
    });
  });

  test("an unknown plan is rejected with a sentence", async () => {
    await expect(winnow("keys", "create", "--email", "y@test.example", "--plan", "golden")).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/golden.*free/s),
    });
  });

  test("its log contains no key and no body", async () => {
    const key = /Demo key\s+(\S+)/.exec(printed)![1]!;
    const logged = printed.split("\n").filter((line) => line.startsWith("{"));
    expect(logged.length).toBeGreaterThan(0);
    expect(logged.join("\n")).not.toContain(key);
    expect(logged.join("\n")).not.toContain("koffiezetapparaat");
  });
});

describe("a start that fails", () => {
  const output = async (env: Record<string, string>) => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), "winnow-refused-"));
    const failed = await run(process.execPath, [program, "serve"], {
      cwd: root,
      env: { PATH: process.env.PATH!, DATA_DIR, ...env },
    }).catch((error: { code: number; stdout: string; stderr: string }) => error);
    await rm(DATA_DIR, { recursive: true, force: true });
    return failed as { code: number; stdout: string; stderr: string };
  };

  test.each([
    [
      "a port that is taken",
      async (port: string) => ({ PORT: port }),
      /cannot listen on 127\.0\.0\.1:\d+: another process listens there/,
    ],
    ["a file of plans that is not there", async () => ({ PORT: "0", PLANS_FILE: "/no/plans.json" }), /PLANS_FILE/],
  ])("on %s says so in one sentence", async (_, settings, sentence) => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { code, stdout, stderr } = await output(await settings(String((other.address() as AddressInfo).port)));
    other.close();
    const lines = (stdout + stderr).trim().split("\n");
    expect([code, lines.length, lines.at(-1)]).toEqual([1, 1, expect.stringMatching(sentence)]);
  });
});

test("a service whose launcher is killed ends, too, and frees its port", async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), "winnow-launched-"));
  const line = `LAUNCHER_PID=$$ ${process.execPath} ${program} serve & wait`;
  const launcher = spawn("sh", ["-c", line], { cwd: root, env: { PATH: process.env.PATH!, DATA_DIR, PORT: "0" } });
  let printed = "";
  launcher.stdout.on("data", (chunk: Buffer) => {
    printed += chunk;
  });
  await expect.poll(() => printed).toMatch(curlLine);
  // The pipe closes when its last writer, the service, has ended.
  const ended = once(launcher.stdout, "close");
  launcher.kill("SIGKILL");
  await ended;
  const [, address] = /Dashboard\s+(http:\S+)\//.exec(printed)!;
  await expect(fetch(`${address}/health`)).rejects.toThrow("fetch failed");
  await rm(DATA_DIR, { recursive: true, force: true });
});
