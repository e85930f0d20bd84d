import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { endHere } from "../../../test/support/cli/end-here.ts";
import type { RepairRun } from "../repair.ts";

const folder = mkdtempSync(join(tmpdir(), "winnow-repair-test-"));
const root = join(import.meta.dirname, "../../..");

/** A process of its own, because each trial loads the source's modules anew. */
const run = (program: string, args: string[]): Promise<{ code: number; stdout: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, ...args],
      { cwd: root, env: { ...process.env, DATA_DIR: folder } },
      (error, stdout) => resolve({ code: Number(error?.code ?? 0), stdout }),
    );
  });
const main = join(import.meta.dirname, "main.ts");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rows = Array.from({ length: 12 }, (_, nth) => ({
  id: `0001-${nth}-1`,
  businessName: `Plumber number ${nth}`,
  bbbMember: nth % 2 === 0,
  city: ["Austin", "Dallas", "Houston"][nth % 3],
  postalcode: `7870${nth}`,
  rating: "A+",
  ratingScore: 81.5 + nth,
  reportUrl: `/us/tx/plumber-${nth}`,
}));
type Row = Record<string, unknown>;
const page = (change: (row: Row) => Row = (row) => row, shown = rows): string =>
  JSON.stringify({
    results: shown.map((row) => change({ ...row })),
    totalResults: shown.length,
    page: 1,
    totalPages: 1,
    pageSize: 15,
  });

const repair = (given: Partial<RepairRun>, program = main) =>
  run(program, [JSON.stringify({ operation: "bizbureau/businesses/search", ...given })]);

async function repaired(change: (row: Row) => Row, more: Partial<RepairRun> = {}, program = main) {
  const files = ["good.json", "bad.json"].map((name) => join(folder, name)) as [string, string];
  writeFileSync(files[0], page());
  writeFileSync(files[1], page(change));
  return repair({ pages: [files[1]], good: [files[0]], ...more }, program);
}

const table = join(import.meta.dirname, "../../sources/bizbureau/search.ts");

test("a renamed member gives a patch of its lines, and nothing is changed without --apply", async () => {
  const before = readFileSync(table, "utf8");
  const { stdout, code } = await repaired(({ city, ...row }) => ({ ...row, cityName: city }));
  expect(code).toBe(0);
  expect(stdout).toContain("city -> cityName, which brings back city");
  expect(stdout).toContain('+  city: text("city", "cityName").meaning("City."),');
  expect(readFileSync(table, "utf8")).toBe(before);
});

test("--apply changes the lines, and the repaired source reads the page", async () => {
  const copy = join(folder, "copy");
  cpSync(join(root, "src"), join(copy, "src"), { recursive: true, filter: (file) => !file.endsWith(".test.ts") });
  cpSync(join(root, "package.json"), join(copy, "package.json"));
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  const own = (name: string) => join(copy, "src/cli", name);
  await repaired(({ city, ...row }) => ({ ...row, info: { city } }), { apply: true }, own("repair/main.ts"));
  const request = ["--request", '{"keyword":"plumber","count":1}'];
  const read = await run(own("winnow.ts"), [
    "parse",
    "bizbureau/businesses/search",
    join(folder, "bad.json"),
    ...request,
  ]);
  expect(JSON.parse(read.stdout)).toMatchObject([{ city: "Austin" }]);
});

test("two places that fit equally, a value that is gone, and one that is somewhere else in other records give no patch", async () => {
  const twin = await repaired(({ city, ...row }) => ({ ...row, town: city, place: city }));
  expect([twin.code, twin.stdout]).toEqual([1, expect.stringContaining("2 different changes pass equally")]);
  const gone = await repaired(({ city: _city, ...row }) => ({ ...row, cityName: "Springfield" }));
  expect([gone.code, gone.stdout]).toEqual([1, expect.stringContaining("no patch")]);
  const shifted = await repaired((row) => ({
    ...row,
    city: undefined,
    cityName: rows[(rows.findIndex(({ id }) => id === row.id) + 1) % rows.length]!.city,
  }));
  expect([shifted.code, shifted.stdout]).toEqual([
    1,
    expect.stringMatching(/tried city -> cityName.*values are as before/),
  ]);
});

test("a place that two pages of one record each leave open is told by a third pair of pages", async () => {
  const moved = ({ postalcode, ...row }: Row) => ({ ...row, zip: postalcode, branch: String(postalcode).slice(0, 5) });
  const files = rows.slice(0, 3).flatMap((row, nth) => {
    const shown = [{ ...row, postalcode: nth < 2 ? `7870${nth}` : "99501-1234" }];
    return ["good", "bad"].map((kind) => {
      const file = join(folder, `${kind}-${nth}.json`);
      writeFileSync(file, kind === "good" ? page((one) => one, shown) : page(moved, shown));
      return { kind, file };
    });
  });
  const of = (kind: string, count: number) =>
    files
      .filter((one) => one.kind === kind)
      .slice(0, count)
      .map(({ file }) => file);
  const repairedWith = (count: number) => repair({ pages: of("bad", count), good: of("good", count) });
  expect((await repairedWith(2)).stdout).toContain("2 different changes pass equally");
  const proved = await repairedWith(3);
  expect([proved.code, proved.stdout]).toEqual([0, expect.stringContaining("postalcode -> zip")]);
});

test("another unit gives no patch: no reader reads both pages", async () => {
  const cents = await repaired((row) => ({ ...row, ratingScore: Number(row.ratingScore) * 100 }));
  expect([cents.code, cents.stdout]).toEqual([1, expect.stringMatching(/no patch/)]);
});

test("a patch that gives one row another value than it had is not proved, and the value is shown", async () => {
  let rows = 0;
  const one = await repaired(({ city, ...row }) => ({ ...row, cityName: rows++ === 3 ? "Elsewhere" : city }));
  expect([one.code, one.stdout]).toEqual([1, expect.stringMatching(/values are as before .*"Elsewhere" now/)]);
});

test("--agent writes the pages, the reader, what was tried and a test that fails", async () => {
  const task = join(folder, "task");
  await repaired(({ city: _city, ...row }) => row, { agent: task });
  expect(readFileSync(join(task, "TASK.md"), "utf8")).toContain("## What was tried without you\n\n```\nno patch: ");
  expect(readFileSync(join(task, "bad-1.page"), "utf8")).not.toContain("Austin");
  expect(JSON.parse(readFileSync(join(task, "expected.json"), "utf8"))[0]).toMatchObject({ city: "Austin" });
  expect(readFileSync(join(task, "repaired.test.ts"), "utf8")).toContain("/api/bizbureau/businesses/search");
  expect(readFileSync(join(task, "reader", "search.ts"), "utf8")).toBe(readFileSync(table, "utf8"));
});

test("without a page of before, the command says what it needs", async () => {
  const { code, stderr } = await endHere(["repair", "bizbureau/businesses/search", "bad.json"], { DATA_DIR: folder });
  expect([code, stderr]).toEqual([1, expect.stringContaining("--good <file> is needed")]);
});
