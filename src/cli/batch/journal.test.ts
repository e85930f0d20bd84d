import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Journal, type LineResult } from "./journal.ts";

let folder: string;
let out: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-journal-"));
  out = join(folder, "things.ndjson");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const subject = { operation: "toyshelf/things", digest: "d1" };
const fine = (line: number): LineResult => ({
  line,
  request: { shelf: `s${line}` },
  ok: true,
  request_id: `r${line}`,
  points: 3,
  records: [],
});
const error = { status: 412, code: "no_such_thing", message: "no such shelf" };
const bad = (line: number): LineResult => ({ line, request: { shelf: "none" }, ok: false, error });
const open = (again = false, about = subject) => Journal.open(out, about, again);
const note = async () => JSON.parse(await readFile(`${out}.batch.json`, "utf8"));

test("after a restart the journal knows the lines, the failures, the id and thus the keys", async () => {
  const first = await open();
  await Promise.all([first.add(fine(2)), first.add(bad(1)), first.add(fine(3))]);
  await first.close();
  expect(await readFile(out, "utf8")).toBe(
    [
      '{"ok":true,"line":2,"request":{"shelf":"s2"},"request_id":"r2","points":3,"records":[]}',
      '{"ok":false,"line":1,"request":{"shelf":"none"},"error":{"status":412,"code":"no_such_thing","message":"no such shelf"}}',
      '{"ok":true,"line":3,"request":{"shelf":"s3"},"request_id":"r3","points":3,"records":[]}',
      "",
    ].join("\n"),
  );
  const second = await open();
  expect([[...second.done], second.failures]).toEqual([[2, 1, 3], [{ line: 1, ...error }]]);
  expect([second.id, second.keyOf(7)]).toEqual([first.id, `batch-${first.id}-7`]);
  await second.add(fine(4));
  await second.close();
  expect((await readFile(out, "utf8")).split("\n")).toHaveLength(5);
  expect(await note()).toMatchObject({ id: first.id, ...subject });
  expect(new Date((await note()).started_at).getTime()).toBeGreaterThan(0);
});

test("a line that was being written when the process was killed is dropped", async () => {
  const first = await open();
  await first.add(fine(1));
  await first.close();
  await writeFile(out, `${await readFile(out, "utf8")}{"ok":true,"line":2`);
  const second = await open();
  expect([...second.done]).toEqual([1]);
  await second.add(fine(3));
  await second.close();
  const lines = (await readFile(out, "utf8")).split("\n").slice(0, -1);
  expect(lines.map((line) => JSON.parse(line).line)).toEqual([1, 3]);
  expect(await readdir(folder)).toEqual(["things.ndjson", "things.ndjson.batch.json"]);
});

test("failures are dropped only if they are to be retried", async () => {
  const first = await open();
  for (const result of [bad(1), fine(2), bad(3)]) await first.add(result);
  await first.close();
  const same = await open();
  expect([[...same.done], same.failures.length]).toEqual([[1, 2, 3], 2]);
  await same.close();
  const again = await open(true);
  expect([[...again.done], again.failures]).toEqual([[2], []]);
  await again.close();
  expect((await readFile(out, "utf8")).split("\n")).toHaveLength(2);
});

test("results of another operation, of other lines or of unknown origin are not touched", async () => {
  await (await open()).close();
  await expect(open(false, { ...subject, operation: "toyshelf/other" })).rejects.toThrow(
    `${out} belongs to another batch (toyshelf/things, begun `,
  );
  await expect(open(false, { ...subject, digest: "d2" })).rejects.toThrow(
    `give another --out, or delete it and ${out}.batch.json`,
  );
  await writeFile(`${out}.batch.json`, "no JSON");
  await expect(open()).rejects.toThrow(`${out}.batch.json is not a valid batch file`);
  await rm(`${out}.batch.json`);
  await expect(open()).rejects.toThrow(`${out} already exists and does not belong to a batch: choose another --out`);
});
