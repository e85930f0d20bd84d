import { spawn } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startTestService, type TestService } from "../../test/support/service.ts";
import { serviceOf } from "./service/connect.ts";
import { keepProfile } from "./service/profiles.ts";
import { runHere } from "./testing/run-here.ts";

let service: TestService;
let folder: string;
let path: string;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-init-"));
  path = join(folder, "winnow/config.json");
  vi.stubEnv("XDG_CONFIG_HOME", folder);
  for (const name of ["WINNOW_URL", "WINNOW_KEY", "WINNOW_PROFILE", "WINNOW_CONFIG"]) vi.stubEnv(name, undefined);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

/** `winnow init` as a process, with the key on standard input. */
async function init(key: string, ...words: string[]) {
  const program = fileURLToPath(new URL("launch.js", import.meta.url));
  const child = spawn(process.execPath, [program, "init", ...words], { env: { XDG_CONFIG_HOME: folder } });
  child.stdin.end(`${key}\n`);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { stdout, stderr };
}

test("init checks address and key, keeps them where nobody else can read them, and other commands use them", async () => {
  const key = await service.createKey({ points: 77 });
  const { stdout, stderr } = await init(key, "--url", service.address);
  expect([stderr, stdout]).toEqual([
    "",
    `Saved as profile default in ${path}: ${service.address}, plan pro, 77 points.\n`,
  ]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, "winnow"))).mode & 0o777).toBe(0o700);
  const [row] = JSON.parse(await runHere(["status", "--output", "json"]));
  expect(row).toMatchObject({ service: service.address, key: "works", points: 77 });
  expect(await runHere(["open", "keys", "--print"])).toBe(`${service.address}/keys\n`);
});

test("a key that does not work is not kept, and not shown", async () => {
  const { stderr } = await init("no-such-key", "--url", service.address);
  expect(stderr).toContain("key_invalid");
  expect(stderr).not.toContain("no-such-key");
  await expect(readFile(path)).rejects.toThrow("ENOENT");
});

test("options go before the environment, that before a profile; a profile is chosen by name", () => {
  keepProfile(path, "home", { url: "http://home.example", key: "home-key" });
  keepProfile(path, "work", { url: "http://work.example", key: "work-key" });
  expect(serviceOf({})).toEqual({ url: "http://work.example", key: "work-key" });
  expect(serviceOf({ profile: "home" })).toEqual({ url: "http://home.example", key: "home-key" });
  vi.stubEnv("WINNOW_PROFILE", "home");
  expect(serviceOf({})).toEqual({ url: "http://home.example", key: "home-key" });
  vi.stubEnv("WINNOW_KEY", "from-env");
  expect(serviceOf({})).toEqual({ url: "http://home.example", key: "from-env" });
  expect(serviceOf({ key: "given" }).key).toBe("given");
  expect(() => serviceOf({ profile: "none" })).toThrow(/no profile "none".*home, work/);
});

test("the key of a profile is never sent to another address", () => {
  keepProfile(path, "default", { url: "http://home.example", key: "home-key" });
  expect(() => serviceOf({ url: "http://other.example" })).toThrow("no API key");
  expect(serviceOf({ url: "http://other.example" }, "no key").key).toBe("");
  vi.stubEnv("WINNOW_URL", "http://other.example");
  expect(serviceOf({}, "no key")).toEqual({ url: "http://other.example", key: "" });
});

test("a file that others can read is refused, with what to do", async () => {
  keepProfile(path, "default", { url: "http://home.example", key: "home-key" });
  await chmod(path, 0o644);
  expect(() => serviceOf({})).toThrow(`chmod 600 ${path}`);
});
