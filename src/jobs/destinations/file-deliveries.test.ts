import { createHash, createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { queuedMails } from "../../../test/support/jobs/queued-mails.ts";
import { type Receiver, startReceiver } from "../../../test/support/jobs/receiver.ts";
import { useJobs } from "../../../test/support/jobs/use-jobs.ts";
import { describeOnDrawnStores } from "../../../test/support/store/stores.ts";
import type { Caller } from "../../accounts/types.ts";
import { SimulatedClock } from "../../base/clock.ts";
import { limits } from "../../limits/limits.ts";
import type { OpenJobs } from "../open-jobs.ts";

describeOnDrawnStores("file deliveries", (fresh) => {
  const bench = useJobs(fresh);
  let storage: Receiver;
  let process: OpenJobs;
  let caller: Caller;

  beforeAll(async () => {
    storage = await startReceiver();
  });
  afterAll(() => storage.close());
  beforeEach(async () => {
    storage.received.length = 0;
    storage.answer = (response) => response.end();
    process = await bench.process({ webhookNetwork: storage.network });
    caller = await bench.newCaller("free");
  });

  const create = (over = {}) =>
    process.destinations.create(caller, {
      name: "Lake",
      endpoint: "https://s3.example".replace("https", "http"),
      region: "eu-1",
      bucket: "lake",
      path: "{kind}/{operation}/{date}.{format}",
      format: "csv" as const,
      access_key_id: "AK",
      secretAccessKey: "a secret of storage",
      idempotencyKey: null,
      ...over,
    });
  const submit = async (destination: string, names: string[] = [randomUUID(), randomUUID()]) =>
    process.batches.submit({
      entry: bench.submission(caller, "any").entry,
      caller,
      destination,
      invalid: [],
      requests: names.map((name) => ({ name, count: 2, timeout: 300 })),
      options: {},
      waitHours: 24,
      idempotencyKey: null,
    });
  /** What arrived, without the reports beside the files. */
  const files = () => storage.received.filter(({ path }) => !path.endsWith(".quality"));
  const log = async () => (await process.webhooks.deliveries(caller, { limit: 10, cursor: null })).rows;
  const until = (holds: () => boolean | Promise<boolean>, stepMs = 1_000) =>
    bench.until(
      async () => {
        await process.sweep();
        return holds();
      },
      (reached) => reached,
      stepMs,
    );

  test("a finished batch is uploaded, signed, to the path of its template", async () => {
    const { id } = await create();
    const names = [randomUUID(), randomUUID()];
    await submit(id, names);
    await until(async () => (await log())[0]?.status === "delivered");
    const day = new Date(bench.clock.now()).toISOString().slice(0, 10);
    expect(files()).toHaveLength(1);
    const [{ path, headers, body }] = files() as [(typeof storage.received)[0]];
    const report = storage.received.find((file) => file.path === `${path}.quality`)!;
    expect(JSON.parse(report.body)).toMatchObject({ records: 4, duplicates: 0, lines_missing: 0, noticed: [] });
    expect(path).toBe(`/lake/batch/counting-things/${day}.csv`);
    expect(headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AK\/\d{8}\/eu-1\/s3\/aws4_request, /);
    expect(headers.authorization).toContain(`Signature=${signatureOf("a secret of storage", path, headers)}`);
    const [columns, first] = body.split("\r\n");
    expect(columns).toMatch(/^@line,@type,id,name/);
    expect(first).toMatch(`1,CountedThing,${names[0]}-0,${names[0]}`);
    expect(body.split("\r\n")).toHaveLength(6);
    expect(await log()).toMatchObject([
      { webhook_id: id, event: "file", url: `s3:/${path}`, attempts: [{ status: 200 }] },
    ]);
    const stored = await bench.store.db.selectFrom("destinations").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain("a secret of storage");
    expect(JSON.stringify(await process.destinations.list(caller))).not.toContain(stored[0]!.secret);
  });

  test("storage that recovers gets the file, once; storage that stays down is reported by mail", async () => {
    const { id } = await create();
    let tries = 0;
    storage.answer = (response) => response.writeHead(++tries < 3 ? 503 : 200).end();
    await submit(id);
    await until(async () => (await log())[0]?.status === "delivered", 200);
    expect((await log())[0]!.attempts.map(({ status }) => status)).toEqual([503, 503, 200]);
    storage.answer = (response) => response.writeHead(403).end("<Code>AccessDenied</Code>");
    await submit(id);
    await until(async () => (await log())[0]?.status === "failed", 3_600_000);
    const mails = await queuedMails(bench.store, caller.account.id);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatch(/\nA file could not be delivered to s3:\/\/lake\/batch\/.* Last: /);
  });

  test("a test upload puts a small file beside the others and counts as one of the tests of a minute", async () => {
    const { id } = await create();
    const made = await process.destinations.test(caller, id, "one key");
    expect(made).toMatchObject({ webhook_id: id, event: "file.test", url: "s3://lake/winnow-test.txt" });
    expect(await process.destinations.test(caller, id, "one key")).toMatchObject({ id: made!.id });
    await until(async () => (await log())[0]?.status === "delivered");
    expect(storage.received.map(({ path, body }) => [path, body])).toEqual([
      ["/lake/winnow-test.txt", "Winnow put this file here as a test. You can delete it.\n"],
    ]);
    const inFolders = await create({ path: "a/b-{kind}/{date}.{format}" });
    expect(await process.destinations.test(caller, inFolders.id)).toMatchObject({ url: "s3://lake/a/winnow-test.txt" });
    const stranger = await bench.newCaller("free");
    expect(await process.destinations.test(stranger, id)).toBeNull();
    for (let at = 2; at < limits.webhookTestsAMinute.max; at += 1) await process.destinations.test(caller, id);
    await expect(process.destinations.test(caller, id)).rejects.toMatchObject({ code: "rate_limited" });
    await until(async () => (await log()).every(({ status }) => status === "delivered"));
  });

  test("a test upload that storage refuses says why in the delivery log at once, without a repeat or a mail", async () => {
    const { id } = await create();
    storage.answer = (response) => response.writeHead(403).end("<Code>AccessDenied</Code>");
    await process.destinations.test(caller, id);
    await until(async () => (await log())[0]?.status === "failed");
    const [{ attempts }] = (await log()) as [Awaited<ReturnType<typeof log>>[number]];
    expect(attempts).toMatchObject([{ status: 403, answer: "<Code>AccessDenied</Code>" }]);
    expect(await queuedMails(bench.store, caller.account.id)).toEqual([]);
  });

  test("storage that does not respond ends the attempt after 10 seconds; meanwhile webhooks and other files are sent", async () => {
    const { id } = await create({ bucket: "hang" });
    storage.answer = (response, { path }) => (path.startsWith("/hang") ? undefined : response.end());
    await submit(id);
    await until(() => files().length === 1, 100);
    const other = await create();
    await submit(other.id);
    await process.webhooks.create(caller, { url: storage.url, events: ["points.low"] });
    await process.publish({ event: "points.low", accountId: caller.account.id, subject: randomUUID(), data: {} });
    await until(() => files().length === 3, 100);
    await until(async () => ((await log()).find(({ webhook_id }) => webhook_id === id)?.attempts.length ?? 0) > 0);
    const [attempt] = (await log()).find(({ webhook_id }) => webhook_id === id)!.attempts;
    expect(attempt).toMatchObject({ status: null, error: "no progress within 10 seconds" });
  });

  test("a file whose process died while sending is sent by another", async () => {
    const { id } = await create({ bucket: "late" });
    await process[Symbol.asyncDispose]();
    // Its clock stands still, and it never gets a connection.
    const dead = {
      clock: new SimulatedClock(bench.clock.now()),
      webhookNetwork: { ...storage.network, dial: () => {} },
    };
    process = await bench.process(dead);
    await submit(id);
    const deliveries = bench.store.db.selectFrom("webhook_deliveries").where("account_id", "=", caller.account.id);
    await vi.waitUntil(async () => (await deliveries.select("attempt").executeTakeFirst())?.attempt === 1, 20_000);
    process = await bench.processAfterCrash({ webhookNetwork: storage.network });
    await until(async () => (await log())[0]?.status === "delivered", 100);
    expect(files().filter(({ path }) => path.startsWith("/late"))).toHaveLength(1);
  });

  test("each successful run of a schedule is a file", async () => {
    const { id } = await create({ path: "{name}/{run}.{format}", format: "ndjson" });
    const { entry } = bench.submission(caller, "any");
    const schedule = await process.schedules.create({
      entry,
      caller,
      name: "Lamps & chairs",
      request: { name: randomUUID(), count: 3, timeout: 300 },
      cron: "0 * * * *",
      timeZone: "UTC",
      options: {},
      ignoreFields: [],
      monthlyBudget: null,
      webhook: null,
      destination: id,
      track: [],
      rules: [],
    });
    expect(schedule.destination).toBe(id);
    for (const count of [1, 2]) {
      await process.schedules.runNow(caller, schedule.id, bench.payer(caller));
      await until(() => files().length === count, 50);
    }
    const { rows } = await process.schedules.runs(schedule, { limit: 5, cursor: null });
    const paths = rows.map(({ id: run }) => `/lake/Lamps-chairs/${run}.ndjson`);
    expect(new Set(files().map(({ path }) => path))).toEqual(new Set(paths));
    expect(files()[0]!.body.trim().split("\n")).toHaveLength(3);
  });

  test("a destination that was deleted, belongs to another account or is inside the network gets nothing", async () => {
    const { id } = await create();
    await submit(id);
    await process.destinations.remove(caller, id);
    await until(async () => ["failed", undefined].includes((await log())[0]?.status));
    await expect(submit(id)).rejects.toMatchObject({ detail: [{ loc: ["body", "destination"] }] });
    const own = await create();
    caller = await bench.newCaller("free");
    await expect(submit(own.id)).rejects.toMatchObject({ code: "validation" });
    expect(await process.destinations.remove(caller, own.id)).toBeNull();
    await expect(create({ endpoint: "http://127.0.0.1:9000" })).rejects.toMatchObject({
      detail: expect.stringContaining("WINNOW_PRIVATE_HOSTS=127.0.0.1"),
    });
    await expect(create({ endpoint: "http://s3.example/path" })).rejects.toMatchObject({ code: "bad_request" });
  });

  test("an account has limits.destinations destinations; the same key returns the same one", async () => {
    const again = { idempotencyKey: "once" };
    expect((await create(again)).id).toBe((await create(again)).id);
    for (let made = 1; made < limits.destinations.max; made += 1) await create();
    await expect(create()).rejects.toMatchObject({ code: "bad_request" });
    expect(await process.destinations.list(caller)).toHaveLength(limits.destinations.max);
  });
});

/** Computed as AWS Signature Version 4 specifies, over the headers that the request lists as signed. */
function signatureOf(secret: string, path: string, headers: Receiver["received"][number]["headers"]): string {
  const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const [, day = "", names = ""] = /Credential=AK\/(\d+)\/.*SignedHeaders=([^,]+)/.exec(headers.authorization!) ?? [];
  const signed = names.split(";").map((name) => `${name}:${headers[name]}`);
  const canonical = ["PUT", path, "", ...signed, "", names, headers["x-amz-content-sha256"]].join("\n");
  const digest = createHash("sha256").update(canonical).digest("hex");
  const scope = [day, "eu-1", "s3", "aws4_request"];
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope.join("/"), digest].join("\n");
  return hmac(scope.reduce<string | Buffer>(hmac, `AWS4${secret}`), text).toString("hex");
}
