import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { queuedMails } from "../../test/support/jobs/queued-mails.ts";
import { useJobs } from "../../test/support/jobs/use-jobs.ts";
import { describeOnDrawnStores } from "../../test/support/store/stores.ts";
import type { Caller } from "../accounts/types.ts";
import type { OpenJobs } from "./open-jobs.ts";
import type { BatchView } from "./work-views.ts";

const HOUR = 3_600_000;

describeOnDrawnStores("pauses and resumptions are announced", (fresh) => {
  const bench = useJobs(fresh);

  const start = () => bench.process({ concurrency: 2 });
  const mails = (caller: Caller) => queuedMails(bench.store, caller.account.id);
  const submit = (process: OpenJobs, caller: Caller, items: number) =>
    process.batches.submit({
      entry: bench.submission(caller, "any").entry,
      caller,
      requests: Array.from({ length: items }, () => ({ name: randomUUID(), count: 2, timeout: 300 })),
      options: {},
      waitHours: 24,
      invalid: [],
      idempotencyKey: null,
      webhook: "https://receiver.example/hook",
    });
  const until = (process: OpenJobs, caller: Caller, id: string, holds: (batch: BatchView) => boolean) =>
    bench.until(async () => (await process.batches.find(caller, id))!, holds);
  const schedule = (process: OpenJobs, caller: Caller, monthlyBudget: number | null) =>
    process.schedules.create({
      entry: bench.submission(caller, "any").entry,
      caller,
      name: "things",
      request: { name: randomUUID(), count: 40, timeout: 300 },
      cron: "0 * * * *",
      timeZone: "UTC",
      options: {},
      ignoreFields: [],
      track: [],
      rules: [],
      monthlyBudget,
      webhook: "https://receiver.example/hook",
    });
  const events = async ({ account }: Caller) => {
    const rows = await bench.store.db
      .selectFrom("webhook_deliveries")
      .where("account_id", "=", account.id)
      .where("event", "like", "%e%d")
      .orderBy("created_at")
      .select("event")
      .execute();
    return rows.map(({ event }) => event).filter((event) => /paused|resumed/.test(event));
  };
  const statusOf = (process: OpenJobs, caller: Caller, id: string, status: string) =>
    bench.until(
      async () => {
        await process.sweep();
        return (await process.schedules.find(caller, id))!;
      },
      (view) => view.status === status,
      HOUR / 2,
    );

  test("a batch without points says what resumes it, and resumes by itself once there are some", async () => {
    const caller = await bench.newCaller("free", 6);
    const working = await start();
    const { id } = await submit(working, caller, 4);
    const paused = await until(working, caller, id, ({ status, items }) => status === "paused" && items.running === 0);
    expect(paused.resumes).toBe("It resumes automatically once the points and the spending caps suffice.");
    await working.sweep();
    expect((await working.batches.find(caller, id))!.status).toBe("paused");
    await bench.accounts.grant(caller.account.id, 100);
    const done = await until(working, caller, id, ({ status }) => status === "finished");
    expect(done).toMatchObject({ items: { succeeded: 4 }, charged: 12, pause_reason: null, resumes: null });
    expect(await events(caller)).toEqual(["batch.paused", "batch.resumed"]);
    await expect
      .poll(() => mails(caller))
      .toEqual([expect.stringMatching(/: A batch was paused\n.*Not enough points.*resumes automatically/s)]);
  });

  test("a batch whose key has ended fails no item, and continues under the key that resumes it", async () => {
    const caller = await bench.newCaller("free");
    const idle = await bench.process({ concurrency: 0 });
    const { id } = await submit(idle, caller, 3);
    const { secret } = await bench.accounts.createKey(caller.account.id, { name: "another" });
    const other = (await bench.accounts.lookUpKey(secret)) as Caller;
    await bench.store.db.updateTable("api_keys").set({ revoked_at: 1 }).where("id", "=", caller.key.id).execute();
    const working = await start();
    const paused = await until(working, other, id, ({ status, items }) => status === "paused" && items.running === 0);
    expect(paused).toMatchObject({ items: { queued: 3, failed: 0 }, pause_reason: "The API key has been revoked." });
    expect(paused.resumes).toBe(`Call POST /batches/${id}/resume with another key: it continues with that one.`);
    await working.batches.resume(other, id, bench.payer(other));
    expect(await until(working, other, id, ({ status }) => status === "finished")).toMatchObject({
      items: { succeeded: 3 },
    });
    expect(await events(caller)).toEqual(["batch.paused"]);
  });

  test("a schedule with a used-up budget resumes in the next month, and its owner is notified of both", async () => {
    const caller = await bench.newCaller("free");
    const working = await start();
    const { id } = await schedule(working, caller, 20);
    const paused = await statusOf(working, caller, id, "paused");
    expect(paused.resumes).toMatch(/when the next month begins/);
    expect(await events(caller)).toEqual(["schedule.paused"]);
    const now = new Date(bench.clock.now());
    const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
    bench.clock.set(bench.clock.now() + 48 * HOUR);
    await working.sweep();
    expect((await working.schedules.find(caller, id))!.status).toBe("paused");
    bench.clock.set(nextMonth + HOUR);
    await statusOf(working, caller, id, "active");
    // Deliveries of the previous month have been deleted by then.
    expect((await events(caller)).at(-1)).toBe("schedule.resumed");
    await expect
      .poll(() => mails(caller))
      .toEqual([expect.stringMatching(/: A schedule was paused\n.*budget of 20 points is used up/)]);
  });

  test("a schedule without points resumes once there are some; a budget below the cost of a run is rejected", async () => {
    const caller = await bench.newCaller("free", 5);
    const working = await start();
    const { id } = await schedule(working, caller, null);
    await statusOf(working, caller, id, "paused");
    await bench.accounts.grant(caller.account.id, 100);
    expect(await statusOf(working, caller, id, "active")).toMatchObject({ pause_reason: null, resumes: null });
    expect(await events(caller)).toEqual(["schedule.paused", "schedule.resumed"]);
    await expect(schedule(working, caller, 11)).rejects.toMatchObject({
      code: "validation",
      detail: [{ loc: ["body", "monthly_budget"], input: 11 }],
    });
  });
});
