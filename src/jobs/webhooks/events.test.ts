import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { queuedMails } from "../../../test/support/jobs/queued-mails.ts";
import { type Receiver, startReceiver } from "../../../test/support/jobs/receiver.ts";
import { useJobs } from "../../../test/support/jobs/use-jobs.ts";
import { describeOnDrawnStores } from "../../../test/support/store/stores.ts";
import type { Caller } from "../../accounts/types.ts";
import { openPointsWatch } from "../../app/open-points-watch.ts";
import { choosePointsLevels } from "../../metering/alert-settings.ts";
import type { OpenJobs } from "../open-jobs.ts";

const HOUR = 3_600_000;

/** Events delivered over HTTP and verified by the reference library. */
describeOnDrawnStores("webhook events", (fresh) => {
  const bench = useJobs(fresh);
  let receiver: Receiver;
  let process: OpenJobs;
  let caller: Caller;
  let secret: string;
  let path: string;

  beforeAll(async () => {
    receiver = await startReceiver();
    receiver.answer = (response) => response.end();
  });
  afterAll(() => receiver.close());
  beforeEach(async () => {
    // The reference library uses the real clock.
    bench.clock.set(Date.now());
    receiver.received.length = 0;
    process = await bench.process({ webhookNetwork: receiver.network });
    caller = await bench.newCaller("free");
    // A path of its own, because other accounts are notified too.
    path = `/${randomUUID()}`;
    const url = new URL(path, receiver.url).href;
    ({ secret } = await process.webhooks.create(caller, { url, events: null }));
  });

  const delivered = (): Array<{ type: string; data: any }> =>
    receiver.received
      .filter((one) => one.path === path)
      .map(({ body, headers }) => new Webhook(secret).verify(body, headers as never) as never);
  const of = (type: string) => delivered().filter((event) => event.type === type);
  /** Waits for the event and returns it. */
  const heard = async (type: string) => {
    await bench.until(
      () => process.sweep(),
      () => of(type).length > 0,
      50,
    );
    return of(type)[0]!.data;
  };

  test("batch.finished reports the batch, and not its items one by one", async () => {
    const { entry } = bench.submission(caller, "any");
    const requests = ["none", randomUUID()].map((name) => ({ name, count: 2, timeout: 300 }));
    const batch = { entry, caller, requests, options: {}, waitHours: 24, invalid: [], idempotencyKey: null };
    const { id } = await process.batches.submit(batch);
    expect(await heard("batch.finished")).toMatchObject({
      id,
      status: "finished",
      charged: 3,
      items: { succeeded: 1, failed: 1 },
    });
    expect(delivered().map(({ type }) => type)).toEqual(["batch.finished"]);
  });

  test("a disabled webhook of the account keeps its deliveries to be replayed, and the others get theirs", async () => {
    const other = await process.webhooks.create(caller, { url: new URL("/off", receiver.url).href, events: null });
    const { db } = bench.store;
    await db.updateTable("webhook_endpoints").set({ status: "disabled" }).where("id", "=", other.id).execute();
    await process.jobs.submit(bench.submission(caller, "any"));
    expect(await heard("job.succeeded")).toMatchObject({ status: "succeeded" });
    const { status, attempts } = await db
      .selectFrom("webhook_deliveries")
      .where("endpoint_id", "=", other.id)
      .select(["status", "attempts"])
      .executeTakeFirstOrThrow();
    expect([status, JSON.parse(attempts)]).toMatchObject(["failed", [{ error: "the webhook was disabled" }]]);
  });

  test("batch.item reports each item to subscribers of that event, and again after a retry", async () => {
    const url = new URL(`${path}/items`, receiver.url).href;
    const own = await process.webhooks.create(caller, { url, events: ["batch.item"] });
    const items = () =>
      receiver.received
        .filter((one) => one.path === `${path}/items`)
        .map(
          ({ body, headers }) => new Webhook(own.secret).verify(body, headers as never) as { type: string; data: any },
        );
    const { entry } = bench.submission(caller, "any");
    const requests = ["none", randomUUID(), randomUUID()].map((name) => ({ name, count: 2, timeout: 300 }));
    const batch = { entry, caller, requests, options: {}, waitHours: 24, invalid: [], idempotencyKey: null };
    const { id } = await process.batches.submit(batch);
    const until = (count: number) =>
      bench.until(
        () => process.sweep(),
        () => items().length >= count && of("batch.finished").length > 0,
        50,
      );
    await until(3);
    const payloads = items().map(({ type, data }) => [type, data.batch_id, data.line, data.status]);
    expect(payloads.sort()).toEqual([
      ["batch.item", id, 1, "failed"],
      ["batch.item", id, 2, "succeeded"],
      ["batch.item", id, 3, "succeeded"],
    ]);
    expect(delivered().map(({ type }) => type)).toEqual(["batch.finished"]);
    await process.batches.retryFailed(caller, id, bench.payer(caller));
    await until(4);
    expect(items().at(-1)!.data).toMatchObject({ line: 1, status: "failed" });
  });

  test("schedule.changed reports added, removed and changed records; a run without changes sends nothing", async () => {
    const name = randomUUID();
    const { entry } = bench.submission(caller, name);
    const { shelves } = bench.counting;
    const { id } = await process.schedules.create({
      entry,
      caller,
      name: "A shelf",
      request: { name, count: 9, timeout: 300 },
      cron: "0 * * * *",
      timeZone: "UTC",
      options: {},
      ignoreFields: [],
      track: [],
      rules: [],
      monthlyBudget: null,
      webhook: null,
    });
    const run = async (things: Array<{ id: string; name: string }>) => {
      shelves.set(name, things);
      // The last run is the youngest, so no two have the same time.
      bench.clock.advance(1);
      const before = (await process.schedules.find(caller, id))!.last_run?.id;
      await process.schedules.runNow(caller, id, bench.payer(caller));
      await bench.until(
        async () => {
          await process.sweep();
          return (await process.schedules.find(caller, id))!.last_run;
        },
        (last) => last !== null && last.id !== before && last.status === "succeeded",
        50,
      );
      await process.sweep();
    };
    await run([
      { id: "a", name: "Lamp" },
      { id: "b", name: "Chair" },
    ]);
    await run([
      { id: "a", name: "Lamp" },
      { id: "b", name: "Chair" },
    ]);
    expect(of("schedule.changed")).toEqual([]);
    await run([
      { id: "a", name: "Old lamp" },
      { id: "c", name: "Table" },
    ]);
    const payloads = await heard("schedule.changed");
    expect(payloads).toMatchObject({ schedule_id: id, name: "A shelf", added: 1, removed: 1, changed: 1 });
    expect(payloads.changes).toContainEqual({
      kind: "changed",
      record_id: "a",
      fields: { name: { old: "Lamp", new: "Old lamp" } },
      record: expect.objectContaining({ id: "a", name: "Old lamp" }),
    });
  });

  test("source.degraded reports a new incident, once, in the words of /status", async () => {
    const opened = { open_key: randomUUID(), source: "counting", operation: "/api/counting/things", kind: "drift" };
    await bench.store.db
      .insertInto("incidents")
      .values({
        ...opened,
        field: null,
        blocking: 1,
        reason: "the list of 10.0.0.7 lacks a name",
        details: "{}",
        opened_at: bench.clock.now(),
        closed_at: null,
        note: null,
      })
      .execute();
    await process.sweep();
    expect(await heard("source.degraded")).toMatchObject({
      source: "counting",
      operation: "/api/counting/things",
      reason: "Some calls fail.",
    });
    expect(JSON.stringify(delivered())).not.toContain("10.0.0.7");
    for (let round = 0; round < 3; round += 1) await process.sweep();
    expect(of("source.degraded")).toHaveLength(1);
    await bench.store.db.updateTable("incidents").set({ closed_at: bench.clock.now() }).execute();
  });

  test("points.low reports how many are left", async () => {
    const mails = () => queuedMails(bench.store, caller.account.id);
    const { store, clock } = bench;
    const log = { error: (details: object) => expect.fail(JSON.stringify(details)) };
    const watch = openPointsWatch({ store, clock, log });
    watch.start(process);
    try {
      const { points } = await bench.metering.peek(caller);
      await bench.accounts.grant(caller.account.id, -(points - 100), { kind: "correction", note: "for the test" });
      watch.charged(caller.account.id, 100, points - 100);
      await watch.round();
      expect(await heard("points.low")).toEqual({ points: 100, used_percent: 95, of: points });
      const { email } = (await bench.accounts.findById(caller.account.id))!;
      expect(await mails()).toEqual([`${email}: 95 % of your points are used\n100 of ${points} points are left.`]);

      await choosePointsLevels(store.db, caller.account.id, [80, 95]);
      await bench.accounts.grant(caller.account.id, -100, { kind: "correction", note: "for the test" });
      watch.charged(caller.account.id, 0, 100);
      await watch.round();
      expect(await mails()).toHaveLength(1);
    } finally {
      await watch.close();
    }
  });

  test("a receiver that is down for an hour gets each event once after it is back", async () => {
    const fixedAt = bench.clock.now() + HOUR;
    receiver.answer = (response) => response.writeHead(bench.clock.now() < fixedAt ? 503 : 200).end();
    const ids: string[] = [];
    for (let at = 0; at < 3; at += 1) {
      const submitted = await process.jobs.submit(bench.submission(caller, randomUUID()));
      if ("job" in submitted) ids.push(submitted.job.id);
    }
    const log = async () => (await process.webhooks.deliveries(caller, { limit: 10, cursor: null })).rows;
    await bench.until(
      async () => {
        await process.sweep();
        const rows = await log();
        const next = rows.flatMap(({ next_at, attempts }) =>
          next_at && attempts.length > 0 ? Date.parse(next_at) : [],
        );
        if (rows.length === 3 && next.length > 0) bench.clock.set(Math.max(bench.clock.now(), Math.min(...next)));
        return rows;
      },
      (rows) => rows.length === 3 && rows.every(({ status }) => status === "delivered"),
      50,
    );
    const rows = await log();
    expect(rows.map(({ payload }) => (payload as { data: { id: string } }).data.id).sort()).toEqual(ids.sort());
    expect(rows.every(({ attempts }) => attempts.filter(({ status }) => status === 200).length === 1)).toBe(true);
    // The log is written before the endpoint.
    await expect.poll(() => process.webhooks.list(caller)).toMatchObject([{ status: "active", failing_since: null }]);
    receiver.answer = (response) => response.end();
  });
});
