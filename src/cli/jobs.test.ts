import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestService, type TestService } from "../../test/support/service.ts";
import { sourcesFolder, toySource } from "../../test/support/toy-folder.ts";
import { runHere } from "./testing/run-here.ts";

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startTestService({ sourcesFolder: await sourcesFolder({ toyshelf: toySource("toyshelf") }) });
  key = await service.createKey({ points: 1_000 });
});
afterAll(() => service.close());

const text = (...words: string[]) => runHere([...words, "--url", service.address, "--key", key]);
const winnow = async (...words: string[]): Promise<any> => JSON.parse(await text(...words, "--output", "json"));

test("winnow jobs: submitted, waited for, shown and listed", async () => {
  const [job] = await winnow("jobs", "submit", "toyshelf", "shelf=top", "count=2", "--max-cost", "3");
  expect(job).toMatchObject({ operation: "/api/toyshelf/things", held: 3 });
  expect(await winnow("jobs", "records", job.id)).toMatchObject([{ id: "0" }, { id: "1" }]);
  expect(await winnow("jobs", "show", job.id)).toMatchObject([{ status: "succeeded", charged: 3 }]);
  const csv = await text("jobs", "list", "--status", "succeeded", "--output", "csv");
  expect(csv).toContain(`${job.id},/api/toyshelf/things,succeeded,2,3,`);
  const missing = winnow("jobs", "cancel", "0193aaaa-0000-7000-8000-000000000000");
  await expect(missing).rejects.toMatchObject({ exitCode: 1, facts: { status: 404 } });
});

test("winnow batches: priced, submitted, its failures and records by line", async () => {
  const from = join(await mkdtemp(join(tmpdir(), "winnow-batches-")), "things.csv");
  await writeFile(from, "shelf,count\ntop,1\nnone,1\n");
  expect(await winnow("batches", "submit", "toyshelf", "--from", from, "--preview")).toEqual([
    { total: 2, cost_at_most: 6 },
  ]);
  const [{ id }] = await winnow("batches", "submit", "toyshelf", "--from", from);
  await expect.poll(() => winnow("batches", "show", id), { timeout: 30_000 }).toMatchObject([{ status: "finished" }]);
  expect(await winnow("batches", "failures", id)).toMatchObject([{ line: 2, status: 412, code: "no_such_thing" }]);
  expect(await winnow("batches", "records", id)).toMatchObject([{ "@line": 1, id: "0" }]);
});

test("winnow schedules: previewed, created with the address of its feed, changed and deleted", async () => {
  const wish = ["schedules", "create", "toyshelf", "shelf=top", "count=1", "--cron", "0 7 * * *"];
  expect(await winnow(...wish, "--preview")).toMatchObject([{ cost_per_run: 3, runs_next_30_days: 30 }]);
  const [{ id, feed }] = await winnow(...wish, "--time-zone", "Asia/Tokyo", "--budget", "90", "--name", "Top");
  expect((await fetch(feed)).headers.get("content-type")).toMatch(/^application\/atom\+xml/);
  expect(await winnow("schedules", "pause", id)).toMatchObject([{ status: "paused", monthly_budget: 90, name: "Top" }]);
  expect(await winnow("schedules", "changes", id)).toEqual([]);
  await winnow("schedules", "delete", id);
  expect(await winnow("schedules", "list")).toEqual([]);
});

test("winnow webhooks: made with a secret; listen prints what happens without a receiver, and leaves nothing behind", async () => {
  const listening = text("webhooks", "listen", "--events", "job.succeeded", "--count", "1");
  const made = async () => (await service.get("/webhooks", key)).json();
  await expect.poll(async () => (await made()).length, { interval: 20 }).toBe(1);
  const headers = { prefer: "respond-async, wait=20" };
  const job = await service.post("/api/toyshelf/things", { shelf: "top", count: 1 }, { key, headers });
  const id = String(job.headers.location).split("/").at(-1);
  expect(JSON.parse(await listening)).toMatchObject({ event: "job.succeeded", payload: { data: { id } } });
  expect(await made()).toEqual([]);

  const [webhook] = await winnow("webhooks", "create", "https://receiver.invalid/hook", "--events", "points.low");
  expect(webhook.secret).toMatch(/^whsec_/);
  const [sent] = await winnow("webhooks", "test", webhook.id);
  expect(await winnow("webhooks", "deliveries", "--webhook", webhook.id)).toMatchObject([{ id: sent.id }]);
  await winnow("webhooks", "delete", webhook.id);
});
