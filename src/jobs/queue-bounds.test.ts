import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { queuedMails } from "../../test/support/jobs/queued-mails.ts";
import { useJobs } from "../../test/support/jobs/use-jobs.ts";
import { openPlan } from "../../test/support/metering/open-plan.ts";
import { describeOnDrawnStores } from "../../test/support/store/stores.ts";
import type { Caller } from "../accounts/types.ts";
import { limits } from "../limits/limits.ts";
import type { BatchSubmission } from "./types.ts";

const DAY_MS = 86_400_000;
const free = openPlan(10_000).free!;
const plans = { free, small: { ...free, queued_items: 6 } };

describeOnDrawnStores("limits of the queue", (fresh) => {
  const bench = useJobs(fresh, plans);

  const submission = (caller: Caller, items: number, over: Partial<BatchSubmission> = {}): BatchSubmission => ({
    entry: bench.submission(caller, "any").entry,
    caller,
    requests: Array.from({ length: items }, () => ({ name: randomUUID(), count: 2, timeout: 300 })),
    options: {},
    waitHours: 24,
    invalid: [],
    idempotencyKey: null,
    ...over,
  });
  const stored = async ({ account }: Caller): Promise<[number, number]> => {
    const { db } = bench.store;
    const jobs = await db.selectFrom("jobs").where("account_id", "=", account.id).select("id").execute();
    const batches = await db.selectFrom("batches").where("account_id", "=", account.id).select("id").execute();
    return [batches.length, jobs.length];
  };

  test("a batch beyond the plan's queued_items is rejected, costs nothing and stores nothing; paused items count", async () => {
    const caller = await bench.newCaller("small");
    const idle = await bench.process({ concurrency: 0 });
    const { id } = await idle.batches.submit(submission(caller, 4));
    await idle.batches.pause(caller, id);
    await expect(idle.batches.submit(submission(caller, 3))).rejects.toMatchObject({
      code: "rate_limited",
      headers: { "retry-after": "60" },
      detail:
        'On the plan "small" at most 6 requests of jobs and batches wait at once; 4 are waiting, and this is 3 more. Wait until some have run, or cancel a batch with DELETE /batches/{id}.',
    });
    expect(await stored(caller)).toEqual([1, 4]);
    await idle.batches.submit(submission(caller, 2));
    expect(await stored(caller)).toEqual([2, 6]);
    expect((await bench.metering.peek(caller)).points).toBe(10_000);
  });

  test("concurrent batches cannot exceed what the plan allows", async () => {
    const caller = await bench.newCaller("small");
    const idle = await bench.process({ concurrency: 0 });
    const all = await Promise.allSettled([4, 4, 4, 4].map((items) => idle.batches.submit(submission(caller, items))));
    expect(all.filter(({ status }) => status === "fulfilled").length).toBeLessThanOrEqual(1);
    expect((await stored(caller))[1]).toBeLessThanOrEqual(6);
  });

  test("a cancelled batch frees its capacity and keeps none of its unstarted requests", async () => {
    const caller = await bench.newCaller("small");
    const idle = await bench.process({ concurrency: 0 });
    for (let round = 0; round < 3; round += 1) {
      const { id } = await idle.batches.submit(submission(caller, 6));
      expect(await idle.batches.cancel(caller, id)).toMatchObject({ status: "cancelled", items: { cancelled: 6 } });
    }
    expect(await stored(caller)).toEqual([3, 0]);
  });

  test("a job counts too, once many are queued", async () => {
    const caller = await bench.newCaller("small");
    const idle = await bench.process({ concurrency: 0 });
    const row = {
      account_id: caller.account.id,
      key_id: caller.key.id,
      source: "counting",
      endpoint: "/x",
      params: "{}",
      timeout: 60,
      status: "queued" as const,
      priority: 0,
      run_after: 0,
      created_at: 0,
    };
    const rows = Array.from({ length: 1_000 }, () => ({ id: randomUUID(), ...row }));
    for (const half of [rows.slice(0, 500), rows.slice(500)]) {
      await bench.store.db.insertInto("jobs").values(half).execute();
    }
    await expect(idle.jobs.submit(bench.submission(caller, randomUUID()))).rejects.toMatchObject({
      code: "rate_limited",
      detail: expect.stringContaining("at most 6 requests"),
    });
    expect(await stored(caller)).toEqual([0, 1_000]);
    await bench.store.db.deleteFrom("jobs").where("account_id", "=", caller.account.id).execute();
  });

  test("a batch is rejected with price and points if the points or the key's cap cannot pay for one request", async () => {
    const idle = await bench.process({ concurrency: 0 });
    const poor = await bench.newCaller("free", 2);
    await expect(idle.batches.submit(submission(poor, 5))).rejects.toMatchObject({
      code: "not_enough_points",
      detail: "Not enough points: the cheapest request of this batch can cost 3, and 2 are left. Nothing was stored.",
    });
    const capped = await bench.newCaller("free");
    await bench.store.db.updateTable("api_keys").set({ spending_cap: 2 }).where("id", "=", capped.key.id).execute();
    await expect(idle.batches.submit(submission(capped, 5))).rejects.toMatchObject({
      code: "over_spending_cap",
      detail:
        "The key's spending cap is reached: the cheapest request of this batch can cost 3, and the cap leaves 2. Nothing was stored.",
    });
    expect([await stored(poor), await stored(capped)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
    const enough = await bench.newCaller("free", 3);
    expect(await idle.batches.submit(submission(enough, 5))).toMatchObject({ total: 5 });
  });

  test("an account has limits.openBatches open batches, and limits.batchesKept in all", async () => {
    const caller = await bench.newCaller("free");
    const idle = await bench.process({ concurrency: 0 });
    const about = {
      account_id: caller.account.id,
      key_id: caller.key.id,
      source: "counting",
      endpoint: "/x",
      total: 0,
      cost_at_most: 0,
      created_at: bench.clock.now(),
    };
    const insert = async (rows: number, over: { status: "paused" | "finished"; ended_at: number | null }) => {
      for (let at = 0; at < rows; at += 500) {
        const some = Array.from({ length: Math.min(500, rows - at) }, () => ({ id: randomUUID(), ...about, ...over }));
        await bench.store.db.insertInto("batches").values(some).execute();
      }
    };
    await insert(limits.openBatches.max, { status: "paused", ended_at: null });
    const words = `At most ${limits.openBatches.max} batches of an account are open at once.`;
    await expect(idle.batches.submit(submission(caller, 1))).rejects.toThrow(words);
    await bench.store.db.updateTable("batches").set({ ended_at: bench.clock.now(), status: "finished" }).execute();
    await idle.batches.submit(submission(caller, 1));
    const { length } = await bench.store.db.selectFrom("batches").select("id").execute();
    await insert(limits.batchesKept.max - length, { status: "finished", ended_at: bench.clock.now() });
    await insert(length, { status: "finished", ended_at: bench.clock.now() });
    await expect(idle.batches.submit(submission(caller, 1))).rejects.toThrow(
      `An account keeps at most ${limits.batchesKept.max} batches of the last 30 days.`,
    );
    await bench.store.db.deleteFrom("batches").execute();
  });

  test("the owner of a long-paused batch is warned a week before it is cancelled: limits.pausedDays", async () => {
    const caller = await bench.newCaller("free");
    const idle = await bench.process({ concurrency: 0 });
    const mails = () => queuedMails(bench.store, caller.account.id);
    const { id } = await idle.batches.submit(submission(caller, 3, { webhook: "http://hooks.example/batch" }));
    await idle.batches.pause(caller, id);
    const begun = bench.clock.now();
    const at = async (day: number) => {
      bench.clock.set(begun + day * DAY_MS);
      await idle.sweep();
      await idle.sweep();
      const events = await bench.store.db
        .selectFrom("webhook_deliveries")
        .where("account_id", "=", caller.account.id)
        .where("event", "=", "batch.expiring")
        .select("id")
        .execute();
      return [(await mails()).length, events.length, (await idle.batches.find(caller, id))?.status];
    };
    expect(await at(limits.pausedDays.max - 8)).toEqual([0, 0, "paused"]);
    expect(await at(limits.pausedDays.max - 7)).toEqual([1, 1, "paused"]);
    const { email } = (await bench.accounts.findById(caller.account.id))!;
    expect((await mails())[0]).toMatch(
      new RegExp(`^${email}: A paused batch .*\nYour batch ${id} .*POST /batches/${id}/resume`, "s"),
    );
    expect(await at(limits.pausedDays.max - 1)).toEqual([1, 1, "paused"]);
    expect(await stored(caller)).toEqual([1, 3]);
    expect(await at(limits.pausedDays.max)).toEqual([1, 1, "cancelled"]);
    expect(await stored(caller)).toEqual([1, 0]);
    // 30 days after its end nothing of it is kept.
    expect(await at(2 * limits.pausedDays.max + 1)).toEqual([1, 0, undefined]);
  });
});
