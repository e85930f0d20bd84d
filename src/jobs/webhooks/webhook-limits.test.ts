import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Receiver, startReceiver } from "../../../test/support/jobs/receiver.ts";
import { useJobs } from "../../../test/support/jobs/use-jobs.ts";
import { describeOnDrawnStores } from "../../../test/support/store/stores.ts";
import type { Caller } from "../../accounts/types.ts";
import { limits } from "../../limits/limits.ts";
import type { OpenJobs } from "../open-jobs.ts";

describeOnDrawnStores("limits of webhooks", (fresh) => {
  const bench = useJobs(fresh);
  let receiver: Receiver;
  let process: OpenJobs;
  let caller: Caller;

  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());
  beforeEach(async () => {
    process = await bench.process({ webhookNetwork: receiver.network });
    caller = await bench.newCaller("free");
  });

  const listen = (url = receiver.url) => process.webhooks.create(caller, { url, events: ["job.succeeded"] });

  test("an account replays limits.replaysAMinute deliveries a minute, and each limits.replaysOfADelivery times", async () => {
    await listen();
    for (let at = 0; at <= limits.replaysAMinute.max; at += 1) {
      await process.publish({
        event: "job.succeeded",
        accountId: caller.account.id,
        subject: `${caller.account.id} ${at}`,
        data: {},
      });
    }
    const { rows } = await process.webhooks.deliveries(caller, { limit: 100, cursor: null });
    const begun = bench.clock.now();
    const replay = (at: number) => process.webhooks.replay(caller, rows[at]!.id);
    for (let at = 0; at < limits.replaysAMinute.max; at += 1) expect(await replay(at)).not.toBeNull();
    await expect(replay(limits.replaysAMinute.max)).rejects.toMatchObject({
      code: "rate_limited",
      headers: { "retry-after": "60" },
      detail: `You can replay at most ${limits.replaysAMinute.max} deliveries a minute.`,
    });
    bench.clock.set(Math.max(bench.clock.now(), begun + 60_000));
    for (let times = 1; times < limits.replaysOfADelivery.max; times += 1) expect(await replay(0)).not.toBeNull();
    await expect(replay(0)).rejects.toMatchObject({ code: "rate_limited", headers: { "retry-after": "86400" } });
    expect(await replay(limits.replaysAMinute.max)).toMatchObject({ status: "pending" });
  });

  test("only the newest deliveries of an account are kept: limits.deliveriesKept", async () => {
    await listen();
    const { db } = bench.store;
    const about = {
      account_id: caller.account.id,
      endpoint_id: null,
      url: "http://hooks.example/old",
      event: "job.failed",
    };
    for (let at = 0; at < limits.deliveriesKept.max; at += 1_000) {
      const rows = Array.from({ length: 1_000 }, (_, each) => ({
        id: randomUUID(),
        ...about,
        subject: `${at + each}`,
        payload: "{}",
        next_at: 0,
        status: "failed" as const,
        created_at: at + each,
      }));
      await db.insertInto("webhook_deliveries").values(rows).execute();
    }
    for (let at = 0; at < 50; at += 1) {
      await process.publish({ event: "job.succeeded", accountId: caller.account.id, subject: randomUUID(), data: {} });
    }
    const mine = db.selectFrom("webhook_deliveries").where("account_id", "=", caller.account.id);
    const kept = await mine.orderBy("created_at").select("created_at").execute();
    expect([kept.length, Number(kept[0]!.created_at)]).toEqual([limits.deliveriesKept.max, 50]);
    await db.deleteFrom("webhook_deliveries").where("account_id", "=", caller.account.id).execute();
  });

  test("an account has limits.webhooks webhooks, and tests them limits.webhookTestsAMinute times a minute", async () => {
    const made = [];
    for (let at = 0; at < 20; at += 1) made.push(await listen(`http://hooks.example/${at}`));
    await expect(listen()).rejects.toMatchObject({
      code: "bad_request",
      detail: "An account has at most 20 webhooks; delete one first.",
    });
    const listed = await process.webhooks.list(caller);
    expect(listed.map(({ url }) => url).sort()).toEqual(made.map(({ url }) => url).sort());
    const [{ id, secret, ...first }] = made as [(typeof made)[number]];
    expect(await process.webhooks.remove(caller, id)).toEqual({ id, ...first });
    expect(first).toMatchObject({ url: "http://hooks.example/0", events: ["job.succeeded"], status: "active" });
    expect((await process.webhooks.create(caller, { url: receiver.url, events: null })).events).toBeNull();

    const target = made[1]!.id;
    const begun = bench.clock.now();
    for (let at = 0; at < 10; at += 1) expect(await process.webhooks.test(caller, target)).not.toBeNull();
    const refused = { code: "rate_limited", headers: { "retry-after": "60" } };
    await expect(process.webhooks.test(caller, target)).rejects.toMatchObject({
      ...refused,
      detail: "You can test webhooks and destinations at most 10 times a minute.",
    });
    bench.clock.set(Math.max(bench.clock.now(), begun + 59_999));
    await expect(process.webhooks.test(caller, target)).rejects.toMatchObject(refused);
    bench.clock.set(begun + 60_000);
    expect(await process.webhooks.test(caller, target)).toMatchObject({ event: "webhook.test", webhook_id: target });

    const stranger = await bench.newCaller("free");
    const api = process.webhooks;
    const [delivery] = (await api.deliveries(caller, { limit: 1, cursor: null })).rows;
    expect([
      await api.test(stranger, target),
      await api.remove(stranger, target),
      await api.enable(stranger, target),
      await api.rotate(stranger, target, 1),
      await api.replay(stranger, delivery!.id),
      await api.replay(caller, "none"),
    ]).toEqual([null, null, null, null, null, null]);
    expect(await api.rotate(caller, target, 5)).toMatchObject({
      previous_secret_until: new Date(bench.clock.now() + 5_000).toISOString(),
    });
    const long = (length: number) => `http://hooks.example/${"x".repeat(length - 21)}`;
    const create = (url: string) => api.create(stranger, { url, events: null });
    expect((await create(long(2_048))).url).toHaveLength(2_048);
    const odd = [
      "http://user@hooks.example/",
      "http://:pw@hooks.example/",
      "xhttps://a.example",
      "ftp://a.example",
      "hooks",
    ];
    for (const url of [long(2_049), ...odd]) {
      await expect(create(url), url).rejects.toThrow(
        "The address of a webhook must be http or https, without a user name, such as https://example.com/hook.",
      );
    }
  });
});
