import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { useJobs } from "../../../test/support/jobs/use-jobs.ts";
import { HOUR, things, useSchedules } from "../../../test/support/jobs/use-schedules.ts";
import { describeOnDrawnStores } from "../../../test/support/store/stores.ts";
import type { Caller } from "../../accounts/types.ts";
import { limits } from "../../limits/limits.ts";

describeOnDrawnStores("schedules", (fresh) => {
  const bench = useJobs(fresh);
  const { submission, nextRun, changes } = useSchedules(bench);

  test("an account has limits.schedules schedules, and each keeps its newest limits.scheduleChanges changes", async () => {
    const caller = await bench.newCaller("free");
    const process = await bench.process();
    const name = randomUUID();
    bench.counting.shelves.set(name, things("a"));
    const schedule = await process.schedules.create(submission(caller, name));
    await nextRun(process, caller, schedule.id);
    const { db } = bench.store;
    const old = Array.from({ length: limits.scheduleChanges.max }, (_, at) => ({
      schedule_id: schedule.id,
      run_id: name,
      at: 0,
      kind: "added" as const,
      record_id: String(at),
      change: "{}",
    }));
    for (let at = 0; at < old.length; at += 1_000) {
      await db
        .insertInto("schedule_changes")
        .values(old.slice(at, at + 1_000))
        .execute();
    }
    bench.counting.shelves.set(name, things("a", "b"));
    await nextRun(process, caller, schedule.id);
    const kept = db.selectFrom("schedule_changes").where("schedule_id", "=", schedule.id).select("record_id");
    const ids = (await kept.execute()).map(({ record_id }) => record_id);
    expect([ids.length, ids.includes("0"), ids.includes("1"), ids.includes("b")]).toEqual([
      limits.scheduleChanges.max,
      false,
      true,
      true,
    ]);

    const row = await db.selectFrom("schedules").where("id", "=", schedule.id).selectAll().executeTakeFirstOrThrow();
    const more = Array.from({ length: limits.schedules.max - 1 }, () => ({
      ...row,
      id: randomUUID(),
      status: "paused" as const,
    }));
    for (let at = 0; at < more.length; at += 500) {
      await db
        .insertInto("schedules")
        .values(more.slice(at, at + 500))
        .execute();
    }
    await expect(process.schedules.create(submission(caller, name))).rejects.toMatchObject({
      code: "bad_request",
      detail: "An account has at most 1000 schedules; delete one first.",
    });
  });

  test("changing the request restarts the comparison, and another key can take the schedule over", async () => {
    const caller = await bench.newCaller("free");
    const process = await bench.process();
    const [name, other] = [randomUUID(), randomUUID()];
    bench.counting.shelves.set(name, things("a"));
    bench.counting.shelves.set(other, things("x", "y"));
    const schedule = await process.schedules.create(submission(caller, name));
    await nextRun(process, caller, schedule.id);
    const { secret } = await bench.accounts.createKey(caller.account.id, { name: "another" });
    const newCaller = (await bench.accounts.lookUpKey(secret)) as Caller;
    const changed = submission(caller, other, { name: "others", cron: "30 * * * *", monthlyBudget: 500 });
    expect(await process.schedules.change(caller, schedule.id, changed, bench.payer(newCaller))).toMatchObject({
      name: "others",
      request: { name: other },
      cron: "30 * * * *",
      monthly_budget: 500,
      next_at: expect.stringMatching(/:30:00.000Z$/),
    });
    await expect(
      process.schedules.change(caller, schedule.id, { ...changed, monthlyBudget: 1 }, bench.payer(caller)),
    ).rejects.toMatchObject({ code: "validation", detail: [{ loc: ["body", "monthly_budget"] }] });
    await nextRun(process, caller, schedule.id);
    expect(await changes(process, schedule)).toEqual([]);
    const runs = await bench.store.db
      .selectFrom("jobs")
      .where("schedule_id", "=", schedule.id)
      .orderBy("created_at")
      .select("key_id")
      .execute();
    expect(runs.map(({ key_id }) => key_id)).toEqual([caller.key.id, newCaller.key.id]);
  });

  test("runs are kept for limits.scheduleRunDays, and other jobs for 30 days", async () => {
    const caller = await bench.newCaller("free");
    const process = await bench.process({ concurrency: 0 });
    const schedule = await process.schedules.create(submission(caller, randomUUID()));
    await process.schedules.runNow(caller, schedule.id, bench.payer(caller));
    const DAY = 24 * HOUR;
    const { db } = bench.store;
    const keptAfter = async (days: number) => {
      await db
        .updateTable("jobs")
        .set({ ended_at: bench.clock.now() - days * DAY, status: "succeeded", notified: 1 })
        .where("schedule_id", "=", schedule.id)
        .execute();
      await process.sweep();
      return (await process.schedules.runs(schedule, { limit: 5, cursor: null })).rows.length;
    };
    expect(await keptAfter(limits.scheduleRunDays.max - 1)).toBe(1);
    expect(await keptAfter(limits.scheduleRunDays.max + 1)).toBe(0);
  });

  test("two processes that find it due create one run, and it is charged once", async () => {
    const caller = await bench.newCaller("free");
    const [one, two] = [await bench.process(), await bench.process()];
    const name = randomUUID();
    const { id } = await one.schedules.create(submission(caller, name));
    bench.clock.advance(HOUR);
    await Promise.all([one.sweep(), two.sweep(), one.sweep(), two.sweep()]);
    await bench.until(
      async () => (await one.schedules.find(caller, id))!,
      ({ last_run }) => last_run?.status === "succeeded",
    );
    expect(bench.counting.runs.get(name)).toBe(1);
    expect(await one.schedules.find(caller, id)).toMatchObject({ spent_this_month: 12 });
  });

  test("a used-up budget or missing points pause it, with the reason", async () => {
    const process = await bench.process();
    const caller = await bench.newCaller("free");
    const budget = await process.schedules.create(submission(caller, randomUUID(), { monthlyBudget: 20 }));
    await nextRun(process, caller, budget.id);
    expect(await nextRun(process, caller, budget.id)).toMatchObject({
      status: "paused",
      pause_reason: expect.stringMatching(/budget of 20 points is used up: 12 are spent/),
      next_at: null,
    });
    const poor = await bench.newCaller("free", 5);
    const { id } = await process.schedules.create(submission(poor, randomUUID()));
    await nextRun(process, poor, id);
    expect(await process.schedules.find(poor, id)).toMatchObject({
      status: "paused",
      pause_reason: expect.stringMatching(/Not enough points/),
    });
    expect((await process.schedules.resume(poor, id, bench.payer(poor)))!.status).toBe("active");
  });

  test("times follow the time zone across the switch to summer time; the cost is shown before it is saved", async () => {
    const caller = await bench.newCaller("free");
    const process = await bench.process({ concurrency: 0 });
    bench.clock.set(Date.parse("2027-03-27T12:00:00Z"));
    const preview = process.schedules.preview(
      submission(caller, "x", { cron: "0 9 * * *", timeZone: "Europe/Amsterdam" }),
    );
    expect(preview.next_runs.slice(0, 2)).toEqual(["2027-03-28T07:00:00.000Z", "2027-03-29T07:00:00.000Z"]);
    expect(preview).toMatchObject({ cost_per_run: 12, runs_next_30_days: 30, cost_next_30_days: 360 });
    for (const over of [{ cron: "* * * * * *" }, { cron: "61 * * * *" }, { timeZone: "Mars/Olympus" }]) {
      expect(() => process.schedules.preview(submission(caller, "x", over))).toThrow();
    }
  });

  test("a paused schedule does not run now; one that never comes due is not created", async () => {
    const caller = await bench.newCaller("free");
    const idle = await bench.process({ concurrency: 0 });
    const { id, next_at, ...made } = await idle.schedules.create(submission(caller, randomUUID()));
    expect(made).toMatchObject({ cost_per_run: 12, spent_this_month: 0, last_run: null, status: "active" });
    expect(await idle.schedules.pause(caller, id)).toMatchObject({
      status: "paused",
      pause_reason: "Paused by its owner.",
      next_at: null,
    });
    await expect(idle.schedules.runNow(caller, id, bench.payer(caller))).rejects.toMatchObject({
      code: "bad_request",
      message: "This schedule is paused, so it does not run: Paused by its owner. Resume it first.",
    });
    expect(await idle.schedules.resume(caller, id, bench.payer(caller))).toMatchObject({
      status: "active",
      pause_reason: null,
      next_at,
    });
    await expect(idle.schedules.create(submission(caller, "x", { cron: "0 0 30 2 *" }))).rejects.toThrow(
      "never comes due",
    );
    const { next_runs, ...preview } = idle.schedules.preview(submission(caller, "x"));
    expect([next_runs.length, preview]).toEqual([
      5,
      { cost_per_run: 12, runs_next_30_days: 720, cost_next_30_days: 8_640 },
    ]);
  });

  test("a schedule whose operation is gone costs nothing, is paused when due, and says why", async () => {
    const caller = await bench.newCaller("free");
    const idle = await bench.process({ concurrency: 0 });
    const { feed_secret, ...made } = await idle.schedules.create(
      submission(caller, "x", { ignoreFields: ["name"], monthlyBudget: 12, webhook: "http://hooks.example/in" }),
    );
    expect(made).toEqual({
      id: made.id,
      name: "things",
      operation: "/api/counting/things",
      cron: "0 * * * *",
      time_zone: "UTC",
      request: { name: "x", count: 40, timeout: 300 },
      ignore_fields: ["name"],
      monthly_budget: 12,
      track: [],
      rules: [],
      destination: null,
      webhook: "http://hooks.example/in",
      tag: null,
      status: "active",
      pause_reason: null,
      resumes: null,
      cost_per_run: 12,
      spent_this_month: 0,
      last_run: null,
      next_at: new Date(Math.floor(bench.clock.now() / HOUR + 1) * HOUR).toISOString(),
      created_at: new Date(bench.clock.now()).toISOString(),
    });
    const at = new Date(bench.clock.now()).toISOString();
    expect(await idle.schedules.runNow(caller, made.id, bench.payer(caller))).toMatchObject({
      id: made.id,
      status: "active",
    });
    await idle.sweep();
    // Its budget covers exactly one run.
    const ran = await bench.until(
      async () => (await idle.schedules.find(caller, made.id))!,
      ({ last_run }) => last_run !== null,
    );
    expect(ran).toMatchObject({ status: "active", last_run: { status: "queued", at } });
    const { db } = bench.store;
    await db.updateTable("schedules").set({ endpoint: "/api/counting/gone" }).where("id", "=", made.id).execute();
    expect(await idle.schedules.find(caller, made.id)).toMatchObject({ cost_per_run: null });
    await idle.schedules.runNow(caller, made.id, bench.payer(caller));
    await idle.sweep();
    expect(await idle.schedules.find(caller, made.id)).toMatchObject({
      status: "paused",
      pause_reason: "The operation no longer exists.",
      next_at: null,
    });
    expect(await idle.schedules.feed(made.id, feed_secret)).toMatchObject({ changes: [] });
  });

  test("a run started again with its key, because the response was lost, is one run and one charge", async () => {
    const caller = await bench.newCaller("free");
    const process = await bench.process();
    const name = randomUUID();
    bench.counting.shelves.set(name, things("a"));
    const { id } = await process.schedules.create(submission(caller, name));
    const ended = () =>
      bench.until(
        async () => {
          await process.sweep();
          const { last_run } = (await process.schedules.find(caller, id))!;
          return last_run && process.jobs.find(caller, last_run.id);
        },
        (job) => (job?.ended_at ?? null) !== null,
      );
    await process.schedules.runNow(caller, id, bench.payer(caller), "once");
    await ended();
    await process.schedules.runNow(caller, id, bench.payer(caller), "once");
    await process.sweep();
    const runs = async () =>
      (await bench.store.db.selectFrom("jobs").where("schedule_id", "=", id).select("id").execute()).length;
    expect(await runs()).toBe(1);
    await process.schedules.runNow(caller, id, bench.payer(caller), "another");
    expect(await runs()).toBe(2);
  });

  test("a schedule created again with its key is the same one; another body is rejected", async () => {
    const caller = await bench.newCaller("free");
    const process = await bench.process();
    const first = await process.schedules.create(submission(caller, "shelf", { idempotencyKey: "k" }));
    const second = await process.schedules.create(submission(caller, "shelf", { idempotencyKey: "k" }));
    expect(second.id).toBe(first.id);
    expect(await process.schedules.feed(first.id, second.feed_secret)).not.toBeNull();
    const other = process.schedules.create(submission(caller, "shelf", { idempotencyKey: "k", cron: "5 * * * *" }));
    await expect(other).rejects.toMatchObject({ code: "idempotency_mismatch" });
    expect((await process.schedules.list(caller, { limit: 10, cursor: null })).rows).toHaveLength(1);
  });
});
