import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestService, type TestService } from "../../test/support/service.ts";
import { sourcesFolder, toySource } from "../../test/support/toy-folder.ts";
import { NotFound, Unavailable, verifyWebhook, WebhookNotVerified, Winnow } from "../src/index.ts";

let service: TestService;
let winnow: Winnow;
beforeAll(async () => {
  service = await startTestService({ sourcesFolder: await sourcesFolder({ toyshelf: toySource("toyshelf") }) });
  winnow = new Winnow({ url: service.address, key: await service.createKey({ points: 1_000 }) });
});
afterAll(() => service.close());

/** A source that the client does not know, so that requests are plain objects. */
const operation: string = "toyshelf/things";

test("a job returns its records together or one by one, and throws the call's error", async () => {
  const job = await winnow.jobs.submit(operation, { shelf: "top", count: 3 });
  expect(await job.records()).toMatchObject([{ id: "0" }, { id: "1" }, { id: "2" }]);
  const seen: unknown[] = [];
  for await (const { id } of job) seen.push(id);
  expect(seen).toEqual(["0", "1", "2"]);
  expect(await job.status()).toMatchObject({ status: "succeeded", charged: 3 });
  const failing = await winnow.jobs.submit(operation, { shelf: "none", count: 1 });
  await expect(failing.records()).rejects.toBeInstanceOf(Unavailable);
  const listed = await Array.fromAsync(winnow.jobs.list({ status: "failed" }));
  expect(listed.map(({ id }) => id)).toEqual([failing.id]);
});

test("a job with the idempotency key of an earlier direct call returns that call's records", async () => {
  const idempotencyKey = "a-direct-call";
  const request = { shelf: "top", count: 2 };
  const direct = await winnow.operation(operation)(request, { idempotencyKey });
  const job = await winnow.jobs.submit(operation, request, { idempotencyKey });
  expect(job.id).toMatch(/^[0-9a-f-]{36}$/);
  expect([...(await job.records())]).toEqual([...direct]);
  expect(await Array.fromAsync(job)).toEqual([...direct]);
});

test("a batch is priced, submitted, awaited and read with its lines", async () => {
  const requests = [
    { shelf: "top", count: 1 },
    { shelf: "none", count: 1 },
  ];
  expect(await winnow.batches.price(operation, requests)).toMatchObject({
    total: 2,
    cost_at_most: 6,
    enough: true,
  });
  const { id } = await winnow.batches.submit(operation, requests, { maxCost: 6 });
  expect(await winnow.batches.ended(id, { pollSeconds: 0.1 })).toMatchObject({ status: "finished", charged: 3 });
  expect(await winnow.batches.failures(id)).toMatchObject([{ line: 2, error: { status: 412 } }]);
  expect(await Array.fromAsync(winnow.batches.records(id))).toMatchObject([{ "@line": 1, id: "0" }]);
});

test("a schedule is priced, saved, run and deleted, and its changes are read page by page", async () => {
  const wish = { name: "Top shelf", operation, request: { shelf: "top", count: 1 }, cron: "0 7 * * *" };
  expect(await winnow.schedules.preview({ ...wish, timeZone: "Asia/Tokyo" })).toMatchObject({ cost_per_run: 3 });
  const { id, feed_secret } = await winnow.schedules.create({ ...wish, monthlyBudget: 10 });
  expect((await winnow.schedules.rotateFeed(id)).feed_secret).not.toBe(feed_secret);
  expect(await winnow.schedules.pause(id)).toMatchObject({ status: "paused", monthly_budget: 10 });
  expect(await winnow.schedules.resume(id)).toMatchObject({ status: "active" });
  expect(await Array.fromAsync(winnow.schedules.changes(id))).toEqual([]);
  expect((await Array.fromAsync(winnow.schedules.list())).map((one) => one.id)).toEqual([id]);
  await winnow.schedules.remove(id);
  await expect(winnow.schedules.get(id)).rejects.toBeInstanceOf(NotFound);
});

