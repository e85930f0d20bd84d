import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { runHere } from "../../test/support/cli/run-here.ts";
import type { TestService } from "../../test/support/service.ts";
import { sharedToyService } from "../../test/support/shared-service.ts";

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await sharedToyService();
  key = await service.createKey({ points: 1_000 });
});

const text = (...words: string[]) => runHere([...words, "--url", service.address, "--key", key]);
const winnow = async (...words: string[]): Promise<any> => JSON.parse(await text(...words, "--output", "json"));

test("winnow jobs: submit, wait, show and list", async () => {
  const [job] = await winnow("jobs", "submit", "toyshelf", "shelf=top", "count=2", "--max-cost", "3");
  expect(job).toMatchObject({ operation: "/api/toyshelf/things", held: 3 });
  expect(await winnow("jobs", "records", job.id)).toMatchObject([{ id: "0" }, { id: "1" }]);
  expect(await winnow("jobs", "show", job.id)).toMatchObject([{ status: "succeeded", charged: 3 }]);
  const csv = await text("jobs", "list", "--status", "succeeded", "--output", "csv");
  expect(csv).toContain(`${job.id},/api/toyshelf/things,succeeded,2,3,`);
  expect(csv.split("\r\n")[0]).toBe("id,operation,status,records,charged,created_at,error");
  const table = await text("jobs", "show", job.id, "--output", "table");
  expect(table).toMatch(/^id +operation +status +records +charged +created_at/);
  expect(await text("jobs", "show", job.id, "--output", "ndjson")).toMatch(/^\{"id":.*"progress":\{.*\}\n$/);
  const listed = (...words: string[]) => winnow("jobs", "list", ...words);
  expect(await listed("--operation", "toyshelf/things", "--limit", "1")).toMatchObject([{ id: job.id }]);
  await expect(listed("--operation", "toyshelf/others")).rejects.toMatchObject({ exitCode: 1, facts: { status: 422 } });
  expect([await listed("--limit", "0"), await listed("--status", "failed")]).toEqual([[], []]);
  expect(await listed("--batch-id", "0193aaaa-0000-7000-8000-000000000000")).toEqual([]);
  const failing = await winnow("jobs", "submit", "toyshelf", "shelf=none", "count=1");
  await expect(winnow("jobs", "records", failing[0].id)).rejects.toMatchObject({ exitCode: 4, facts: { status: 412 } });
  const rows = await text("jobs", "list", "--output", "csv", "--fields", "id,records,error");
  expect(rows).toContain(`${failing[0].id},0,no such shelf\r\n`);
  expect(await winnow("jobs", "submit", "toyshelf", "shelf=top", "count=1", "--wait")).toMatchObject([{ id: "0" }]);
  const dear = winnow("jobs", "submit", "toyshelf", "shelf=top", "count=20", "--max-cost", "5");
  await expect(dear).rejects.toMatchObject({ exitCode: 7 });
  const missing = winnow("jobs", "cancel", "0193aaaa-0000-7000-8000-000000000000");
  await expect(missing).rejects.toMatchObject({ exitCode: 1, facts: { status: 404 } });
});

test("winnow batches: price, submit, and failures and records by line", async () => {
  const from = join(await mkdtemp(join(tmpdir(), "winnow-batches-")), "things.csv");
  await writeFile(from, "shelf,count\ntop,1\nnone,1\n");
  expect(await winnow("batches", "price", "toyshelf", "--from", from)).toEqual([
    { total: 2, invalid: 0, cost_at_most: 6, points: expect.any(Number), enough: true },
  ]);
  const [{ id }] = await winnow("batches", "submit", "toyshelf", "--from", from);
  await expect.poll(() => winnow("batches", "show", id), { timeout: 30_000 }).toMatchObject([{ status: "finished" }]);
  expect(await winnow("batches", "failures", id)).toMatchObject([
    { line: 2, error: { status: 412, code: "no_such_thing" } },
  ]);
  expect(await winnow("batches", "records", id)).toMatchObject([{ "@line": 1, id: "0" }]);
  expect(await text("batches", "records", id, "--output", "csv", "--fields", "@line,name")).toBe(
    "@line,name\r\n1,thing 0\r\n",
  );
  expect(await text("batches", "records", id, "--output", "csv")).toMatch(/^@line,@type,id,name\r\n/);
  expect(await text("batches", "records", id, "--output", "ndjson", "--fields", "id")).toBe('{"id":"0"}\n');
  const [head, row] = (await text("batches", "show", id, "--output", "csv")).split("\r\n");
  expect(head).toBe("id,operation,status,total,succeeded,failed,records,charged,pause_reason");
  expect(row).toBe(`${id},/api/toyshelf/things,finished,2,1,1,1,3,`);
  expect((await text("batches", "failures", id, "--output", "csv")).split("\r\n")[0]).toBe(
    "line,status,code,detail,job_id,request",
  );
  expect((await winnow("batches", "list", "--limit", "1")).map((one: any) => one.id)).toEqual([id]);
  expect(await winnow("batches", "list", "--limit", "0")).toEqual([]);
  expect(await winnow("batches", "retry", id)).toMatchObject([{ id }]);
  await expect.poll(() => winnow("batches", "show", id), { timeout: 30_000 }).toMatchObject([{ status: "finished" }]);
  for (const act of ["pause", "resume", "cancel"]) {
    const acted = await winnow("batches", act, id).catch((error: any) => error);
    expect(Array.isArray(acted) ? acted[0].id : acted.facts.status, act).toBe(Array.isArray(acted) ? id : 409);
  }
  const submit = (...words: string[]) => winnow("batches", "submit", "toyshelf", "--from", from, ...words);
  await expect(submit("--max-cost", "5")).rejects.toMatchObject({ exitCode: 7, facts: { code: "over_max_cost" } });
  await expect(submit("--webhook", "no address")).rejects.toMatchObject({ exitCode: 1 });
  await expect(winnow("batches", "submit", "toyshelf", "--from", `${from}.none`)).rejects.toThrow(
    `cannot read ${from}.none: ENOENT`,
  );
});

test("winnow schedules: preview, create with a feed address, change and delete", async () => {
  const input = ["toyshelf", "shelf=top", "count=1", "--cron", "0 7 * * *", "--name", "Top"];
  const create = ["schedules", "create", ...input];
  expect(await winnow("schedules", "preview", ...input)).toMatchObject([{ cost_per_run: 3, runs_next_30_days: 30 }]);
  const [{ id, feed_secret }] = await winnow(...create, "--time-zone", "Asia/Tokyo", "--monthly-budget", "90");
  const feed = `${service.address}/schedules/${id}/feed/${feed_secret}`;
  expect((await fetch(feed)).headers.get("content-type")).toMatch(/^application\/atom\+xml/);
  expect(await winnow("schedules", "pause", id)).toMatchObject([{ status: "paused", monthly_budget: 90, name: "Top" }]);
  expect(await winnow("schedules", "changes", id)).toEqual([]);
  expect(await text("schedules", "changes", id, "--output", "csv")).toBe("at,kind,record_id,fields,record\r\n");
  expect(await winnow("schedules", "resume", id)).toMatchObject([{ status: "active" }]);
  const [row] = await winnow("schedules", "show", id);
  expect(row).toMatchObject({ time_zone: "Asia/Tokyo", cron: "0 7 * * *", ignore_fields: [] });
  const shown = await text("schedules", "show", id, "--output", "csv");
  expect(shown.split("\r\n")[0]).toBe("id,name,operation,status,cron,time_zone,next_at,spent_this_month");
  const reported = ["--ignore-fields", "name, id", "--webhook", "https://receiver.invalid/x", "--output", "csv"];
  const [head, line] = (await text(...create, ...reported)).split("\r\n");
  expect(head).toBe("id,feed_secret,name,operation,status,cron,time_zone,next_at,spent_this_month");
  expect(line).toContain(",Top,/api/toyshelf/things,active,0 7 * * *,UTC,");
  const other = line!.split(",")[0]!;
  expect(await winnow("schedules", "show", other)).toMatchObject([{ ignore_fields: ["name", "id"] }]);
  expect((await winnow("schedules", "list", "--limit", "1")).map((one: any) => one.id)).toEqual([other]);
  const changed = await winnow("schedules", "change", id, "--request", '{"shelf":"top","count":2}', "--take-over");
  expect(changed).toMatchObject([{ request: { count: 2 }, cron: "0 7 * * *" }]);
  await winnow("schedules", "delete", other);
  await winnow("schedules", "delete", id);
  expect(await winnow("schedules", "list")).toEqual([]);
});

test("winnow webhooks: create with a secret; listen prints events without a receiver, and leaves nothing behind", async () => {
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
  expect(await winnow("webhooks", "deliveries", "--webhook-id", webhook.id)).toMatchObject([{ id: sent.id }]);
  expect(await winnow("webhooks", "deliveries", "--limit", "0")).toEqual([]);
  expect(await winnow("webhooks", "replay", sent.id)).toMatchObject([{ id: sent.id }]);
  const deliveries = (await text("webhooks", "deliveries", "--webhook-id", webhook.id, "--output", "csv")).split(
    "\r\n",
  );
  expect(deliveries[0]).toBe("created_at,event,status,tries,last,id,url");
  expect(deliveries[1]).toContain(`,${sent.event},`);
  const { secret, id: webhookId } = webhook;
  const rotated = (await text("webhooks", "rotate", webhookId, "--overlap-seconds", "60", "--output", "csv")).split(
    "\r\n",
  );
  expect(rotated[0]).toBe("secret,id,url,status,events,failing_since");
  expect(rotated[1]).toMatch(/^whsec_[^,]+,/);
  expect(rotated[1]).not.toContain(secret);
  expect(await winnow("webhooks", "enable", webhookId)).toMatchObject([{ id: webhookId, status: "active" }]);
  const list = (await text("webhooks", "list", "--output", "csv")).split("\r\n");
  expect(list[0]).toBe("id,url,status,events,failing_since");
  expect(list[1]).toContain(`${webhookId},https://receiver.invalid/hook,active,`);
  const everything = await winnow("webhooks", "create", "https://receiver.invalid/all");
  expect(everything[0].events?.length ?? null).not.toBe(1);
  await winnow("webhooks", "delete", everything[0].id);
  await winnow("webhooks", "delete", webhook.id);
});

test("winnow jobs submit and batch have the options of a call, which the service gets", async () => {
  const given = ["--tag", "cli-b,cli-a", "--max-age", "60", "--max-cost", "50"];
  const [job] = await winnow("jobs", "submit", "toyshelf", "shelf=top", "count=1", ...given);
  await winnow("jobs", "records", job.id);
  const requests = await winnow("token", "requests", "--limit", "5");
  expect(requests.find(({ id }: { id: string }) => id === job.id)).toMatchObject({ tags: ["cli-a", "cli-b"] });
  await expect(text("jobs", "submit", "toyshelf", "shelf=top", "count=1", "--fault", "slow")).rejects.toThrow(
    "x-fault is for test keys",
  );
});

test("a thing that does not exist is looked for with a command, not with a path of the API", async () => {
  const failed = expect(text("jobs", "show", "0193aaaa-0000-7000-8000-000000000000")).rejects;
  await failed.toThrow("`winnow jobs list` lists what there is.");
});

test("winnow destinations and recalls list what the account has", async () => {
  expect([await winnow("destinations", "list"), await winnow("recalls", "list")]).toEqual([[], []]);
});

test("winnow schedules run runs one now, besides its schedule", async () => {
  const input = ["toyshelf", "shelf=top", "count=1", "--cron", "0 7 * * *", "--name", "Top"];
  const [{ id }] = await winnow("schedules", "create", ...input);
  expect(await winnow("schedules", "run", id)).toMatchObject([{ id }]);
  const ran = async () => (await winnow("jobs", "list", "--limit", "1"))[0].created_at;
  const [{ created_at }] = await winnow("schedules", "show", id);
  await expect.poll(async () => (await ran()) >= created_at, { timeout: 30_000 }).toBe(true);
  await winnow("schedules", "delete", id);
});

test("an option that its endpoint would reject is rejected before the call, with the endpoint's own bounds", async () => {
  const refused = (...words: string[]) => expect(text(...words)).rejects;
  const id = "0193aaaa-0000-7000-8000-000000000000";
  await refused("jobs", "list", "--status", "lost").toThrow("Allowed choices are queued, running, succeeded");
  await refused("jobs", "show", id, "--wait", "61").toThrow("must be 0 to 60");
  await refused("webhooks", "rotate", id, "--overlap-seconds", "1d").toThrow("must be a number");
  await refused("schedules", "change", id, "--request", "{").toThrow("JSON");
  await refused("schedules", "create", "toyshelf").toThrow("required option '--name <text>' not specified");
});

test("winnow links and token: every endpoint of the client is a command", async () => {
  const [job] = await winnow("jobs", "submit", "toyshelf", "shelf=top", "count=1");
  expect(await winnow("jobs", "records", job.id)).toHaveLength(1);
  expect((await winnow("jobs", "timeline", job.id)).map((one: any) => one.step)).toEqual([
    "queued",
    "started",
    "succeeded",
  ]);
  const [link] = await winnow("links", "of-job", job.id, "--format", "ndjson", "--expires-in", "60");
  expect((await winnow("links", "list")).map((one: any) => one.id)).toEqual([link.id]);
  expect(await winnow("links", "delete", link.id)).toEqual([]);
  const [{ total }] = await winnow("token", "count-requests");
  expect(await winnow("token", "requests", "--limit", "1000")).toHaveLength(total);
  expect(await text("webhooks", "secret", "--output", "csv")).toMatch(/^secret\r\nwhsec_/);
});
