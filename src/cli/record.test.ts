import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endHere } from "../../test/support/cli/end-here.ts";

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
