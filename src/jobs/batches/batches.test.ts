import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { useJobs } from "../../../test/support/jobs/use-jobs.ts";
import { openPlan } from "../../../test/support/metering/open-plan.ts";
import { describeOnDrawnStores } from "../../../test/support/store/stores.ts";
import type { Caller } from "../../accounts/types.ts";
import { NoSuchThing } from "../../contract/errors.ts";
import { keptRecord } from "../../files/kept-records.ts";
import type { StoredRow } from "../../files/stored-rows.ts";
import { limits } from "../../limits/limits.ts";
import { createJobStore, NEVER } from "../job-store.ts";
import type { OpenJobs } from "../open-jobs.ts";
import { createRunJob } from "../running/run-job.ts";
import type { BatchSubmission } from "../types.ts";
import type { BatchView } from "../work-views.ts";

const plans = { ...openPlan(10_000), tight: { ...openPlan(10_000).free!, ten_second: 4 } };

describeOnDrawnStores("batches", (fresh) => {
  const bench = useJobs(fresh, plans);

  const submission = (caller: Caller, names: string[], over: Partial<BatchSubmission> = {}): BatchSubmission => ({
    entry: bench.submission(caller, "any").entry,
    caller,
    requests: names.map((name) => ({ name, count: 2, timeout: 300 })),
    options: {},
    waitHours: 24,
    invalid: [],
    idempotencyKey: null,
    ...over,
  });
  const names = (count: number) => Array.from({ length: count }, () => randomUUID());
  const until = (process: OpenJobs, caller: Caller, id: string, holds: (batch: BatchView) => boolean) =>
    bench.until(async () => (await process.batches.find(caller, id))!, holds);
  const finished = (process: OpenJobs, caller: Caller, id: string) =>
    until(process, caller, id, ({ status }) => status === "finished");
  const pointsOf = async (caller: Caller) => (await bench.metering.peek(caller)).points;
  const recordsOf = async (process: OpenJobs, batch: BatchView) =>
    Array.fromAsync((await process.batches.records(batch)).rows(), keptRecord);

  test("lines that cost nothing do not fill the store: limits.invalidLinesKept, those of the newest batches", async () => {
    const [caller, other] = [await bench.newCaller("free"), await bench.newCaller("free")];
    const idle = await bench.process({ concurrency: 0 });
    const { max } = limits.invalidLinesKept;
    const faults = [{ type: "missing", loc: ["body", "name"], msg: "Field required" }];
    const invalid = Array.from({ length: max / 4 }, (_, at) => ({ line: at + 2, faults }));
    const submit = async (from: Caller) => {
      bench.clock.advance(1);
      const { id } = await idle.batches.submit(submission(from, names(1), { invalid }));
      return (await idle.batches.cancel(from, id))!;
    };
    await submit(other);
    const batches: BatchView[] = [];
    for (let round = 0; round < 7; round += 1) batches.push(await submit(caller));
    const lines = await Promise.all(batches.map(async (batch) => (await idle.batches.missing(batch)).length));
    expect(lines.map((count) => count > 0)).toEqual([false, false, false, true, true, true, true]);
    expect(batches.map(({ invalid: counted }) => counted)).toEqual(Array(7).fill(max / 4));
    const { rows } = await bench.store.db
      .selectFrom("batch_invalid_lines")
      .select(({ fn }) => fn.countAll<number>().as("rows"))
      .executeTakeFirstOrThrow();
    expect(Number(rows)).toBeLessThanOrEqual(max + max / 4);
  });

  test("each item is run and charged once, and its records carry their line number", async () => {
    const caller = await bench.newCaller("free");
    const [working] = [await bench.process({ concurrency: 3 }), await bench.process({ concurrency: 3 })];
    const wanted = names(30);
    const submitted = await working.batches.submit(submission(caller, wanted));
    const { id, created_at, cost_at_most, total, ended_at } = submitted;
    expect([total, cost_at_most, ended_at]).toEqual([30, 90, null]);
    const done = await finished(working, caller, id);
    expect(done).toEqual({
      id,
      operation: "/api/counting/things",
      status: "finished",
      pause_reason: null,
      total: 30,
      max_cost: null,
      waiting: null,
      resumes: null,
      invalid: 0,
      records_expired: 0,
      destination: null,
      items: { queued: 0, running: 0, succeeded: 30, failed: 0, cancelled: 0 },
      records: 60,
      charged: 90,
      cost_at_most: 90,
      created_at,
      ended_at: expect.stringMatching(/Z$/),
      wait_until: expect.anything(),
    });
    expect(Date.parse(done.ended_at!)).toBeGreaterThanOrEqual(Date.parse(created_at));
    expect(wanted.map((name) => bench.counting.runs.get(name))).toEqual(wanted.map(() => 1));
    const records = await recordsOf(working, done);
    expect(records.map((record) => [record["@line"], record.name])).toEqual(
      wanted.flatMap((name, at) => [
        [at + 1, name],
        [at + 1, name],
      ]),
    );
    expect(await pointsOf(caller)).toBe(9_910);
  });

  test("a full window makes items wait; none fails, and all are run", async () => {
    const caller = await bench.newCaller("tight");
    const working = await bench.process();
    const { id } = await working.batches.submit(submission(caller, names(10)));
    const done = await finished(working, caller, id);
    expect(done).toMatchObject({ items: { succeeded: 10, failed: 0 }, charged: 30 });
    const rows = await bench.store.db
      .selectFrom("requests")
      .where("account_id", "=", caller.account.id)
      .select("started_at")
      .execute();
    const byWindow = Map.groupBy(rows, ({ started_at }) => Math.floor(started_at / 10_000));
    expect(Math.max(...[...byWindow.values()].map((window) => window.length))).toBe(4);
  });

  test("missing points pause the batch and are given as the reason; it continues once there are points", async () => {
    const caller = await bench.newCaller("free", 15);
    const working = await bench.process({ concurrency: 2 });
    const { id } = await working.batches.submit(submission(caller, names(8)));
    const paused = await until(working, caller, id, ({ status, items }) => status === "paused" && items.running === 0);
    expect(paused).toMatchObject({ items: { succeeded: 5, queued: 3, failed: 0 }, charged: 15 });
    expect(paused.pause_reason).toMatch(/Not enough points/);
    await working.sweep();
    expect((await working.batches.find(caller, id))!.status).toBe("paused");
    const waiting = await bench.store.db
      .selectFrom("jobs")
      .where("batch_id", "=", id)
      .where("status", "=", "queued")
      .select("run_after")
      .execute();
    expect(waiting.map(({ run_after }) => Number(run_after))).toEqual([NEVER, NEVER, NEVER]);
    await bench.accounts.grant(caller.account.id, 100);
    await working.batches.resume(caller, id, bench.payer(caller));
    expect(await finished(working, caller, id)).toMatchObject({ items: { succeeded: 8 }, charged: 24 });
  });

  test("failures are listed by line, and only those are retried", async () => {
    const caller = await bench.newCaller("free");
    const working = await bench.process();
    const [first, last] = names(2);
    const { id } = await working.batches.submit(submission(caller, [first!, "none", last!]));
    const done = await finished(working, caller, id);
    expect(await working.batches.failures(done)).toMatchObject([
      { line: 2, request: { name: "none" }, error: { status: 412, code: "no_such_thing" } },
    ]);
    const before = bench.counting.runs.get("none")!;
    await working.batches.retryFailed(caller, id, bench.payer(caller));
    expect(await finished(working, caller, id)).toMatchObject({ items: { succeeded: 2, failed: 1 }, charged: 6 });
    expect(bench.counting.runs.get("none")).toBe(before + 1);
    expect(bench.counting.runs.get(first!)).toBe(1);
  });

  test("retrying a batch in which nothing failed changes nothing", async () => {
    const caller = await bench.newCaller("free");
    const working = await bench.process();
    const { id } = await working.batches.submit(submission(caller, names(2)));
    const done = await finished(working, caller, id);
    expect(await working.batches.retryFailed(caller, id, bench.payer(caller))).toEqual(done);
  });

  test("retrying a paused batch in which nothing failed leaves it paused", async () => {
    const caller = await bench.newCaller("free");
    const idle = await bench.process({ concurrency: 0 });
    const { id } = await idle.batches.submit(submission(caller, names(2)));
    const paused = await idle.batches.pause(caller, id);
    expect(paused).toMatchObject({ status: "paused" });
    expect(await idle.batches.retryFailed(caller, id, bench.payer(caller))).toEqual(paused);
  });

  test("expired records are counted and listed by line, and the file has the others", async () => {
    const caller = await bench.newCaller("free");
    const working = await bench.process();
    const late = randomUUID();
    bench.counting.shelves.set(late, new NoSuchThing("not yet"));
    const { id } = await working.batches.submit(submission(caller, [...names(2), late]));
    await finished(working, caller, id);
    bench.clock.advance(7 * 86_400_000 + 1);
    bench.counting.shelves.delete(late);
    await working.batches.retryFailed(caller, id, bench.payer(caller));
    const done = await finished(working, caller, id);
    expect(done).toMatchObject({ records: 6, records_expired: 4 });
    expect((await recordsOf(working, done)).map((row) => row["@line"])).toEqual([3, 3]);
    expect((await working.batches.missing(done)).map(({ line, reason, records }) => [line, reason, records])).toEqual([
      [1, "expired", 2],
      [2, "expired", 2],
    ]);
  });

  test("the file states how many records it has: a line that ends while it is read is not in it", async () => {
    const caller = await bench.newCaller("free");
    const working = await bench.process();
    const late = randomUUID();
    bench.counting.shelves.set(late, new NoSuchThing("not yet"));
    const { id } = await working.batches.submit(submission(caller, [late, ...names(60)]));
    const { counts, rows } = await working.batches.records(await finished(working, caller, id));
    const count = counts.reduce((sum, one) => sum + one, 0);
    const reading = rows()[Symbol.asyncIterator]() as AsyncGenerator<StoredRow>;
    const first = await reading.next();
    bench.counting.shelves.delete(late);
    await working.batches.retryFailed(caller, id, bench.payer(caller));
    const done = await finished(working, caller, id);
    const rest = await Array.fromAsync(reading);
    expect([count, 1 + rest.length, first.value.line]).toEqual([120, 120, 2]);
    expect(await working.batches.records(done, 61)).toMatchObject({
      lines: Uint32Array.of(61),
      counts: Uint32Array.of(2),
    });
    expect(await recordsOf(working, done)).toHaveLength(122);
  });

  test("records that expire while the file is written abort it: it never looks complete", async () => {
    const caller = await bench.newCaller("free");
    const working = await bench.process();
    const { id } = await working.batches.submit(submission(caller, names(2)));
    const done = await finished(working, caller, id);
    await bench.store.db.deleteFrom("answers").where("account_id", "=", caller.account.id).execute();
    await expect(recordsOf(working, done)).rejects.toMatchObject({ code: "not_found" });
  });

  test("skipped lines keep their numbers: they are counted and listed, and have no item", async () => {
    const caller = await bench.newCaller("free");
    const working = await bench.process();
    const faults = [{ type: "value_error", loc: ["body", 3], msg: "is odd", input: "x".repeat(9_000) }];
    const sent = submission(caller, names(3), {
      invalid: [2, 4].map((line) => ({ line, faults })),
      idempotencyKey: "skipping",
    });
    const { id } = await working.batches.submit(sent);
    const done = await finished(working, caller, id);
    expect(done).toMatchObject({ total: 3, invalid: 2, items: { succeeded: 3 } });
    const lines = (await recordsOf(working, done)).map((row) => row["@line"]);
    expect([...new Set(lines)]).toEqual([1, 3, 5]);
    const error = {
      status: 422,
      code: "validation",
      detail: [{ type: "value_error", loc: ["body", 3], msg: "is odd" }],
    };
    expect(await working.batches.missing(done)).toEqual(
      [2, 4].map((line) => ({ line, reason: "invalid", job_id: null, records: 0, error })),
    );
    await expect(working.batches.submit({ ...sent, invalid: sent.invalid.slice(1) })).rejects.toMatchObject({
      code: "idempotency_mismatch",
    });
    bench.clock.advance(31 * 86_400_000);
    await working.sweep();
    const left = bench.store.db.selectFrom("batch_invalid_lines").where("batch_id", "=", id).selectAll();
    expect(await left.execute()).toEqual([]);
  });

  test("it can be paused, resumed and cancelled by hand; cancelling releases the holds of running items", async () => {
    const caller = await bench.newCaller("free");
    const working = await bench.process({ concurrency: 1 });
    const name = randomUUID();
    const latch = bench.counting.holdNextRun(name);
    const { id } = await working.batches.submit(submission(caller, [name, name, name, name]));
    await latch.reached;
    expect(await working.batches.pause(caller, id)).toMatchObject({
      status: "paused",
      items: { queued: 3, running: 1 },
    });
    latch.open();
    await until(working, caller, id, ({ items }) => items.running === 0);
    const next = bench.counting.holdNextRun(name);
    await working.batches.resume(caller, id, bench.payer(caller));
    await next.reached;
    expect(await working.batches.cancel(caller, id)).toMatchObject({
      status: "cancelled",
      items: { succeeded: 1, cancelled: 3 },
      charged: 3,
    });
    expect(await pointsOf(caller)).toBe(9_997);
  });

  test("a batch that could cost more than max_cost is rejected before anything runs", async () => {
    const caller = await bench.newCaller("free");
    const working = await bench.process();
    const tooDear = submission(caller, names(4), { options: { max_cost: 11 } });
    await expect(working.batches.submit(tooDear)).rejects.toMatchObject({
      code: "over_max_cost",
      detail: "The batch could cost 12 points; max_cost allows 11.",
    });
    expect((await working.batches.list(caller, { limit: 10, cursor: null })).rows).toEqual([]);
    expect(working.batches.price(submission(caller, names(4), { options: { max_cost: 12 } }))).toBe(12);
  });

  test("the same Idempotency-Key returns the same batch, and rejects a different one", async () => {
    const caller = await bench.newCaller("free");
    const working = await bench.process();
    const first = submission(caller, names(2), { idempotencyKey: "b" });
    const { id } = await working.batches.submit(first);
    expect((await working.batches.submit(first)).id).toBe(id);
    await expect(working.batches.submit(submission(caller, names(2), { idempotencyKey: "b" }))).rejects.toMatchObject({
      code: "idempotency_mismatch",
    });
    await finished(working, caller, id);
    await bench.store.db.updateTable("batches").set({ status: "admitting" }).where("id", "=", id).execute();
    await expect(working.batches.submit(first)).rejects.toMatchObject({
      code: "idempotency_running",
      headers: { "retry-after": "2" },
    });
    for (const act of ["find", "pause", "resume", "cancel", "retryFailed"] as const) {
      expect(await working.batches[act](caller, id, bench.payer(caller)), act).toBeNull();
    }
  });

  test("a worker that loses its item before admission neither cancels the item nor charges it twice", async () => {
    const caller = await bench.newCaller("free");
    const idle = await bench.process({ concurrency: 0 });
    const name = randomUUID();
    const { id } = await idle.batches.submit(submission(caller, [name]));
    const jobs = createJobStore(bench.store, bench.clock);
    const [item] = (await idle.jobs.list(caller, { batchId: id, limit: 1, cursor: null })).rows;
    const slow = await jobs.begin(item!.id);
    await bench.store.db.updateTable("jobs").set({ status: "queued" }).where("id", "=", item!.id).execute();
    const { service, metering, clock } = bench;
    const runJob = createRunJob({ jobs, service, metering, clock, callerOf: async () => caller });
    expect(await runJob(slow!, new AbortController().signal, () => {})).toEqual({ kind: "handed-over" });
    expect(await finished(await bench.process(), caller, id)).toMatchObject({ items: { succeeded: 1 }, charged: 3 });
    const rows = await bench.store.db.selectFrom("requests").where("request_id", "=", item!.id).selectAll().execute();
    expect(rows).toMatchObject([{ status: 200, cost: 3 }]);
  });

  test("an item that was never admitted is cancelled free of charge and reports that", async () => {
    const caller = await bench.newCaller("free");
    const idle = await bench.process({ concurrency: 0 });
    const { id } = await idle.batches.submit(submission(caller, names(1)));
    const [item] = (await idle.jobs.list(caller, { batchId: id, limit: 1, cursor: null })).rows;
    expect(await idle.jobs.cancel(caller, item!.id)).toMatchObject({
      status: "cancelled",
      held: 0,
      charged: 0,
      error: { status: 499, code: null, detail: "The job was cancelled." },
    });
    expect(await idle.batches.find(caller, id)).toMatchObject({ status: "finished", charged: 0 });
  });

  test("a submission whose process died half-way is removed, and none of it runs", async () => {
    const caller = await bench.newCaller("free");
    const working = await bench.process();
    const [name] = names(1);
    const idle = await bench.process({ concurrency: 0 });
    const { id } = await idle.batches.submit(submission(caller, [name!, name!]));
    await bench.store.db.updateTable("batches").set({ status: "admitting" }).where("id", "=", id).execute();
    await bench.store.db
      .updateTable("jobs")
      .set({ status: "queued", run_after: Number.MAX_SAFE_INTEGER, ended_at: null })
      .where("batch_id", "=", id)
      .execute();
    bench.clock.advance(300_001);
    await working.sweep();
    expect(await bench.store.db.selectFrom("jobs").where("batch_id", "=", id).selectAll().execute()).toEqual([]);
  });

  test("a submission whose process died half-way is stored again when it is resent with its Idempotency-Key", async () => {
    const caller = await bench.newCaller("free");
    const idle = await bench.process({ concurrency: 0 });
    const sent = { ...submission(caller, names(2)), idempotencyKey: "half" };
    const { id } = await idle.batches.submit(sent);
    const { db } = bench.store;
    await db.updateTable("batches").set({ status: "admitting" }).where("id", "=", id).execute();
    // The process may still be storing it.
    await expect(idle.batches.submit(sent)).rejects.toMatchObject({ code: "idempotency_running" });
    bench.clock.advance(15_001);
    const again = await idle.batches.submit(sent);
    expect(again).toMatchObject({ status: "running", total: 2 });
    expect(again.id).not.toBe(id);
    const items = await db.selectFrom("jobs").where("account_id", "=", caller.account.id).select("batch_id").execute();
    expect(items).toEqual([{ batch_id: again.id }, { batch_id: again.id }]);
  });
});
