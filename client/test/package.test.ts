import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { publint } from "publint";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestService, type TestService } from "../../test/support/service.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
const tsc = join(root, "node_modules/.bin/tsc");

let folder: string;
let pkg: string;
let service: TestService;

/** The package as somebody who installed it has it. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-client-"));
  pkg = join(folder, "node_modules/@winnow/client");
  await mkdir(pkg, { recursive: true });
  await cp(join(root, "client/package.json"), join(pkg, "package.json"));
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  const built = run(process.execPath, [tsc, "-p", join(root, "client"), "--outDir", join(pkg, "dist")]);
  [service] = await Promise.all([startTestService(), built]);
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

test("publint finds nothing to say", async () => {
  expect((await publint({ pkgDir: pkg, level: "suggestion", strict: true, pack: false })).messages).toEqual([]);
});

test("it needs no other package and nothing of Node alone", async () => {
  const { dependencies, peerDependencies } = JSON.parse(await readFile(join(pkg, "package.json"), "utf8"));
  expect([dependencies, peerDependencies]).toEqual([undefined, undefined]);
  const built = await Array.fromAsync(
    ["index", "winnow", "transport", "ndjson", "retrying", "long-fetch", "token", "errors", "operation"],
    (name) => readFile(join(pkg, `dist/${name}.js`), "utf8"),
  );
  const imported = built.flatMap((text) => [...text.matchAll(/from "([^"]+)"/g)].map(([, place]) => place!));
  expect(imported.filter((place) => !place.startsWith("./"))).toEqual([]);
});

/** `@ts-expect-error` is itself an error where the next line compiles. */
const program = `
import { Winnow } from "@winnow/client";
const winnow = new Winnow({ url: "http://service.example", key: "key" });
const products = await winnow.nlretail.productsSearch({ keyword: "fiets", count: 20 });
export const price: number | null | undefined = products[0]?.price;
for await (const { review } of winnow.stays.hotelsSearch.stream({ count: 5, star_ratings: ["4"] })) review?.score;
// @ts-expect-error: a misspelt field of a request
await winnow.nlretail.productsSearch({ keywrd: "fiets", count: 20 });
// @ts-expect-error: a misspelt field that may be left out
await winnow.nlretail.productsSearch({ keyword: "fiets", count: 20, timeuot: 60 });
// @ts-expect-error: a required field is missing
await winnow.stays.hotelsSearch({ destination: "Lisbon" });
// @ts-expect-error: a value that is not on the list
await winnow.stays.hotelsSearch({ destination: "Lisbon", count: 5, star_ratings: ["6"] });
// @ts-expect-error: a misspelt field of a record
products[0]?.prise;
// @ts-expect-error: an operation that is not there
winnow.stays.hotelSearch;
`;

test("its types take what is right, and a misspelt field does not compile", async () => {
  await writeFile(join(folder, "program.ts"), program);
  const flags = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--types", ""];
  const { stdout } = await run(process.execPath, [tsc, ...flags, "program.ts"], { cwd: folder }).catch((e) => e);
  expect(stdout).toBe("");
});

test("the README's example runs", async () => {
  const [, example] = /```ts\n(.*?)```/s.exec(await readFile(join(root, "client/README.md"), "utf8"))!;
  await writeFile(join(folder, "example.ts"), example!);
  const key = await service.createKey({ points: 500 });
  const { stdout } = await run(process.execPath, ["example.ts"], {
    cwd: folder,
    env: { WINNOW_URL: service.address, WINNOW_KEY: key },
  });
  expect(stdout).toMatch(/^at most 10 of 500 points\n20 products, the first costs \d/);
  expect(stdout).toContain(
    "480 points left\n/api/nlretail/products/search 200 10\n/api/nlretail/products/search 200 10",
  );
  expect(stdout).toContain("[ 'body.keyword' ]");
});