test("a webhook is created, tested, rotated and deleted, and its deliveries are read page by page", async () => {
  const made = await winnow.webhooks.create("https://receiver.invalid/hook", ["points.low"]);
  expect(made).toMatchObject({ secret: expect.stringMatching(/^whsec_/), events: ["points.low"] });
  const sent = await winnow.webhooks.test(made.id);
  expect((await Array.fromAsync(winnow.webhooks.deliveries({ webhookId: made.id }))).map(({ id }) => id)).toEqual([
    sent.id,
  ]);
  expect((await winnow.webhooks.replay(sent.id)).id).toBe(sent.id);
  expect((await winnow.webhooks.rotate(made.id, 60)).secret).not.toBe(made.secret);
  expect(await winnow.webhooks.secret()).toMatch(/^whsec_/);
  await winnow.webhooks.remove(made.id);
  expect(await winnow.webhooks.list()).toEqual([]);
});

test("a delivery signed by the reference library is verified; a modified or an old one is not", async () => {
  const secret = `whsec_${Buffer.from("a secret of 24 bytes....").toString("base64")}`;
  const body = '{"type":"job.succeeded"}';
  const at = new Date();
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": `v1,AAAA ${new Webhook(secret).sign("msg_1", at, body)}`,
  };
  expect(await verifyWebhook(body, headers, secret)).toEqual({ type: "job.succeeded" });
  expect(await verifyWebhook(body, new Headers(headers), secret)).toEqual({ type: "job.succeeded" });
  expect(await verifyWebhook(Buffer.from(body), headers, secret)).toEqual({ type: "job.succeeded" });
  const shouted = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
  expect(await verifyWebhook(body, shouted, secret)).toEqual({ type: "job.succeeded" });
  await expect(verifyWebhook(`${body} `, headers, secret)).rejects.toBeInstanceOf(WebhookNotVerified);
  await expect(verifyWebhook(body, headers, secret, { now: at.getTime() + 400_000 })).rejects.toThrow(/too old/);
  await expect(verifyWebhook(body, {}, secret)).rejects.toThrow(/missing/);
});

describe("a delivery", () => {
  const secret = `whsec_${Buffer.from("a secret of 24 bytes....").toString("base64")}`;
  const body = '{"type":"job.succeeded"}';
  const at = 1_700_000_000;
  const signature = new Webhook(secret).sign("msg_1", new Date(at * 1000), body);
  const headers = { "webhook-id": "msg_1", "webhook-timestamp": String(at), "webhook-signature": signature };
  const verified = (over: object, now = at * 1000, toleranceSeconds?: number) =>
    verifyWebhook(body, { ...headers, ...over }, secret, {
      now,
      ...(toleranceSeconds !== undefined && { toleranceSeconds }),
    });

  test("may be off by five minutes in either direction, or by the given tolerance", async () => {
    for (const off of [-300, 0, 300]) expect(await verified({}, (at + off) * 1000)).toEqual({ type: "job.succeeded" });
    for (const off of [-301, 301]) {
      await expect(verified({}, (at + off) * 1000)).rejects.toThrow(
        new WebhookNotVerified("the delivery is too old, or this machine's clock is wrong"),
      );
    }
    expect(await verified({}, (at + 301) * 1000, 301)).toEqual({ type: "job.succeeded" });
  });

  test.each([
    [{ "webhook-id": undefined }, "a webhook header is missing"],
    [{ "webhook-timestamp": "" }, "a webhook header is missing"],
    [{ "webhook-signature": undefined }, "a webhook header is missing"],
    [{ "webhook-timestamp": `${at}x` }, "the delivery is too old"],
    [{ "webhook-timestamp": `x${at}` }, "the delivery is too old"],
    [{ "webhook-id": "msg_2" }, "no signature of the delivery matches the secret"],
    [{ "webhook-signature": signature.replace("v1,", "v2,") }, "no signature of the delivery matches the secret"],
    [{ "webhook-signature": "v1" }, "no signature of the delivery matches the secret"],
    [{ "webhook-signature": "v1,%%%" }, "the secret or a signature is not base64"],
  ])("with %j is rejected", async (over, why) => {
    await expect(verified(over)).rejects.toMatchObject({
      name: "WebhookNotVerified",
      message: expect.stringContaining(why),
    });
  });

  test("may have several signatures and list headers, and a secret without its prefix", async () => {
    expect(await verified({ "webhook-signature": `v1a,AAAA v1,AAAA ${signature}` })).toEqual({ type: "job.succeeded" });
    expect(await verified({ "webhook-id": ["msg_1", "other"] })).toEqual({ type: "job.succeeded" });
    const bare = secret.slice("whsec_".length);
    expect(await verifyWebhook(body, headers, bare, { now: at * 1000 })).toEqual({ type: "job.succeeded" });
  });
});
