import { readFile } from "node:fs/promises";
import { strFromU8, unzipSync } from "fflate";
import { parquetReadObjects } from "hyparquet";
import { beforeAll, describe, expect, test } from "vitest";
import { browserSuite, openPage, signUp } from "./browser.ts";
import { expectGoodLook } from "./look.ts";

const { page } = browserSuite();
const COUNT = 1_000;
const search = { destination: "Lisbon", count: COUNT };
const playground = `/playground?${new URLSearchParams({ operation: "/api/stays/hotels/search", body: JSON.stringify(search) })}`;

/** The number of records in a file. */
const counters: Record<string, (file: Buffer) => number | Promise<number>> = {
  JSON: (file) => JSON.parse(file.toString()).length,
  NDJSON: (file) => file.toString().trimEnd().split("\n").length,
  CSV: (file) => file.toString().trimEnd().split("\r\n").length - 1,
  XLSX: (file) => strFromU8(unzipSync(file)["xl/worksheets/sheet1.xml"]!).split("<row ").length - 2,
  Parquet: async (file) => (await parquetReadObjects({ file: new Uint8Array(file).buffer, columns: ["id"] })).length,
};

async function download(format: string): Promise<Buffer> {
  await page().getByRole("button", { name: "Download", exact: true }).click();
  const started = page().waitForEvent("download");
  await page().getByRole("menuitem", { name: format, exact: true }).click();
  return readFile(await (await started).path());
}

beforeAll(async () => {
  await signUp(page(), "ada@people.example");
});

describe("1,000 records are downloaded", () => {
  test.each(["the playground", "the page of the request"])("in every format, from %s", async (where) => {
    const at = page();
    if (where === "the playground") {
      await openPage(at, playground);
      await at.getByRole("button", { name: "Run", exact: true }).click();
      await at.getByText("points charged").waitFor();
    } else await at.getByRole("link", { name: "View in history" }).click();
    await at.locator(`table[aria-rowcount="${COUNT + 1}"]`).waitFor();
    for (const [format, count] of Object.entries(counters)) {
      expect([format, await count(await download(format))]).toEqual([format, COUNT]);
    }
    await expectGoodLook(at);
  });
});

test("a file that takes time shows it, and one that cannot be made says why", async () => {
  const at = page();
  const held = Promise.withResolvers<void>();
  await at.route("**/records?format=xlsx*", async (route) => {
    await held.promise;
    await route.fulfill({ status: 503, json: { detail: "Too many files are being made. Try again in a minute." } });
  });
  await at.getByRole("button", { name: "Download", exact: true }).click();
  await at.getByRole("menuitem", { name: "XLSX", exact: true }).click();
  await at.getByRole("button", { name: "Preparing XLSX…" }).waitFor();
  held.resolve();
  await at.getByText("The XLSX file could not be made").waitFor();
  await at.getByText("Too many files are being made. Try again in a minute.").waitFor();
  await at.unrouteAll({ behavior: "ignoreErrors" });
  expect(await counters.XLSX!(await download("XLSX"))).toBe(COUNT);
});
