import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { Winnow } from "../../client/src/index.ts";
import { endHere } from "../../test/support/cli/end-here.ts";
import { startWinnow } from "../../test/support/cli/run-winnow.ts";
import type { TestService } from "../../test/support/service.ts";
import { sharedToyService } from "../../test/support/shared-service.ts";
import { keepNote, openNote } from "./batch/note.ts";
import { writeResults } from "./batch/results.ts";
import { runAtService } from "./batch/run-at-service.ts";

let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await sharedToyService();
  folder = await mkdtemp(join(tmpdir(), "winnow-batch-"));
});

async function account(points = 10_000) {
  const key = await service.createKey({ points });
  const winnow = new Winnow({ url: service.address, key });
  const { token } = winnow;
  return {
    winnow,
    env: { WINNOW_URL: service.address, WINNOW_KEY: key },
    spent: async () => points - (await token.statistic())[0]!.points,
    statuses: async () => (await Array.fromAsync(token.requests())).map((row) => row.response_status_code),
  };
}

async function file(name: string, content: string): Promise<string> {
  await writeFile(join(folder, name), content);
  return join(folder, name);
}

const resultsOf = async (out: string): Promise<any[]> =>
  (await readFile(out, "utf8").catch(() => ""))
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));

test("a batch that is killed and restarted requests each line once and is charged once", async () => {
  const LINES = 200;
  const { winnow, env, spent, statuses } = await account();
  const shelves = Array.from({ length: LINES }, (_, i) => `shelf-${i}`);
  const from = await file("killed.csv", `shelf,count\n${shelves.map((shelf) => `${shelf},1`).join("\n")}\n`);
  const out = join(folder, "killed.ndjson");
  const words = ["batch", "toyshelf/things", "--from", from, "--out", out];
  const first = startWinnow(words, env);
  const list = () => Array.fromAsync(winnow.batches.list());
  await expect.poll(async () => (await list())[0]?.items.succeeded ?? 0, { interval: 5 }).toBeGreaterThan(9);
  first.kill("SIGKILL");
  await first.ended;
  const [batch] = await list();
  expect([batch!.status, await resultsOf(out)]).toEqual(["running", []]);

  const second = await endHere(words, env);
  expect(second.code, second.stderr).toBe(0);
  const figures = { out, batches: [batch!.id], lines: LINES, points: LINES * 3, failed: 0, failures: [] };
  expect(JSON.parse(second.stdout)).toEqual(figures);
  const results = await resultsOf(out);
  expect(results.map(({ line }) => line)).toEqual(shelves.map((_, i) => i + 1));
  for (const { line, request, records } of results) {
    expect([request.shelf, records.length]).toEqual([`shelf-${line - 1}`, 1]);
  }
  expect((await statuses()).filter((status) => status === 200)).toHaveLength(LINES);
  expect(await spent()).toBe(LINES * 3);

  const third = await endHere(words, env);
  expect(JSON.parse(third.stdout)).toEqual(figures);
  expect([await spent(), (await list()).length, await resultsOf(out)]).toEqual([LINES * 3, 1, results]);
});

test("a run that was killed before it noted the batch's id finds the batch by its key", async () => {
  const { winnow, env, spent } = await account();
  const from = await file("unnoted.csv", "shelf,count\na,1\nb,1\n");
  const out = `${from}.results.ndjson`;
  expect((await endHere(["batch", "toyshelf", "--from", from], env)).code).toBe(0);
  const results = await resultsOf(out);
  const note = JSON.parse(await readFile(`${out}.batch.json`, "utf8"));
  await writeFile(`${out}.batch.json`, JSON.stringify({ ...note, batches: [] }));
  await rm(out);
  expect((await endHere(["batch", "toyshelf", "--from", from], env)).code).toBe(0);
  const batches = await Array.fromAsync(winnow.batches.list());
  expect([batches.map(({ id }) => id), await spent(), await resultsOf(out)]).toEqual([note.batches, 6, results]);
});

