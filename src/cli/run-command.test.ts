import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { endHere } from "../../test/support/cli/end-here.ts";
import {
  AskAgain,
  AskedToWait,
  Blocked,
  NoSuchThing,
  NotResponding,
  Unreadable,
  WinnowError,
} from "../contract/errors.ts";
import { CommandFailed } from "./command-failed.ts";
import { groups } from "./commands.ts";
import { findOperation } from "./local-operation.ts";
import { startFacts, welcome } from "./operator/serve.ts";
import { runCommand } from "./run-command.ts";
import { readingFailure } from "./workshop/reading-failure.ts";

const folder = await mkdtemp(join(tmpdir(), "winnow-run-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const failure = ({ stderr }: { stderr: string }) => JSON.parse(stderr).error;

test("--help and --version are not errors", async () => {
  const help = await endHere(["--help"], {});
  expect([help.code, help.stderr]).toEqual([0, ""]);
  expect(help.stdout).toMatch(
    /^Usage: winnow \[options\] \[command\]\n\nA data-extraction API: send one POST, get a JSON array of clean records\.\n/,
  );
  expect(help.stdout).toMatch(/\n {2}--version +print the version\n/);
  expect(await endHere(["--version"], {})).toEqual({ code: 0, stdout: `${packageJson.version}\n`, stderr: "" });
  const open = await endHere(["open", "--help"], {});
  expect(open.stdout).toMatch(/\nGlobal Options:\n {2}--version/);
});

test("the list describes the commands of callers and names the others, whose help and nearest names stay", async () => {
  const { stdout } = await endHere(["--help"], {});
  expect(stdout).toMatch(/\n {2}call +run an operation/);
  expect(stdout).not.toMatch(/\n {2}serve +run the API/);
  expect(stdout).toContain("To run a service (winnow admin --help describes them):\n  serve, work, keys,");
  expect(stdout.split("\n").length).toBeLessThan(40);
  expect((await endHere(["admin", "--help"], {})).stdout).toMatch(/\n {2}serve +run the API/);
  expect((await endHere(["dev", "--help"], {})).stdout).toMatch(/\n {2}record +run an operation and save/);
  expect(failure(await endHere(["servee"], {})).message).toContain("Did you mean serve?");
});

test("a format that a command does not print is refused with what works", async () => {
  const message = async (...words: string[]) => failure(await endHere(["jobs", "list", ...words], {})).message;
  expect(await message("--json")).toBe("unknown option '--json'. Use --output json.");
  expect(await message("--output", "xlsx")).toMatch(
    /Allowed choices are table, json, ndjson, csv\. winnow links of-job <id> --format xlsx gives a file\.$/,
  );
});

test("a command of a room runs with and without the room's name", async () => {
  const plain = await endHere(["record", "--help"], {});
  expect(plain.stdout).toContain("Usage: winnow record");
  expect(await endHere(["dev", "record", "--help"], {})).toEqual(plain);
  expect((await endHere(["admin", "grant", "--help"], {})).stdout).toContain("Usage: winnow admin grant");
});

test("a wrong word is JSON in a pipe, and on a terminal a sentence with what to do", async () => {
  const piped = await endHere(["opne"], {});
  expect([piped.code, piped.stdout, failure(piped)]).toEqual([
    1,
    "",
    { message: "unknown command 'opne'\n(Did you mean open?)", exit_code: 1 },
  ]);
  const typed = await endHere(["opne"], {}, { columns: 80 });
  expect([typed.code, typed.stderr]).toEqual([
    1,
    "winnow: unknown command 'opne'\n(Did you mean open?)\n(winnow --help lists the commands)\n",
  ]);
});

test("a problem the user can fix, such as a wrong setting, is a sentence", async () => {
  const wrong = await endHere(["accounts", "list"], { PORT: "many" });
  expect([wrong.code, failure(wrong).exit_code]).toEqual([1, 1]);
  expect(failure(wrong).message).toContain("PORT");
});

test("an internal fault is thrown unchanged", async () => {
  const made = Object.assign(new Error("a bug"), { name: "TypeError" });
  const environment = process.env;
  process.env = new Proxy(environment, {
    get: () => {
      throw made;
    },
    ownKeys: () => {
      throw made;
    },
  });
  try {
    await expect(runCommand(["status"], groups)).rejects.toBe(made);
  } finally {
    process.env = environment;
  }
});

describe("the outcome of a reading", () => {
  test.each([
    ["a wall", new Blocked("a wall"), 3, "blocked by the source: a wall"],
    ["no such thing", new NoSuchThing("no such shelf"), 4, "no such shelf"],
    ["no such thing, asked twice", new AskAgain("a shell", new NoSuchThing("none")), 4, "none"],
    ["a site that is away", new NotResponding("reset"), 3, "not responding: reset"],
    ["a site that wants time", new AskedToWait(5_000, 0), 3, "The source asks to wait: try again in 5 s"],
    ["an unreadable answer", new Unreadable("what is this"), 5, "unreadable response: what is this"],
    ["a wrong call", new WinnowError("not_found", "no such page"), 1, "no such page"],
    ["anything else", new TypeError("x is undefined"), 5, "unreadable response: x is undefined"],
  ])("%s", (_, error, exitCode, message) => {
    const failed = readingFailure(error);
    expect(failed).toBeInstanceOf(CommandFailed);
    expect(failed).toMatchObject({ exitCode, message: expect.stringContaining(message) });
  });
});

test.each([
  ["bizbureau", "/api/bizbureau/businesses/search"],
  ["bizbureau/businesses/search", "/api/bizbureau/businesses/search"],
  ["/api/bizbureau/locations/search", "/api/bizbureau/locations/search"],
  ["api/bizbureau/locations/search", "/api/bizbureau/locations/search"],
  ["bizbureau-locations-search", "/api/bizbureau/locations/search"],
])("%s is the operation %s of this checkout", async (name, path) => {
  expect((await findOperation(name)).operation.path).toBe(path);
});

test("the welcome has the addresses, which sites are stand-ins, and on a first start a key and a call to paste", () => {
  const entries = ["stays", "nlretail"].map((name) => ({
    source: { name },
    operation: { path: `/api/${name}/search`, examples: [{ keyword: name }] },
  }));
  const registry = { sources: entries.map(({ source }) => source), entries };
  const running = { address: "http://127.0.0.1:1", registry, standIns: { stays: "stand-in" }, demoKey: null } as never;
  expect(welcome(running)).toBe(`
Winnow is ready.

  Dashboard   http://127.0.0.1:1/
  Reference   http://127.0.0.1:1/docs
  Sources     stays (stand-in), nlretail
  Keys        npx winnow keys create --email you@example.com --plan free

`);
  const first = welcome({ ...(running as object), demoKey: "wnw_demo" } as never);
  expect(first).toContain("\n  Demo key    wnw_demo   (shown only once)\n\nTry it:\n\n");
  expect(first).toContain(`  curl -X POST http://127.0.0.1:1/api/nlretail/search \\
    -H 'access-token: wnw_demo' -H 'content-type: application/json' \\
    -d '{"keyword":"nlretail"}'
`);
  const others = { ...registry, entries: entries.slice(0, 1) };
  expect(welcome({ ...(running as object), demoKey: "k", registry: others } as never)).toContain("/api/stays/search");
});

test("beyond the own machine the log says how to get mails and keys, and has no secret", () => {
  const registry = { sources: [{ name: "stays" }], entries: [] };
  const running = { address: "https://w.example", registry, standIns: {}, hasOutbox: true, operatorToken: "the token" };
  expect(startFacts(running as never)).toEqual({
    address: "https://w.example",
    sources: ["stays"],
    keys: "npx winnow keys create --email you@example.com --plan free",
    mails: "npx winnow outbox",
  });
});

describe("winnow parse", () => {
  const request = (count?: number) => JSON.stringify({ keyword: "x", ...(count !== undefined && { count }) });

  test("returns at most as many as requested; a missing file is reported", async () => {
    const places = join(folder, "places.json");
    await writeFile(places, JSON.stringify([{ displayText: "Austin, TX" }, { displayText: "Boston, MA" }]));
    const read = async (count: object) =>
      JSON.parse(
        (
          await endHere(
            ["parse", "bizbureau/locations/search", places, "--request", JSON.stringify({ query: "x", ...count })],
            {},
          )
        ).stdout,
      );
    expect(await read({})).toHaveLength(2);
    expect(await read({ count: 1 })).toHaveLength(1);
    const missing = await endHere(["parse", "bizbureau", join(folder, "none"), "--request", request(1)], {});
    expect([missing.code, failure(missing).message]).toEqual([1, expect.stringMatching(/^cannot read .*none: ENOENT/)]);
  });
});
