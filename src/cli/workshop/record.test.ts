import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endHere } from "../../../test/support/cli/end-here.ts";
import { readWarc } from "../../extraction/recording/warc.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-record-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const winnow = (words: string[], env: Record<string, string> = {}) =>
  endHere(words, { PATH: process.env.PATH!, DATA_DIR: folder, ...env });

test("a recording is replayed to the same records, without access to the site", async () => {
  const file = join(folder, "businesses.warc.gz");
  const request = '{"keyword":"plumber","count":20}';
  const recorded = await winnow(["record", "bizbureau/businesses/search", "--request", request, "-o", file]);
  expect(recorded).toMatchObject({ code: 0, stdout: "" });
  expect(recorded.stderr).toMatch(/: 2 exchanges, 20 records\n$/);
  const replayed = await winnow(["replay", file], { WINNOW_BIZBUREAU_ORIGIN: "http://127.0.0.1:9" });
  expect(replayed.code).toBe(0);
  expect(JSON.parse(replayed.stdout)).toHaveLength(20);
  expect(JSON.parse(replayed.stdout)[0]).toMatchObject({ id: expect.any(String), name: expect.any(String) });
});

test("a replay explains a field: its locator, the raw text, and its line on the page", async () => {
  const file = join(folder, "products.warc.gz");
  const request = '{"keyword":"lamp","count":2}';
  await winnow(["record", "nlretail/products/search", "--request", request, "-o", file]);
  const [product] = JSON.parse((await winnow(["replay", file])).stdout);
  const { stdout } = await winnow(["replay", file, "--explain", "price"]);
  const [head, locator, raw, page] = stdout.split("\n");
  expect([head, locator, raw]).toEqual([
    `price of ${product.id}: ${product.price}`,
    "  locator: bestSellingOffer.sellingPrice.price.amount",
    `  raw text: "${product.price.toFixed(2)}"`,
  ]);
  const [, line, column] = /line (\d+), column (\d+)$/.exec(page!)!;
  const { exchanges } = await readWarc(await readFile(file));
  const lines = Buffer.from(exchanges.at(-1)!.body).toString().split("\n");
  expect(lines[Number(line) - 1]!.slice(Number(column) - 1)).toMatch(new RegExp(`^"${product.price.toFixed(2)}"`));
  expect(await winnow(["replay", file, "--explain", "prize"])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/no field .*prize.*; there are .*price/),
  });
});

test.each([
  ["an element of the page", "jobsboard/companies", { company: "2137034" }, "name", /line \d+, column \d+/],
  ["a number that the page groups", "jobsboard/companies", { company: "2137034" }, "follower_count", /line \d+, /],
  [
    "code without a table",
    "stays/hotels/search",
    { destination: "Paris", count: 1 },
    "name",
    /locator: none, .*\n.*\n.*line/,
  ],
])("a replay finds the line of %s", async (_what, operation, request, field, expected) => {
  const file = join(folder, "explained.warc.gz");
  await winnow(["record", operation, "--request", JSON.stringify(request), "-o", file]);
  expect((await winnow(["replay", file, "--explain", field])).stdout).toMatch(expected);
});

test("invalid recordings and replays are rejected with the reason", async () => {
  const file = join(folder, "nothing.warc.gz");
  await writeFile(file, "nothing of the kind");
  const [replayed, body, name] = await Promise.all([
    winnow(["replay", file]),
    winnow(["record", "bizbureau", "--request", '{"count":20}', "-o", file]),
    winnow(["record", "bizbureau/profiles", "--request", "{}", "-o", file]),
  ]);
  expect(replayed).toMatchObject({ code: 1, stderr: expect.stringContaining("is not a recording") });
  expect(body).toMatchObject({ code: 1, stderr: expect.stringContaining("keyword") });
  expect(name).toMatchObject({ code: 1, stderr: expect.stringContaining("bizbureau/businesses/search") });
});
