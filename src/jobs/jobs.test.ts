import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { useJobs } from "../../test/support/jobs/use-jobs.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import type { Caller } from "../accounts/types.ts";
import { SimulatedClock } from "../base/clock.ts";
import { WinnowError } from "../contract/errors.ts";
import { keptRecord } from "../files/kept-records.ts";
import { newCallState } from "../service/operation-call.ts";
import { createJobStore } from "./job-store.ts";
import type { OpenJobs } from "./open-jobs.ts";

describeOnBothStores("jobs", (fresh) => {
  const bench = useJobs(fresh);
  const newName = () => randomUUID();

  const { submit } = bench;
  const ended = (process: OpenJobs, caller: Caller, id: string) =>
    bench.until(
      async () => (await process.jobs.find(caller, id))!,
      (job) => job.ended_at !== null,
    );
  const pointsOf = async (caller: Caller) => (await bench.metering.peek(caller)).points;
  const rowsOf = (caller: Caller) =>
    bench.store.db.selectFrom("requests").where("account_id", "=", caller.account.id).selectAll().execute();

  /** A process with a stopped clock: it never says that it is alive, nor finishes what it started. */
  const frozen = () => bench.process({ clock: new SimulatedClock(bench.clock.now()) });

  test("a job with the Idempotency-Key of an interrupted stream is refused, because its worker cannot continue it", async () => {
    const caller = await bench.newCaller("free");
    const working = await bench.process();
    const asked = () => bench.submission(caller, "cut", { count: 30, options: { idempotency_key: "cut" } });
    const disconnect = new AbortController().signal;
    let taken = 0;
    for await (const _ of bench.service.stream({ ...asked(), entryPoint: "http", disconnect }))
      if (++taken === 12) break;
    await expect(working.jobs.submit(asked())).rejects.toMatchObject({
      code: "result_incomplete",
      detail: [expect.objectContaining({ msg: expect.stringContaining("after 12 records, which cost 6 points") })],
    });
    expect(await pointsOf(caller)).toBe(9_994);
  });

  test("a queued job of a revoked key does not run, although it was admitted: its hold is released", async () => {
    const caller = await bench.newCaller("free");
    const idle = await bench.process({ concurrency: 0 });
    const name = newName();
    const { id } = await submit(idle, caller, name);
    await bench.accounts.revokeKey(caller.key.id);
    const working = await bench.process();
    expect(await ended(working, caller, id)).toMatchObject({ status: "failed", error: { code: "key_revoked" } });
    expect(bench.counting.runs.get(name)).toBeUndefined();
    expect(await pointsOf(caller)).toBe(10_000);
  });

  test("a running job stops when its key is revoked, and costs nothing", async () => {
    const caller = await bench.newCaller("free");
    const working = await bench.process();
    const name = newName();
    const latch = bench.counting.holdNextRun(name);
    const { id } = await submit(working, caller, name);
    await latch.reached;
    await bench.accounts.revokeKey(caller.key.id);
    expect(await ended(working, caller, id)).toMatchObject({ status: "failed", error: { code: "key_revoked" } });
    latch.open();
    expect([bench.counting.runs.get(name), await pointsOf(caller)]).toEqual([1, 10_000]);
  });

  test.each([true, false])(
    "a job that reaches its deadline keeps and charges its partial result if requested: %s",
    async (keepPartial) => {
      const caller = await bench.newCaller("free");
      const working = await bench.process();
      const name = newName();
      const latch = bench.counting.holdNextRun(name);
      const { id } = await submit(working, caller, name, {
        count: 12,
        options: { ...(keepPartial && { partial: "keep" as const }), idempotency_key: name },
      });
      await latch.reached;
      bench.clock.advance(300_000);
      const done = await ended(working, caller, id);
      latch.open();
      if (!keepPartial) {
        expect(done).toMatchObject({ status: "failed", charged: 0, error: { status: 408, code: "deadline" } });
        expect(await pointsOf(caller)).toBe(10_000);
        return;
      }
      expect(done).toMatchObject({
        status: "succeeded",
        charged: 3,
        held: 0,
        results_end: null,
        warnings: ["partial"],
      });
      const again = bench.submission(caller, name, { count: 12, options: { idempotency_key: name } });
      expect(await working.jobs.submit(again)).toMatchObject({ job: { id } });
      const direct = { ...again, entryPoint: "http" as const, disconnect: new AbortController().signal };
      const state = newCallState(bench.clock.now());
      expect((await bench.service.run({ ...direct, state })).count).toBe(12);
      expect(state).toMatchObject({ charged: 3, facts: { resultsEnd: "count", warnings: ["continued:3"] } });
      const { counts, rows, facts } = await working.jobs.records(done);
      expect([...counts]).toEqual([1]);
      expect([(await Array.fromAsync(rows())).length, facts.warnings]).toEqual([1, ["partial"]]);
      expect(await pointsOf(caller)).toBe(9_994);
      expect(await rowsOf(caller)).toMatchObject([
        { cost: 3, error_text: "The request reached its timeout. 1 record had been gathered and is charged." },
        { cost: 3, error_text: null },
      ]);
    },
  );

  test("a job is held for at submission and charged once after it has run, and its records stay readable", async () => {
    const caller = await bench.newCaller("free");
    const idle = await bench.process({ concurrency: 0 });
    const job = await submit(idle, caller, newName(), { count: 12 });
    expect(job).toMatchObject({ status: "queued", held: 6, charged: 0, attempt: 0, operation: "/api/counting/things" });
    expect(await pointsOf(caller)).toBe(9_994);

    // `timeout` counts from the start, however long the job is queued.
    bench.clock.advance(7_200_000);
    const working = await bench.process();
    const done = await ended(working, caller, job.id);
    expect(done).toMatchObject({ status: "succeeded", held: 0, charged: 6, attempt: 1, error: null });
    expect(done.progress.records).toBe(12);
    expect(await Array.fromAsync((await working.jobs.records(done)).rows())).toHaveLength(12);
    expect(await pointsOf(caller)).toBe(9_994);
    expect(await rowsOf(caller)).toMatchObject([{ request_id: job.id, status: 200, cost: 6, results: 12 }]);
  });

  for (const code of ["overloaded", "queue_timeout", "unavailable"] as const) {
    test(`a job that meets a transient failure (${code}) waits, keeps its hold, and runs afterwards`, async () => {
      const caller = await bench.newCaller("free");
      const name = newName();
      bench.counting.shelves.set(name, new WinnowError(code, undefined, { headers: { "retry-after": "20" } }));
      const working = await bench.process();
      const job = await submit(working, caller, name);
      const tries = () => bench.counting.runs.get(name) ?? 0;
      await bench.until(
        async () => tries(),
        (seen) => seen >= 4,
        2_000,
      );
      expect(await working.jobs.find(caller, job.id)).toMatchObject({ ended_at: null, held: 3, error: null });
      bench.counting.shelves.delete(name);
      expect(await ended(working, caller, job.id)).toMatchObject({ status: "succeeded", attempt: 1, charged: 3 });
      expect(await rowsOf(caller)).toMatchObject([{ request_id: job.id, status: 200, cost: 3 }]);
    });
  }

  test.runIf(fresh.dialect === "postgres")(
    "a job that finds no free connection loses no attempt and ends once there is one",
    async () => {
      const { store } = bench;
      if (store.dialect !== "postgres") throw new Error(store.dialect);
      const caller = await bench.newCaller("free");
      const name = newName();
      const latch = bench.counting.holdNextRun(name);
      const working = await bench.process();
      const job = await submit(working, caller, name);
      await latch.reached;
      const taken = await Promise.all(Array.from({ length: store.pool.options.max }, () => store.pool.connect()));
      // The run ends but its outcome cannot be read, so the job stays with this process.
      latch.open();
      await expect.poll(() => store.pool.waitingCount).toBeGreaterThan(0);
      await expect.poll(() => store.pool.waitingCount, { timeout: 60_000 }).toBe(0);
      for (const client of taken) client.release();
      expect(await ended(working, caller, job.id)).toMatchObject({ status: "succeeded", attempt: 1, charged: 3 });
      expect(await rowsOf(caller)).toMatchObject([{ request_id: job.id, status: 200, cost: 3 }]);
    },
  );

  test("many processes share the jobs, and each runs once", async () => {
    const caller = await bench.newCaller("free");
    const idle = await bench.process({ concurrency: 0 });
    const wanted = Array.from({ length: 40 }, newName);
    const jobs = await Promise.all(wanted.map((name) => submit(idle, caller, name)));
    const [one] = [await bench.process({ concurrency: 3 }), await bench.process({ concurrency: 3 })];
    for (const { id } of jobs) expect(await ended(one, caller, id)).toMatchObject({ status: "succeeded", attempt: 1 });
    expect(wanted.map((name) => bench.counting.runs.get(name))).toEqual(wanted.map(() => 1));
    expect(await pointsOf(caller)).toBe(10_000 - 40 * 3);
  });

  test("a dead worker's job is offered again; the next worker uses the same hold, and it is charged once", async () => {
    const caller = await bench.newCaller("free");
    const name = newName();
    const latch = bench.counting.holdNextRun(name);
    const dead = await frozen();
    const job = await submit(dead, caller, name);
    await latch.reached;
    expect(await dead.jobs.find(caller, job.id)).toMatchObject({ status: "running", attempt: 1 });
    const working = await bench.processAfterCrash();
    const done = await ended(working, caller, job.id);
    expect(done).toMatchObject({ status: "succeeded", charged: 3, attempt: 2 });
    expect(await rowsOf(caller)).toMatchObject([{ request_id: job.id, status: 200, cost: 3 }]);

    // The first worker recovers and finishes its run too: nothing is charged or written twice.
    latch.open();
    await dead[Symbol.asyncDispose]();
    expect(await rowsOf(caller)).toHaveLength(1);
    expect(await pointsOf(caller)).toBe(9_997);
    expect(await working.jobs.find(caller, job.id)).toEqual(done);
  });

  test("a job whose worker dies between settlement and the job's own row is not run again", async () => {
    const caller = await bench.newCaller("free");
    const name = newName();
    const idle = await bench.process({ concurrency: 0 });
    const job = await submit(idle, caller, name);
    expect(await createJobStore(bench.store, bench.clock).begin(job.id)).toMatchObject({ attempt: 1 });
    const admission = await bench.metering.admissionOf(caller.account.id, job.id);
    if (admission?.kind !== "open") throw new Error("no hold");
    await bench.service.runHeld(
      {
        ...bench.submission(caller, name),
        entryPoint: "jobs",
        state: newCallState(bench.clock.now(), job.id),
        disconnect: new AbortController().signal,
        background: { holdSeconds: 900 },
      },
      admission.hold,
    );
    expect(await idle.jobs.find(caller, job.id)).toMatchObject({ status: "running" });

    const done = await ended(await bench.process(), caller, job.id);
    expect(done).toMatchObject({ status: "succeeded", charged: 3, attempt: 2 });
    expect(bench.counting.runs.get(name)).toBe(1);
    expect(await Array.fromAsync((await idle.jobs.records(done)).rows())).toHaveLength(5);
    expect(await pointsOf(caller)).toBe(9_997);
  });

  test("a job that kills its worker stops after three attempts, in a clear state and free of charge", async () => {
    const caller = await bench.newCaller("free");
    const name = newName();
    const idle = await bench.process({ concurrency: 0 });
    const job = await submit(idle, caller, name);
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const latch = bench.counting.holdNextRun(name);
      const clock = new SimulatedClock(bench.clock.now());
      await bench.processAfterCrash({ clock });
      await bench.until(
        async () => (await idle.jobs.find(caller, job.id))!,
        (seen) => {
          clock.advance(500);
          return seen.status === "running" && seen.attempt === attempt;
        },
      );
      await latch.reached;
    }
    expect(await ended(await bench.processAfterCrash(), caller, job.id)).toMatchObject({
      status: "failed",
      charged: 0,
      error: { status: 500, code: "worker_lost" },
    });
    expect(await pointsOf(caller)).toBe(10_000);
  });

  test("an error from the source is the job's outcome: it is not retried and costs nothing", async () => {
    const caller = await bench.newCaller("free");
    const working = await bench.process();
    const { id } = await submit(working, caller, "none");
    expect(await ended(working, caller, id)).toMatchObject({
      status: "failed",
      attempt: 1,
      charged: 0,
      error: { status: 412, code: "no_such_thing", detail: "no such things" },
    });
    expect(await pointsOf(caller)).toBe(10_000);
  });

  test("cancelling releases the hold immediately, whether the job is queued or running, here or elsewhere", async () => {
    const caller = await bench.newCaller("free");
    const idle = await bench.process({ concurrency: 0 });
    const waiting = await submit(idle, caller, newName());
    expect(await idle.jobs.cancel(caller, waiting.id)).toMatchObject({ status: "cancelled", held: 0, charged: 0 });

    const name = newName();
    const latch = bench.counting.holdNextRun(name);
    const working = await bench.process();
    const running = await submit(working, caller, name);
    await latch.reached;
    expect(await idle.jobs.cancel(caller, running.id)).toMatchObject({ status: "cancelled" });
    expect(await pointsOf(caller)).toBe(10_000);
    latch.open();
    const freed = { status: 499, cost: 0, results: 0, error_text: "The job was cancelled." };
    expect(await rowsOf(caller)).toMatchObject([freed, freed]);
    const { id } = await submit(working, caller, newName());
    expect(await ended(working, caller, id)).toMatchObject({ status: "succeeded" });
    expect(await working.jobs.find(caller, running.id)).toMatchObject({ status: "cancelled", charged: 0 });
    expect(await pointsOf(caller)).toBe(9_997);
  });

  test("a process that stops returns its jobs immediately, and the attempt does not count", async () => {
    const caller = await bench.newCaller("free");
    const name = newName();
    const latch = bench.counting.holdNextRun(name);
    const stopping = await bench.process();
    const job = await submit(stopping, caller, name);
    await latch.reached;
    await stopping[Symbol.asyncDispose]();
    const working = await bench.process();
    expect(await ended(working, caller, job.id)).toMatchObject({ status: "succeeded", attempt: 1, charged: 3 });
  });

  test("the same Idempotency-Key returns the same job, and rejects another body", async () => {
    const caller = await bench.newCaller("free");
    const working = await bench.process({ concurrency: 0 });
    const name = newName();
    const first = await submit(working, caller, name, { options: { idempotency_key: "once" } });
    expect((await submit(working, caller, name, { options: { idempotency_key: "once" } })).id).toBe(first.id);
    await expect(submit(working, caller, newName(), { options: { idempotency_key: "once" } })).rejects.toMatchObject({
      code: "idempotency_mismatch",
    });
    await ended(await bench.process(), caller, first.id);
    expect((await submit(working, caller, name, { options: { idempotency_key: "once" } })).id).toBe(first.id);
    expect(bench.counting.runs.get(name)).toBe(1);
  });

  test("a submission whose process died before responding is not run, and its hold is released", async () => {
    const caller = await bench.newCaller("free");
    const idle = await bench.process({ concurrency: 0 });
    const job = await submit(idle, caller, newName());
    // The state just before it was queued.
    await bench.store.db.updateTable("jobs").set({ status: "admitting" }).where("id", "=", job.id).execute();
    expect(await idle.jobs.find(caller, job.id)).toBeNull();
    bench.clock.advance(61_000);
    await idle.sweep();
    expect(await pointsOf(caller)).toBe(10_000);
  });

  test("a submission whose process died before responding is resumed immediately when resent with its Idempotency-Key", async () => {
    const caller = await bench.newCaller("free");
    const idle = await bench.process({ concurrency: 0 });
    const name = newName();
    const first = await submit(idle, caller, name, { options: { idempotency_key: "again" } });
    // The state just before it was queued.
    const { db } = bench.store;
    await db.updateTable("jobs").set({ status: "admitting", held: 0 }).where("id", "=", first.id).execute();
    const again = await submit(idle, caller, name, { options: { idempotency_key: "again" } });
    expect(again).toMatchObject({ id: first.id, status: "queued", held: 3 });
    expect(await ended(await bench.process(), caller, first.id)).toMatchObject({ status: "succeeded", charged: 3 });
    expect(await pointsOf(caller)).toBe(9_997);
  });

  test("a rejected submission returns the error and leaves nothing behind", async () => {
    const caller = await bench.newCaller("free", 2);
    const working = await bench.process();
    await expect(submit(working, caller, newName())).rejects.toMatchObject({ code: "not_enough_points" });
    expect((await working.jobs.list(caller, { limit: 10, cursor: null })).rows).toEqual([]);
  });

  test.runIf(fresh.dialect === "postgres")(
    "a database restored without the engine's tables runs all its jobs, the running ones included, and each is charged once",
    async () => {
      const caller = await bench.newCaller("free");
      const [waiting, running] = [newName(), newName()];
      const latch = bench.counting.holdNextRun(running);
      const dead = await frozen();
      const jobs = [await submit(dead, caller, running)];
      await latch.reached;
      const idle = await bench.process({ concurrency: 0 });
      jobs.push(await submit(idle, caller, waiting));
      await dead[Symbol.asyncDispose]().catch(() => {});
      if (bench.store.dialect !== "postgres") throw new Error(bench.store.dialect);
      await bench.store.pool.query("drop schema pgboss cascade");
      const restored = await bench.process({ store: await fresh.open() });
      for (const { id } of jobs) expect(await ended(restored, caller, id)).toMatchObject({ status: "succeeded" });
      expect(await pointsOf(caller)).toBe(9_994);
    },
  );

  test("one account's long backlog does not delay another's first job", async () => {
    const [busy, other] = [await bench.newCaller("free"), await bench.newCaller("free")];
    const idle = await bench.process({ concurrency: 0 });
    const backlog: string[] = Array.from({ length: 30 }, newName);
    for (const name of backlog) await submit(idle, busy, name);
    const name = newName();
    const { id } = await submit(idle, other, name);
    await ended(await bench.process({ concurrency: 2 }), other, id);
    const order = [...bench.counting.runs.keys()].filter((one) => one === name || backlog.includes(one));
    expect(order.indexOf(name)).toBeLessThan(3);
  });

  test("a direct call that sends a job's id leaves the job's records and charge untouched", async () => {
    const caller = await bench.newCaller("free");
    const working = await bench.process();
    const { id } = await submit(working, caller, newName());
    const before = await ended(working, caller, id);
    const read = async () => Array.fromAsync((await working.jobs.records(before)).rows(), keptRecord);
    const first = await read();
    await bench.service.run({
      ...bench.submission(caller, newName(), { count: 1, state: newCallState(bench.clock.now(), id) }),
      entryPoint: "http" as const,
      disconnect: new AbortController().signal,
    });
    expect([first.length, await read()]).toEqual([5, first]);
    expect(await working.jobs.find(caller, id)).toEqual(before);
  });
});
