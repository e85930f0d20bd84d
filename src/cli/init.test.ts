import { spawn } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { endHere } from "../../test/support/cli/end-here.ts";
import { runHere } from "../../test/support/cli/run-here.ts";
import type { TestService } from "../../test/support/service.ts";
import { sharedService } from "../../test/support/shared-service.ts";
import { findService } from "./service/connect.ts";
import { keepProfile, profilesPath, readProfile } from "./service/profiles.ts";

let service: TestService;
let folder: string;
let path: string;
beforeAll(async () => {
  service = await sharedService();
});
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

test("init checks the address and the key, stores them privately, and other commands use them", async () => {
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

test("a key that does not work is neither stored nor shown", async () => {
  const { stderr } = await init("no-such-key", "--url", service.address);
  expect(stderr).toContain("key_invalid");
  expect(stderr).not.toContain("no-such-key");
  await expect(readFile(path)).rejects.toThrow("ENOENT");
});

test("options override the environment, which overrides a profile; a profile is chosen by name", () => {
  keepProfile(path, "home", { url: "http://home.example", key: "home-key" });
  keepProfile(path, "work", { url: "http://work.example", key: "work-key" });
  expect(findService({})).toEqual({ url: "http://work.example", key: "work-key" });
  expect(findService({ profile: "home" })).toEqual({ url: "http://home.example", key: "home-key" });
  vi.stubEnv("WINNOW_PROFILE", "home");
  expect(findService({})).toEqual({ url: "http://home.example", key: "home-key" });
  vi.stubEnv("WINNOW_KEY", "from-env");
  expect(findService({})).toEqual({ url: "http://home.example", key: "from-env" });
  expect(findService({ key: "given" }).key).toBe("given");
  expect(() => findService({ profile: "none" })).toThrow(/no profile "none".*home, work/);
});

test("a profile's key is never sent to another address", () => {
  keepProfile(path, "default", { url: "http://home.example", key: "home-key" });
  expect(() => findService({ url: "http://other.example" })).toThrow("no API key");
  expect(findService({ url: "http://other.example" }, "no key").key).toBe("");
  vi.stubEnv("WINNOW_URL", "http://other.example");
  expect(findService({}, "no key")).toEqual({ url: "http://other.example", key: "" });
});

describe("winnow init in this process", () => {
  const here = (input: string, ...words: string[]) =>
    endHere(["init", ...words], { XDG_CONFIG_HOME: folder }, { input });
  const message = ({ stderr }: { stderr: string }) => JSON.parse(stderr).error;

  test("stores a key unchecked on request; the last one stored is used", async () => {
    const words = ["--no-check", "--url", "http://one.example"];
    const first = await here(" the-key \n", ...words);
    expect(first).toEqual({
      code: 0,
      stderr: "",
      stdout: `Saved as profile default in ${path}: http://one.example, not checked.\n`,
    });
    await here("other-key", ...words, "--profile", "other_1-x");
    expect(JSON.parse(await readFile(path, "utf8"))).toEqual({
      profile: "other_1-x",
      profiles: {
        default: { url: "http://one.example", key: "the-key" },
        "other_1-x": { url: "http://one.example", key: "other-key" },
      },
    });
    expect((await readFile(path, "utf8")).endsWith("}\n")).toBe(true);
  });

  test("defaults to this machine's own address", async () => {
    expect((await here("k", "--no-check")).stdout).toContain(": http://127.0.0.1:8080, not checked.");
  });

  test.each([
    [["--profile", "two words"], "k", 1, "--profile: 1 to 40 letters, digits, - and _"],
    [["--profile", "x".repeat(41)], "k", 1, "--profile: 1 to 40 letters"],
    [["--url", "winnow.example"], "k", 1, '--url: "winnow.example" is not an address such as http://127.0.0.1:8080'],
    [["--url", "http://"], "k", 1, '--url: "http://" is not an address'],
    [["--no-check"], "", 6, "no key: type it, or send it on standard input"],
    [["--no-check"], "two words", 6, "no key: type it"],
    [["--url", "http://127.0.0.1:9"], "k", 10, "http://127.0.0.1:9 does not answer"],
  ])("%j with the key %j is rejected", async (words, key, code, why) => {
    const refused = await here(key, ...words);
    expect([refused.code, message(refused).message, message(refused).exit_code]).toEqual([
      code,
      expect.stringContaining(why),
      code,
    ]);
    await expect(readFile(path)).rejects.toThrow("ENOENT");
  });

  test("winnow open prints the page's address, by default the overview", async () => {
    const open = (...words: string[]) =>
      endHere(["open", ...words, "--print", "--url", "http://x.example//"], { HOME: folder });
    expect((await open()).stdout).toBe("http://x.example/overview\n");
    for (const page of ["overview", "playground", "keys", "requests", "docs"]) {
      expect((await open(page)).stdout).toBe(`http://x.example/${page}\n`);
    }
    expect((await open("nowhere")).code).toBe(1);
  });
});

describe("the profiles file", () => {
  test.each([
    [{ WINNOW_CONFIG: "/a/file", XDG_CONFIG_HOME: "/x", HOME: "/h" }, "/a/file"],
    [{ XDG_CONFIG_HOME: "/x", HOME: "/h" }, "/x/winnow/config.json"],
    [{ WINNOW_CONFIG: "", XDG_CONFIG_HOME: "", HOME: "/h" }, "/h/.config/winnow/config.json"],
    [{}, join(homedir(), ".config/winnow/config.json")],
  ])("%j: %s", (environment, place) => {
    expect(profilesPath(environment)).toBe(place);
  });

  test("a missing file has no profiles, a named one is an error, and an invalid file is reported", async () => {
    expect(readProfile({ XDG_CONFIG_HOME: folder })).toBeNull();
    expect(() => readProfile({ XDG_CONFIG_HOME: folder }, "home")).toThrow(
      `there is no profile "home" in ${path} (there are: none): winnow init --profile home`,
    );
    keepProfile(path, "home", { url: "http://home.example", key: "home-key" });
    expect(readProfile({ XDG_CONFIG_HOME: folder })).toEqual({ url: "http://home.example", key: "home-key" });
    for (const text of ["no JSON", "{}", '{"profiles":null}', '{"profiles":"x"}']) {
      await writeFile(path, text);
      expect(() => readProfile({ XDG_CONFIG_HOME: folder }), text).toThrow(
        `${path} is not a valid profile file: fix it or delete it`,
      );
    }
  });

  test.each([0o640, 0o604, 0o660])("a file of mode %o is rejected", async (mode) => {
    keepProfile(path, "home", { url: "http://home.example", key: "home-key" });
    await chmod(path, mode);
    expect(() => readProfile({ XDG_CONFIG_HOME: folder })).toThrow("contains keys but other users can read it");
  });
});

test("the default address is this machine; a missing key is exit 6", () => {
  expect(findService({ key: "k" })).toEqual({ url: "http://127.0.0.1:8080", key: "k" });
  expect(findService({}, "no key")).toEqual({ url: "http://127.0.0.1:8080", key: "" });
  const thrown = (() => {
    try {
      return findService({});
    } catch (error) {
      return error;
    }
  })();
  expect(thrown).toMatchObject({ message: "no API key: set WINNOW_KEY or run winnow init", exitCode: 6 });
  keepProfile(path, "default", { url: "http://home.example/a", key: "home-key" });
  expect(findService({ url: "http://home.example/b" })).toEqual({ url: "http://home.example/b", key: "home-key" });
  for (const url of ["ftp://x.example", "x.example", "xhttp://y"]) {
    expect(() => findService({ url, key: "k" })).toThrow(`--url: "${url}" is not an address`);
  }
});

test("a file that others can read is rejected with what to do", async () => {
  keepProfile(path, "default", { url: "http://home.example", key: "home-key" });
  await chmod(path, 0o644);
  expect(() => findService({})).toThrow(`chmod 600 ${path}`);
});
