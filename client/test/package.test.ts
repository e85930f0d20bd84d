import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestService } from "../../test/support/service.ts";
import { sharedService } from "../../test/support/shared-service.ts";
import { version } from "../src/version.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
const tsc = join(root, "node_modules/.bin/tsc");

let folder: string;
let pkg: string;
let service: TestService;

/** The package as installed. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-client-"));
  pkg = join(folder, "node_modules/winnow-client");
  await mkdir(pkg, { recursive: true });
  await cp(join(root, "client/package.json"), join(pkg, "package.json"));
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  const built = run(process.execPath, [join(root, "client/build.js"), join(pkg, "dist")]);
  [service] = await Promise.all([sharedService(), built]);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test("it has no dependencies and uses nothing that only Node has", async () => {
  const {
    dependencies,
    peerDependencies,
    version: packaged,
  } = JSON.parse(await readFile(join(pkg, "package.json"), "utf8"));
  expect([dependencies, peerDependencies, packaged]).toEqual([undefined, undefined, version]);
  const names = (await readdir(join(pkg, "dist/esm"), { recursive: true })).filter((name) => name.endsWith(".js"));
  const built = await Promise.all(names.map((name) => readFile(join(pkg, "dist/esm", name), "utf8")));
  const imported = built.flatMap((text) => [...text.matchAll(/from "([^"]+)"/g)].map(([, place]) => place!));
  expect(imported.length).toBeGreaterThan(20);
  expect(imported.filter((place) => !/^\.\.?\//.test(place))).toEqual([]);
});

test("`require` exports the same as `import`", async () => {
  const program = `
    const required = require("winnow-client");
    import("winnow-client").then((imported) => console.log(typeof required.Winnow, Object.keys(required).sort().join() === Object.keys(imported).sort().join()));`;
  const { stdout } = await run(process.execPath, ["--input-type=commonjs", "-e", program], { cwd: folder });
  expect(stdout).toBe("function true\n");
});

/** `@ts-expect-error` is itself an error where the next line compiles. */
const program = `
import { Winnow } from "winnow-client";
const winnow = new Winnow({ url: "http://service.example", key: "key" });
const products = await winnow.nlretail.productsSearch({ keyword: "fiets", count: 20 });
export const price: number | null | undefined = products[0]?.price;
export const cost: number | null = products.facts.creditsCharged;
{
  await using stream = winnow.nlretail.productsSearch.stream({ keyword: "fiets", count: 20 });
  stream.facts?.resultsEnd;
}
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
const job = await winnow.jobs.submit("stays/hotels/search", { destination: "Lisbon", count: 5 });
const [hotel] = await job.records();
export const score: number | null | undefined = hotel?.review?.score;
const batch = await winnow.batches.submit("stays/hotels/search", [{ destination: "Lisbon", count: 5 }], { maxCost: 9 });
for await (const { review, "@line": line } of winnow.batches.records(batch)) [review?.score, line];
const due = { name: "Lisbon", cron: "0 7 * * *", timeZone: "Europe/Lisbon" };
await winnow.schedules.create({ ...due, operation: "stays/hotels/search", request: { destination: "Lisbon", count: 5 } });
const later: string = "stays/hotels/search";
await winnow.jobs.submit(later, { whatever: "it takes" });
const told = await winnow.webhooks.verify("{}", {}, "whsec_");
if (told.type === "batch.finished") told.data.items.failed.toFixed();
// @ts-expect-error: a misspelt operation of a job
winnow.jobs.submit("stays/hotel/search", { destination: "Lisbon", count: 5 });
// @ts-expect-error: a misspelt field of a job's request
winnow.jobs.submit("stays/hotels/search", { destinaton: "Lisbon", count: 5 });
// @ts-expect-error: a misspelt field of a batch's request
await winnow.batches.submit("stays/hotels/search", [{ destination: "Lisbon", cuont: 5 }]);
// @ts-expect-error: a misspelt field of a schedule's request
await winnow.schedules.create({ ...due, operation: "stays/hotels/search", request: { destinaton: "Lisbon", count: 5 } });
// @ts-expect-error: a misspelt field of a job's record
hotel?.reveiw;
// @ts-expect-error: an event that there is not
await winnow.webhooks.create("https://example.com/hook", ["job.done"]);
`;

test("its types accept valid requests, and a misspelt field does not compile", async () => {
  await writeFile(join(folder, "program.ts"), program);
  const flags = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--types", ""];
  const { stdout } = await run(process.execPath, [tsc, ...flags, "program.ts"], { cwd: folder }).catch((e) => e);
  expect(stdout).toBe("");
});

test("every example in its README runs", async () => {
  const readme = await readFile(join(root, "client/README.md"), "utf8");
  const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, text]) => text!);
  const secret = Buffer.from("a secret of 24 bytes....").toString("base64");
  const at = new Date();
  const body = '{"type":"job.succeeded"}';
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign("msg_1", at, body),
  };
  const delivery = `console.log("delivered", await delivered('${body}', ${JSON.stringify(headers)}, "${secret}"));`;
  await writeFile(join(folder, "examples.ts"), [...examples, delivery].join("\n"));
  const { stdout } = await run(process.execPath, ["examples.ts"], {
    cwd: folder,
    env: { WINNOW_URL: service.address, WINNOW_KEY: await service.createKey({ points: 500 }) },
  });
  expect(stdout).toMatch(
    /^at most 10 of 500 points\n20 products, the first costs \d.*\ncost 10, 490 points left, end: count/,
  );
  expect(stdout).toContain(
    "the stream cost 10\n[ 'body.keyword' ]\n480 points left\n/api/nlretail/products/search 200 10\n",
  );
  expect(stdout).toMatch(/job [0-9a-f-]{36} returned 20 records/);
  expect(stdout).toMatch(/finished\n1 .*delivered job\.succeeded\n$/s);
});
