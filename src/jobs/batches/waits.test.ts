import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { queuedMails } from "../../../test/support/jobs/queued-mails.ts";
import { useJobs } from "../../../test/support/jobs/use-jobs.ts";
import { describeOnDrawnStores } from "../../../test/support/store/stores.ts";
import type { Caller } from "../../accounts/types.ts";
import { WinnowError } from "../../contract/errors.ts";
import { limits } from "../../limits/limits.ts";
import type { OpenJobs } from "../open-jobs.ts";
import type { BatchView } from "../work-views.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describeOnDrawnStores("batches whose source is down", (fresh) => {
  const bench = useJobs(fresh);

  const submit = (process: OpenJobs, caller: Caller, names: string[], waitHours = 24) =>
    process.batches.submit({
      entry: bench.submission(caller, "any").entry,
      caller,
      requests: names.map((name) => ({ name, count: 2, timeout: 300 })),
      options: {},
      waitHours,
      invalid: [],
      idempotencyKey: null,
      webhook: "https://receiver.example/hook",
    });
  const until = (process: OpenJobs, caller: Caller, id: string, holds: (batch: BatchView) => boolean, stepMs = 500) =>
    bench.until(async () => (await process.batches.find(caller, id))!, holds, stepMs);
  const events = async ({ account }: Caller) => {
    const rows = await bench.store.db
      .selectFrom("webhook_deliveries")
      .where("account_id", "=", account.id)
      .orderBy("created_at")
      .select("event")
      .execute();
    return rows.map(({ event }) => event);
  };
  const blocked = () => new WinnowError("blocked", "The source blocked the request.");

  test("during a ten-minute outage all items wait and then succeed, and the owner is notified at its start and end", async () => {
    const caller = await bench.newCaller("free");
    const settings = { concurrency: 4 };
    const [working] = [await bench.process(settings), await bench.process(settings)];
    const name = randomUUID();
    bench.counting.shelves.set(name, blocked());
    const items = 20;
    const { id } = await submit(working, caller, Array<string>(items).fill(name));
    const waiting = await until(working, caller, id, (batch) => batch.waiting !== null);
    expect(waiting).toMatchObject({ status: "running", waiting: { reason: "The source blocked the request." } });
    expect(Date.parse(waiting.waiting!.next_try_at)).toBeGreaterThan(Date.parse(waiting.waiting!.since));
    const downUntil = bench.clock.now() + 10 * MINUTE;
    const stillDown = await until(working, caller, id, () => bench.clock.now() >= downUntil, 2_000);
    expect(stillDown.items).toMatchObject({ succeeded: 0, failed: 0 });
    // A source that is down is retried with growing intervals, one item at a time.
    expect(bench.counting.runs.get(name)).toBeLessThan(30);
    bench.counting.shelves.delete(name);
    // In short steps: a lease must not end while a real statement runs.
    const done = await until(working, caller, id, ({ status }) => status === "finished");
    expect(done).toMatchObject({ items: { succeeded: items, failed: 0 }, charged: 3 * items, waiting: null });
    // Runs that the outage ended do not count as attempts.
    const jobs = await bench.store.db.selectFrom("jobs").where("batch_id", "=", id).select("attempt").execute();
    expect(jobs.map(({ attempt }) => attempt)).toEqual(Array(items).fill(1));
    const expected = ["batch.waiting", "batch.resumed", "batch.finished"];
    expect(
      await bench.until(
        () => events(caller),
        ({ length }) => length >= expected.length,
      ),
    ).toEqual(expected);
    expect(await queuedMails(bench.store, caller.account.id)).toEqual([
      expect.stringContaining(": A batch is waiting for its source\n"),
    ]);
  });

  test("an item that fails for the fifth time at a source that responds to others fails for its own reason", async () => {
    const caller = await bench.newCaller("free");
    const idle = await bench.process({ concurrency: 0 });
    const own = randomUUID();
    bench.counting.shelves.set(own, blocked());
    const { id } = await submit(idle, caller, [randomUUID(), own, randomUUID()]);
    await bench.store.db
      .updateTable("jobs")
      .set({ source_failures: 4 })
      .where("batch_id", "=", id)
      .where("line", "=", 2)
      .execute();
    const working = await bench.process({ concurrency: 1 });
    const done = await until(working, caller, id, ({ status }) => status === "finished");
    expect(done).toMatchObject({ items: { succeeded: 2, failed: 1 }, charged: 6, waiting: null });
    expect(await working.batches.failures(done)).toMatchObject([{ line: 2, error: { code: "blocked" } }]);
    expect(bench.counting.runs.get(own)).toBe(1);
  });

  test("after wait_until an item fails with the source's error", async () => {
    const caller = await bench.newCaller("free");
    const working = await bench.process({ concurrency: 2 });
    const name = randomUUID();
    bench.counting.shelves.set(name, blocked());
    const { id, wait_until, created_at } = await submit(working, caller, [name, name, name, name], 1);
    expect(Date.parse(wait_until) - Date.parse(created_at)).toBe(HOUR);
    await until(working, caller, id, (batch) => batch.waiting !== null);
    bench.clock.advance(HOUR);
    const done = await until(working, caller, id, ({ status }) => status === "finished");
    expect(done.items).toMatchObject({ failed: 4 });
    const [first] = await working.batches.failures(done);
    expect(first!.error).toMatchObject({ code: "blocked", status: 412, detail: "The source blocked the request." });
    expect(limits.batchWaitHours.max).toBe(168);
  });

  test("a waiting batch can be paused, resumed and cancelled like any other", async () => {
    const caller = await bench.newCaller("free");
    const working = await bench.process({ concurrency: 2 });
    const name = randomUUID();
    bench.counting.shelves.set(name, blocked());
    const { id } = await submit(working, caller, Array<string>(6).fill(name));
    await until(working, caller, id, (batch) => batch.waiting !== null);
    expect(await working.batches.pause(caller, id)).toMatchObject({ status: "paused", waiting: null });
    expect(await working.batches.resume(caller, id, bench.payer(caller))).toMatchObject({
      status: "running",
      items: { failed: 0 },
    });
    await until(working, caller, id, (batch) => batch.waiting !== null);
    expect(await working.batches.cancel(caller, id)).toMatchObject({ status: "cancelled", items: { cancelled: 6 } });
  });
});