test("lines beyond those of one batch are further batches, with results in the order of the input", async () => {
  const { winnow, spent } = await account();
  const requests = ["a", "b", "none", "c", "d"].map((shelf) => ({ shelf, count: 1 }));
  const out = join(folder, "parts.ndjson");
  const run = { winnow, operation: "toyshelf/things", requests, options: {}, maxLines: 2 };
  const note = await openNote(out, "digest");
  const signal = new AbortController().signal;
  const keep = () => keepNote(out, note);
  const batches = await runAtService({ ...run, note, keep, retryFailed: false, signal, onProgress() {} });
  expect(batches.map(({ id, total }) => [id, total])).toEqual(note.batches.map((id, nth) => [id, [2, 2, 1][nth]]));
  expect(await openNote(out, "digest")).toEqual(note);
  expect(await writeResults(out, run, batches)).toMatchObject([{ line: 3, code: "no_such_thing" }]);
  const results = await resultsOf(out);
  expect(results.map(({ line, request, ok }) => [line, request.shelf, ok])).toEqual([
    [1, "a", true],
    [2, "b", true],
    [3, "none", false],
    [4, "c", true],
    [5, "d", true],
  ]);
  expect(await spent()).toBe(12);
  const expired = batches.map((batch) => ({ ...batch, records_expired: 1 }));
  await expect(writeResults(out, run, expired)).rejects.toThrow(`(kept 7 days): ${out} stays as it is`);
  expect(await resultsOf(out)).toEqual(results);
});

test("a stopped command leaves the batch to the service", async () => {
  const { winnow, env } = await account();
  const from = await file("stopped.csv", `shelf,count\n${"a,1\n".repeat(100)}`);
  const started = startWinnow(["batch", "toyshelf", "--from", from], env);
  const only = async () => (await Array.fromAsync(winnow.batches.list()))[0];
  await expect.poll(async () => (await only())?.items.succeeded ?? 0, { interval: 5 }).toBeGreaterThan(0);
  started.kill("SIGINT");
  const { code, stderr } = await started.ended;
  expect([code, stderr]).toEqual([130, expect.stringContaining("the batch continues at the service")]);
  await expect.poll(async () => (await only())?.status).toBe("finished");
});

test("a batch on the service that runs out of points ends with partial results, and reports that it is paused", async () => {
  const { env } = await account(7);
  const from = await file("paused.csv", "shelf,count\na,1\nb,1\nc,1\n");
  const ended = await endHere(["batch", "toyshelf", "--from", from], env);
  expect([ended.code, JSON.parse(ended.stderr).error.message]).toEqual([7, expect.stringContaining("is paused")]);
  expect(await resultsOf(`${from}.results.ndjson`)).toHaveLength(2);
});

test("failed lines are listed, and retried on request", async () => {
  const { env, spent, statuses } = await account();
  const from = await file("failing.ndjson", '{"shelf":"top"}\n{"shelf":"none"}\n{"shelf":"cellar","count":3}\n');
  const words = ["batch", "toyshelf", "count=1", "--from", from];
  const first = await endHere(words, env);
  expect(first.code).toBe(11);
  expect(JSON.parse(first.stdout).failures).toMatchObject(
    expect.arrayContaining([
      { line: 2, status: 412, code: "no_such_thing", message: "no such shelf" },
      expect.objectContaining({ line: 3, status: 422, code: "validation" }),
    ]) as never,
  );
  expect(await spent()).toBe(3);
  const resumed = await endHere(words, env);
  expect([resumed.code, (await statuses()).length]).toEqual([11, 2]);
  const again = await endHere([...words, "--retry-failed"], env);
  expect([again.code, (await statuses()).length]).toEqual([11, 3]);
  expect(await resultsOf(`${from}.results.ndjson`)).toHaveLength(3);
  expect(await spent()).toBe(3);
});

test("results of another batch are not overwritten", async () => {
  const { env, statuses } = await account();
  const one = await file("one.csv", "shelf,count\na,1\n");
  const other = await file("other.csv", "shelf,count\nb,1\n");
  const out = join(folder, "shared.ndjson");
  expect((await endHere(["batch", "toyshelf", "--from", one, "--out", out], env)).code).toBe(0);
  const refused = await endHere(["batch", "toyshelf", "--from", other, "--out", out], env);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("belongs to another batch")]);
  expect(await statuses()).toEqual([200]);
  await writeFile(`${out}.batch.json`, "no JSON");
  const unreadable = await endHere(["batch", "toyshelf", "--from", one, "--out", out], env);
  expect(unreadable.stderr).toContain("is not a valid batch file");
  await rm(`${out}.batch.json`);
  const foreign = await endHere(["batch", "toyshelf", "--from", one, "--out", out], env);
  expect(foreign.stderr).toContain("already exists and does not belong to a batch: choose another --out");
});
