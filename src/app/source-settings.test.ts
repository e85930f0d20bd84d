import { glob, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { Source } from "../contract/source.ts";
import { findSources } from "../sources/find-sources.ts";
import { readClient, readConfig } from "./config.ts";
import { allSettings, otherVariables } from "./settings.ts";
import { readSourceSettings, refuseUnknownSettings, unknownSettings } from "./source-settings.ts";

const source = (name: string, own: Source["settings"]) =>
  ({ name, origins: { site: "https://x.example", media: "https://m.example" }, settings: own }) as unknown as Source;
const sources = [source("toys", { list_path: { default: "/list", meaning: "" } }), source("books", undefined)];
const start = (environment: Record<string, string>) => refuseUnknownSettings(sources, readConfig(environment).sources);

test("a source's setting is read by its name, and other variables are ignored", () => {
  const read = (environment: Record<string, string>) => readSourceSettings(sources, readConfig(environment).sources);
  const environment = { WINNOW_TOYS_LIST_PATH: "/all", WINNOW_TOYS_ORIGIN: "https://toys.example", WINNOW_FAULTS: "" };
  expect(read(environment)).toEqual({ toys: { list_path: "/all" }, books: {} });
  expect(read({ WINNOW_TOYS_LIST_PATH: "" })).toEqual({ toys: {}, books: {} });
});

test.each([
  ["WINNOW_ADMIN_SECONDFACTOR", "on", "WINNOW_ADMIN_SECOND_FACTOR"],
  ["WINNOW_TOYS_LIST_PAHT", "/all", "WINNOW_TOYS_LIST_PATH"],
  ["WINNOW_TOY_ORIGIN", "https://toys.example", "WINNOW_TOYS_ORIGIN"],
  ["WINNOW_TOYS_MEDAI_ORIGIN", "https://toys.example", "WINNOW_TOYS_MEDIA_ORIGIN"],
  ["WINNOW_BOKS_ROUTES", "direct", "WINNOW_BOOKS_ROUTES"],
  ["WINNOW_BOOK_ROBOTS", "ignore", "WINNOW_BOOKS_ROBOTS"],
  ["WINNOW_BOOKS_CONCURENCY", "3", "WINNOW_BOOKS_CONCURRENCY"],
  ["WINNOW_CORS", "https://app.example", "WINNOW_CORS_ORIGINS"],
])("%s, which nothing reads, stops the start, and the error names the nearest setting", (env, value, meant) => {
  expect(() => start({ [env]: value })).toThrow(`${env}: there is no such setting. Did you mean ${meant}?`);
});

test("a command that calls a remote service ignores the settings of a local service", () => {
  expect(readClient({ MAX_CONNECTIONS: "5", PORT: "x", WINNOW_KEY: "k" })).toMatchObject({ key: "k" });
});

test("an empty variable, or one that the command line or the tests read, does not stop the start", () => {
  const others = Object.fromEntries(Object.keys(otherVariables).map((env) => [env, "x"]));
  expect(() => start({ ...others, WINNOW_NONSENSE: "" })).not.toThrow();
});

test("Kubernetes' addresses of a service named winnow do not stop the start, but a misspelt port of ours does", () => {
  const links = {
    WINNOW_SERVICE_HOST: "10.0.0.1",
    WINNOW_SERVICE_PORT: "8080",
    WINNOW_SERVICE_PORT_HTTP: "8080",
    WINNOW_PORT: "tcp://10.0.0.1:8080",
    WINNOW_PORT_8080_TCP_ADDR: "10.0.0.1",
  };
  expect(() => start(links)).not.toThrow();
  expect(() => start({ WINNOW_PORT: "8080" })).toThrow(/^WINNOW_PORT: there is no such setting/);
});

test("every variable with our prefix that any code reads is known", async () => {
  const known = new Set([...allSettings.map(({ env }) => env), ...Object.keys(otherVariables)]);
  const root = new URL("../..", import.meta.url).pathname;
  const read = new Set<string>();
  for await (const file of glob(["{src,scripts,test,bench}/**/*.ts"], { cwd: root })) {
    const text = await readFile(`${root}/${file}`, "utf8");
    for (const [, env] of text.matchAll(/\benv\.(WINNOW_\w+)/g)) read.add(env!);
  }
  expect([...read].filter((env) => !known.has(env))).toEqual([]);
  expect(read.size).toBeGreaterThan(5);
});

test("the settings of every shipped source are known", async () => {
  const shipped = await findSources();
  const own = shipped.flatMap(({ name, origins, settings: special = {} }) =>
    [...Object.keys(origins).map((place) => `${place}_origin`), ...Object.keys(special), "origin", "robots"].map(
      (setting) => [`WINNOW_${name}_${setting}`.toUpperCase(), "x"],
    ),
  );
  expect(unknownSettings(shipped, { prefixed: Object.fromEntries(own) })).toEqual([]);
});
