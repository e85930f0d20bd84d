import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Winnow } from "../../client/src/index.ts";
import { endHere } from "../../test/support/cli/end-here.ts";
import { startWinnow } from "../../test/support/cli/run-winnow.ts";
import type { TestService } from "../../test/support/service.ts";
import { startToyService } from "../../test/support/toy-service.ts";

let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await startToyService();
  folder = await mkdtemp(join(tmpdir(), "winnow-batch-"));
});
afterAll(() => service.close());

async function account(points = 10_000) {
  const key = await service.createKey({ points });
  const { token } = new Winnow({ url: service.address, key });
  return {
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
  const { env, spent, statuses } = await account();
  const shelves = Array.from({ length: LINES }, (_, i) => `shelf-${i}`);
  const from = await file("killed.csv", `shelf,count\n${shelves.map((shelf) => `${shelf},1`).join("\n")}\n`);
  const out = join(folder, "killed.ndjson");
  const words = ["batch", "toyshelf/things", "--from", from, "--out", out];
  const first = startWinnow(words, env);
  await expect.poll(async () => (await resultsOf(out)).length, { interval: 5 }).toBeGreaterThan(9);
  first.kill("SIGKILL");
  await first.ended;
  const atKill = (await resultsOf(out)).length;
  expect(atKill).toBeLessThan(LINES);
  // As if it had been killed while writing a line.
  await writeFile(out, `${await readFile(out, "utf8")}{"ok":true,"line":1`);

  const second = await endHere(words, env);
  expect(second.code, second.stderr).toBe(0);
  expect(JSON.parse(second.stdout)).toMatchObject({ lines: LINES, fresh: LINES - atKill, failed: 0 });
  const results = await resultsOf(out);
  expect(results.map(({ line }) => line).sort((a, b) => a - b)).toEqual(shelves.map((_, i) => i + 1));
  for (const { line, request, records } of results) {
    expect([request.shelf, records.length]).toEqual([`shelf-${line - 1}`, 1]);
  }
  // Calls in flight when it was killed either completed, and are not run again, or were cancelled without charge.
  expect((await statuses()).filter((status) => status === 200)).toHaveLength(LINES);
  expect(await spent()).toBe(LINES * 3);

  const third = await endHere(words, env);
  expect(JSON.parse(third.stdout)).toMatchObject({ fresh: 0, points: 0 });
  expect(await spent()).toBe(LINES * 3);
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
});
