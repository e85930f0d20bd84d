import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { queuedMails } from "../../../test/support/jobs/queued-mails.ts";
import { type Received, type Receiver, startReceiver } from "../../../test/support/jobs/receiver.ts";
import { useJobs } from "../../../test/support/jobs/use-jobs.ts";
import { describeOnDrawnStores } from "../../../test/support/store/stores.ts";
import type { Caller } from "../../accounts/types.ts";
import type { OpenJobs } from "../open-jobs.ts";
import type { DeliveryView } from "../work-views.ts";
import type { SenderOptions } from "./send.ts";

const HOUR = 3_600_000;

describeOnDrawnStores("webhooks", (fresh) => {
  const bench = useJobs(fresh);
  let receiver: Receiver;
  let process: OpenJobs;
  let caller: Caller;

  beforeAll(async () => {
    receiver = await startReceiver();
    // The reference library uses the real clock.
    bench.clock.set(Date.now());
  });
  afterAll(() => receiver.close());
  beforeEach(async () => {
    // What earlier tests left would arrive in this one.
    await bench.store.db.deleteFrom("webhook_deliveries").execute();
    receiver.received.length = 0;
    receiver.answer = (response) => response.end("thank you");
    process = await bench.process({ webhookNetwork: receiver.network });
    caller = await bench.newCaller("free");
  });

  const listen = (url = receiver.url) => process.webhooks.create(caller, { url, events: ["job.succeeded"] });
  const submit = async (webhook?: string) => {
    const submitted = await process.jobs.submit(bench.submission(caller, randomUUID(), { options: { webhook } }));
    if (!("job" in submitted)) throw new Error("answered at once");
    return submitted.job.id;
  };
  const log = async (): Promise<DeliveryView[]> =>
    (await process.webhooks.deliveries(caller, { limit: 10, cursor: null })).rows;
  const until = (holds: (last: DeliveryView) => boolean, stepMs = 1_000) =>
    bench.until(
      async () => {
        await process.sweep();
        return (await log())[0];
      },
      (last) => last !== undefined && holds(last),
      stepMs,
    );
  /**
   * Jumps from attempt to attempt.
   */
  const untilDelivered = () =>
    bench.until(
      async () => {
        await process.sweep();
        const [last] = await log();
        if (last) await skipToNextTry(last.id);
        return last;
      },
      (last) => last !== undefined && last.status !== "pending",
    );
  /** The attempts that have ended, and when the next one is due; null if none is, before the first, and during one. */
  const tried = async (id: string) => {
    const row = await bench.store.db
      .selectFrom("webhook_deliveries")
      .where("id", "=", id)
      .where("status", "=", "pending")
      .select(["attempt", "attempts", "next_at"])
      .executeTakeFirst();
    const tries: Array<{ at: number }> = JSON.parse(row?.attempts ?? "[]");
    return row && row.attempt === tries.length && tries.length > 0 ? { tries, next_at: row.next_at } : null;
  };
  const skipToNextTry = async (id: string) => {
    const row = await tried(id);
    if (row) bench.clock.set(Math.max(bench.clock.now(), Number(row.next_at)));
  };
  const verified = (secret: string, { body, headers }: Received): any =>
    new Webhook(secret).verify(body, headers as Record<string, string>);

  test("a receiver is notified when a job has succeeded; the reference library verifies the signature and rejects a tampered event", async () => {
    const { secret } = await listen();
    expect(secret).toMatch(/^whsec_/);
    const id = await submit();
    const delivery = await until(({ status }) => status === "delivered");
    expect(receiver.received).toHaveLength(1);
    const [one] = receiver.received as [Received];
    expect(verified(secret, one)).toMatchObject({
      type: "job.succeeded",
      data: { id, status: "succeeded", charged: 3 },
    });
    expect(() => verified(secret, { ...one, body: one.body.replace("succeeded", "failed") })).toThrow();
    expect(one.headers["webhook-id"]).toBe(delivery!.id);
    expect(delivery!.attempts).toMatchObject([{ status: 200, answer: "thank you", error: null }]);
    const stored = await bench.store.db.selectFrom("webhook_endpoints").select("secret").execute();
    expect(JSON.stringify(stored)).not.toContain(secret);
  });

  test("a job's own address is notified, signed with the account's secret; endpoints without that subscription are not", async () => {
    await process.webhooks.create(caller, { url: "http://other.example/", events: ["points.low"] });
    const id = await submit("http://hooks.example/mine");
    await until(({ status }) => status === "delivered");
    expect(receiver.received.map(({ path }) => path)).toEqual(["/mine"]);
    expect(verified(await process.webhooks.accountSecret(caller), receiver.received[0]!).data.id).toBe(id);
  });

  test("a receiver that fails for an hour gets the event eventually, under the same id", async () => {
    await listen();
    const mended = bench.clock.now() + HOUR;
    receiver.answer = (response) => response.writeHead(bench.clock.now() < mended ? 500 : 204).end();
    await submit();
    const delivery = await untilDelivered();
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(delivery!.attempts.length).toBeGreaterThan(4);
    expect(delivery!.attempts.length).toBeLessThan(10);
    expect(delivery!.attempts.at(-1)).toMatchObject({ status: 204 });
  });

  test("a delivery that keeps failing is retried nine times within a day: after 5 seconds, then four times the last wait, up to 8 hours", async () => {
    await listen();
    receiver.answer = (response) => response.writeHead(500).end();
    await submit();
    const waits: number[] = [];
    const failed = await bench.until(
      async () => {
        await process.sweep();
        const [last] = await log();
        const row = last && (await tried(last.id));
        if (!row || row.tries.length === waits.length) return last;
        waits.push(Math.round((Number(row.next_at) - row.tries.at(-1)!.at) / 1_000));
        bench.clock.set(Number(row.next_at));
        return last;
      },
      (last) => last !== undefined && last.status !== "pending",
      1,
    );
    expect(waits).toEqual([5, 20, 80, 320, 1_280, 5_120, 20_480, 28_800, 28_800]);
    expect(failed).toMatchObject({ status: "failed", attempts: { length: 10 } });
  });

  test("a receiver that hangs is abandoned after 10 seconds, and redirects are not followed", async () => {
    await listen();
    receiver.answer = () => {};
    await submit();
    const hung = await until(({ attempts }) => attempts.length >= 1);
    expect(hung!.attempts[0]).toMatchObject({ status: null, error: "no complete response within 10 seconds" });
    const location = `http://127.0.0.1:${receiver.port}/inside`;
    receiver.answer = (response) => response.writeHead(302, { location }).end();
    const redirected = await until(({ attempts }) => attempts.length >= 2);
    expect(redirected!.attempts[1]).toMatchObject({ status: 302, error: "the receiver responded with 302" });
    expect(receiver.received.map(({ path }) => path)).not.toContain("/inside");
  });

  test("only 64 kB of an endless response are read, and the connection is closed", async () => {
    await listen();
    let sent = 0;
    const closed = Promise.withResolvers<void>();
    receiver.answer = (response) => {
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(16_384))) sent += 16_384;
      };
      response.on("drain", more).on("close", closed.resolve);
      more();
    };
    await submit();
    const delivery = await until(({ status }) => status === "delivered");
    await closed.promise;
    expect(delivery!.attempts[0]!.answer).toHaveLength(1_000);
    expect(sent).toBeLessThan(20 * 2 ** 20);
  });

  test.each<[string, () => Promise<string[]>]>([
    ["leads inside the network", async () => ["10.0.0.7"]],
    ["leads inside the network with one of its addresses", async () => ["93.184.215.14", "10.0.0.7"]],
    ["does not exist", () => Promise.reject(Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" }))],
    ["cannot be looked up", () => Promise.reject(Object.assign(new Error("getaddrinfo"), { code: "EAI_AGAIN" }))],
  ])("a name that %s is not contacted, and its log tells no more than that of any other", async (_, resolve) => {
    await process[Symbol.asyncDispose]();
    process = await bench.process({ webhookNetwork: { ...receiver.network, resolve } });
    expect((await listen("http://intranet.example/")).status).toBe("active");
    await submit();
    const refused = await until(({ attempts }) => attempts.length === 1);
    const error =
      "the name has no address on the internet; the operator of this service can allow names of its own network (WINNOW_PRIVATE_HOSTS)";
    expect(refused!.attempts[0]).toMatchObject({ status: null, error, answer: "" });
    expect(receiver.received).toEqual([]);
  });

  test("a failed connection is reported without the address that a name leads to", async () => {
    await process[Symbol.asyncDispose]();
    const dial: SenderOptions["dial"] = (_, callback) =>
      callback(
        Object.assign(new Error("connect ECONNREFUSED 10.0.0.7:80"), { code: "ECONNREFUSED", syscall: "connect" }),
        null,
      );
    const webhookNetwork = { privateHosts: ["hooks.example"], resolve: async () => ["10.0.0.7"], dial };
    process = await bench.process({ webhookNetwork });
    await listen("http://hooks.example/");
    await submit();
    const failed = await until(({ attempts }) => attempts.length === 1);
    expect(failed!.attempts[0]!.error).toBe("ECONNREFUSED: the request failed");
  });

  test("an address inside the network by its text is rejected when configured, naming the setting that allows it", async () => {
    await process[Symbol.asyncDispose]();
    const network = { ...receiver.network, resolve: () => Promise.reject(new Error("not asked")) };
    process = await bench.process({ webhookNetwork: network });
    const refusal = (host: string) => ({
      code: "bad_request",
      detail: `It is inside a private network, which webhooks and files do not reach. The operator of this service can allow it: WINNOW_PRIVATE_HOSTS=${host}`,
    });
    const hosts = [
      "127.0.0.1",
      "[::1]",
      "10.1.2.3",
      "localhost",
      "box.localhost",
      "vm",
      "db.local",
      "a.svc.cluster.local",
    ];
    for (const host of [...hosts, "metadata.google.internal", "printer.lan"]) {
      await expect(listen(`http://${host}:8080/`), host).rejects.toMatchObject(refusal(host));
      await expect(submit(`http://${host}:8080/`), host).rejects.toMatchObject(refusal(host));
    }
    await process[Symbol.asyncDispose]();
    process = await bench.process({ webhookNetwork: { ...network, privateHosts: ["vm", "localhost"] } });
    expect((await listen("http://vm/")).status).toBe("active");
    expect((await listen("http://localhost/")).status).toBe("active");
  });

  test("a job's own address that is also a webhook of the account is notified once, signed with both secrets", async () => {
    bench.clock.set(Date.now());
    const { secret } = await listen();
    const id = await submit(receiver.url);
    await until(({ status }) => status === "delivered");
    const account = await process.webhooks.accountSecret(caller);
    expect(receiver.received).toHaveLength(1);
    for (const one of [secret, account]) expect(verified(one, receiver.received[0]!).data.id).toBe(id);
    const other = new URL("/other", receiver.url).href;
    const { secret: uninterested } = await process.webhooks.create(caller, { url: other, events: ["points.low"] });
    await submit(other);
    const delivered = () => receiver.received.filter(({ path }) => path === "/other");
    await bench.until(
      () => process.sweep(),
      () => delivered().length > 0,
    );
    for (const one of [uninterested, account]) expect(verified(one, delivered()[0]!).type).toBe("job.succeeded");
  });

  test("a receiver gets events about one thing in order: later ones wait for retries of earlier ones", async () => {
    await process.webhooks.create(caller, { url: receiver.url, events: null });
    const tell = (about: string, step: number) =>
      process.publish({
        event: "batch.waiting",
        accountId: caller.account.id,
        subject: `${about} ${step}`,
        data: { about, step },
      });
    const steps = () =>
      receiver.received.map(({ body }) => {
        const { data } = JSON.parse(body);
        return `${data.about}${data.step}`;
      });
    let fail = true;
    receiver.answer = (response, { body }) =>
      response.writeHead(fail && JSON.parse(body).data.about === "a" ? 500 : 200).end();
    await tell("a", 1);
    await bench.until(
      async () => steps().length,
      (tries) => tries === 1,
      1,
    );
    for (const step of [2, 3]) await tell("a", step);
    await tell("b", 1);
    await bench.until(
      async () => steps(),
      (seen) => seen.includes("b1"),
      1,
    );
    expect(new Set(steps())).toEqual(new Set(["a1", "b1"]));
    fail = false;
    await bench.until(
      () => process.sweep(),
      () => steps().includes("a3"),
    );
    expect(
      steps()
        .filter((one) => one.startsWith("a"))
        .slice(-3),
    ).toEqual(["a1", "a2", "a3"]);
  });

  test("a rotated secret signs alongside the new one only during the overlap", async () => {
    bench.clock.set(Date.now());
    const { id, secret: old } = await listen();
    const { secret } = (await process.webhooks.rotate(caller, id, 60))!;
    await process.webhooks.test(caller, id);
    await until(({ status }) => status === "delivered");
    const [both] = receiver.received as [Received];
    expect(verified(old, both).type).toBe("webhook.test");
    expect(verified(secret, both).type).toBe("webhook.test");
    bench.clock.advance(61_000);
    await process.webhooks.test(caller, id);
    await until(({ status }) => status === "delivered");
    const last = receiver.received.at(-1)!;
    expect(verified(secret, last).type).toBe("webhook.test");
    expect(() => verified(old, last)).toThrow();
  });

  test("failing_since is the start of the first failed attempt, however long the response took", async () => {
    const { id } = await listen();
    receiver.answer = (response) => {
      bench.clock.advance(5_000);
      response.writeHead(500).end();
    };
    await submit();
    const { attempts } = (await until((last) => last.attempts.length > 0))!;
    const [failing] = await bench.until(
      () => process.webhooks.list(caller),
      ([one]) => one!.failing_since !== null,
    );
    expect(failing!.failing_since).toBe(attempts[0]!.at);
    await process.webhooks.remove(caller, id);
  });

  test("after three days of failure it is disabled with a mail; once enabled, a delivery can be replayed by hand", async () => {
    const { id } = await listen();
    receiver.answer = (response) => response.writeHead(500).end();
    const disabled = async () => (await process.webhooks.list(caller))[0]!;
    for (const hours of [71, 2, 0]) {
      expect(await disabled()).toMatchObject({ status: "active" });
      await submit();
      await until(({ attempts }) => attempts.length > 0, 1_000);
      bench.clock.advance(hours * HOUR);
    }
    // The log is written before the endpoint.
    expect(await bench.until(disabled, ({ status }) => status === "disabled")).toMatchObject({
      status: "disabled",
      disabled_reason: expect.stringMatching(/three days/),
    });
    const { email } = (await bench.accounts.findById(caller.account.id))!;
    expect(await queuedMails(bench.store, caller.account.id)).toEqual([
      expect.stringMatching(new RegExp(`^${email}: .*\nYour webhook http://hooks.example/in was disabled`)),
    ]);
    receiver.answer = (response) => response.end();
    expect(await process.webhooks.enable(caller, id)).toMatchObject({ status: "active" });
    const [last] = await log();
    await process.webhooks.replay(caller, last!.id);
    // By id: a newer event of another job may be delivered in the meantime.
    const replayed = await bench.until(
      async () => {
        await process.sweep();
        return (await log()).find(({ id: one }) => one === last!.id);
      },
      (delivery) => delivery?.status === "delivered",
      1_000,
    );
    expect(replayed).toMatchObject({ status: "delivered" });
  });

  test("410 disables it immediately; later events are stored, and replayed once it is enabled", async () => {
    const { id } = await listen();
    receiver.answer = (response) => response.writeHead(410).end();
    await submit();
    await until(({ status }) => status === "failed");
    const state = async () => (await process.webhooks.list(caller))[0]!;
    expect(await bench.until(state, ({ status }) => status === "disabled")).toMatchObject({
      disabled_reason: "Its receiver responded with 410 Gone.",
    });
    receiver.answer = (response) => response.end();
    await submit();
    const kept = await until(({ attempts }) => attempts[0]?.error === "the webhook was disabled");
    expect([receiver.received.length, kept!.status]).toEqual([1, "failed"]);
    await process.webhooks.enable(caller, id);
    await process.webhooks.replay(caller, kept!.id);
    await until(({ id: one, status }) => one === kept!.id && status === "delivered");
    expect(receiver.received.length).toBe(2);
  });

  test("a call repeated with its key, because the response was lost, creates one webhook, one rotation and one test event", async () => {
    const about = { url: receiver.url, events: null, idempotencyKey: "k" };
    const made = await process.webhooks.create(caller, about);
    expect(await process.webhooks.create(caller, about)).toEqual(made);
    expect(await process.webhooks.list(caller)).toHaveLength(1);
    await expect(process.webhooks.create(caller, { ...about, events: ["job.failed"] })).rejects.toMatchObject({
      code: "idempotency_mismatch",
    });
    const rotated = await process.webhooks.rotate(caller, made.id, 60, "r");
    expect(rotated!.secret).not.toBe(made.secret);
    expect(await process.webhooks.rotate(caller, made.id, 60, "r")).toEqual(rotated);
    const sent = await process.webhooks.test(caller, made.id, "t");
    expect((await process.webhooks.test(caller, made.id, "t"))!.id).toBe(sent!.id);
    expect(await log()).toHaveLength(1);
  });
});
