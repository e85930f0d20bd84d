import { describe, expect, test } from "vitest";
import { recordsIn, thrownCode, useService } from "../../test/support/service/use-service.ts";
import { hashSecret } from "../accounts/key-secret.ts";
import { WinnowError } from "../contract/errors.ts";
import type { Hold } from "../metering/types.ts";
import { CallLimiter } from "../overload/call-limiter.ts";
import { createCallLog } from "./call-log.ts";
import { createEvidence } from "./evidence.ts";
import { createLookupCache } from "./lookup-cache.ts";
import { newCallState, type OperationCall } from "./operation-call.ts";

describe("how calls are answered", () => {
  const bench = useService();
  const { call, clock, names, counting, pointsOf, lastRow } = bench;
  const lookups = () => createLookupCache({ db: bench.store.db, clock, originOf: () => "https://counting.example" });

  describe("a cached response", () => {
    test("a cached response is returned again, free, with its age, for the same request; no-cache calls the site", async () => {
      const [one, other] = [await bench.newCaller("free", 50), await bench.newCaller("free", 50)];
      const service = bench.service({ lookups: lookups() });
      const asked = (over: object = {}) => call(other, { entry: names, name: "kept", ...over });
      const first = await service.run({ ...asked(), caller: one });
      expect(await pointsOf(one)).toBe(48);
      clock.advance(5_000);
      const second = asked();
      expect(await service.run(second)).toMatchObject({
        body: first.body,
        count: 5,
        resultId: second.state.requestId,
        stats: { pages: 0, records: 0, retries: 0, bytes: 0 },
      });
      expect(second.state).toMatchObject({ charged: 0, points: 50, kind: "admitted", facts: { age: 5 } });
      expect(await lastRow(other)).toMatchObject({ cost: 0, response_count: 5, age: 5, response_status_code: 200 });
      const streamed = asked();
      expect(await Array.fromAsync(service.stream(streamed))).toEqual(recordsIn(first.body));
      expect(streamed.state.facts).toMatchObject({ age: 5 });
      const held = asked();
      const hold = await service.admit(held);
      if ("body" in hold) throw new Error("it was never run");
      expect([hold.amount, (await service.runHeld(held, hold)).count]).toEqual([0, 5]);
      expect(await pointsOf(other)).toBe(50);
      expect(counting.runs.get("kept")).toBe(1);
      await service.run(asked({ options: { no_cache: true } }));
      expect([counting.runs.get("kept"), await pointsOf(other)]).toEqual([2, 48]);
    });

    test("a cached response is not for a job that bypasses the cache: it holds the price, and its worker calls the site", async () => {
      const caller = await bench.newCaller("free", 50);
      const service = bench.service({ lookups: lookups() });
      const asked = (over: object = {}) => call(caller, { entry: names, name: "job", ...over });
      await service.run(asked());
      await service.admit(asked({ options: { max_age: 5 } }));
      expect(await service.quote(asked())).toBe(0);
      const job = asked({ options: { no_cache: true }, background: { holdSeconds: 600, isQueued: true } });
      const hold = (await service.admit(job)) as Hold;
      expect([hold.amount, await service.quote(asked())]).toEqual([2, 0]);
      await service.runHeld(job, hold);
      expect(counting.runs.get("job")).toBe(2);
    });

    test("a cached response that cannot be read or stored does not fail the call; the operator is notified", async () => {
      const caller = await bench.newCaller("free", 50);
      const broken = () => Promise.reject(new Error("disk"));
      const service = bench.service({ lookups: { find: broken, keep: broken } });
      expect((await service.run(call(caller, { entry: names, name: "disk" }))).count).toBe(5);
      expect(bench.logged.splice(0)).toEqual([
        "no stored response could be read",
        "the response of a lookup could not be cached",
      ]);
      // Without cache terms the cache is not queried.
      await service.run(call(caller, { name: "disk" })).catch(() => {});
      expect(bench.logged.splice(0)).not.toContain("the lookup cache could not be read");
    });

    test("or a stand-in's, is free for a picker and leaves no record; a site is not called for free", async () => {
      const caller = await bench.newCaller("free", 50);
      const service = bench.service({ lookups: lookups() });
      const asked = () => call(caller, { entry: names, name: "picked", count: 3 });
      expect(await service.freeAnswer(asked(), false)).toBeNull();
      const free = await service.freeAnswer(asked(), true);
      expect(free).toMatchObject({ results: 3, warc: null, facts: { age: null, resultsEnd: "count" } });
      expect(recordsIn(free!.body)).toHaveLength(3);
      clock.advance(2_000);
      expect(await service.freeAnswer(asked(), false)).toMatchObject({ results: 3, facts: { age: 2 } });
      expect(await service.freeAnswer(asked(), true)).toMatchObject({ facts: { age: 2 } });
      expect(counting.runs.get("picked")).toBe(1);
      expect([await pointsOf(caller), await lastRow(caller)]).toEqual([50, undefined]);
    });
  });

  describe("a stream", () => {
    test("yields each record, is charged after the last, and knows its facts at the first", async () => {
      const caller = await bench.newCaller("free", 100);
      const asked = call(caller, { name: "flow", count: 11 });
      const seen: unknown[] = [];
      for await (const record of bench.service().stream(asked)) {
        if (seen.length === 0) expect(asked.state.facts).toMatchObject({ resultsEnd: null, warnings: [] });
        expect(asked.state.charged).toBe(0);
        seen.push(record);
      }
      expect(seen).toHaveLength(11);
      expect(asked.state).toMatchObject({ charged: 6, points: 94, facts: { resultsEnd: "count" } });
      expect(await lastRow(caller)).toMatchObject({ cost: 6, response_count: 11, response_status_code: 200 });
    });

    test("a stream that fails half-way throws where it stopped, and costs nothing", async () => {
      const caller = await bench.newCaller("free", 100);
      const asked = call(caller, { name: "none" });
      expect(await thrownCode(() => Array.fromAsync(bench.service().stream(asked)))).not.toBe("none");
      expect(await lastRow(caller)).toMatchObject({ cost: 0, response_status_code: 412 });
      expect(asked.state.points).toBe(100);
    });

    test("whose client disconnects is charged for what was sent, and continues with its key", async () => {
      const caller = await bench.newCaller("free", 100);
      const service = bench.service();
      const asked = call(caller, { name: "half", count: 30, options: { idempotency_key: "half" }, sent: () => 11 });
      let taken = 0;
      for await (const _ of service.stream(asked)) if (++taken === 12) break;
      expect(asked.state).toMatchObject({ charged: 6, points: 94 });
      expect(await lastRow(caller)).toMatchObject({
        cost: 6,
        response_count: 11,
        response_status_code: 200,
        results_end: null,
        warnings: ["stream_left"],
        response_error_text: "Client disconnected. 11 records had been sent and are charged.",
      });
      const again = call(caller, { name: "half", count: 30, options: { idempotency_key: "half" } });
      expect((await service.run(again)).count).toBe(30);
      expect(again.state.facts).toMatchObject({ resultsEnd: "count", warnings: ["continued:6"] });
    });

    test("whose client disconnects counts all records taken, unless the entry point knows better", async () => {
      const caller = await bench.newCaller("free", 100);
      let taken = 0;
      for await (const _ of bench.service().stream(call(caller, { name: "all", count: 30 }))) if (++taken === 11) break;
      expect(await lastRow(caller)).toMatchObject({ cost: 6, response_count: 11 });
    });

    test("a stream that reaches its own deadline is charged for what was sent, reports it, and continues with its key", async () => {
      const caller = await bench.newCaller("free", 100);
      const service = bench.service();
      counting.holdNextRun("deadline");
      const asked = call(caller, { name: "deadline", count: 30, options: { idempotency_key: "deadline" } });
      const records = service.stream(asked);
      await records.next();
      const stopped = expect(records.next()).rejects.toMatchObject({
        code: "deadline",
        detail: expect.stringContaining("timeout of 300 s"),
      });
      clock.advance(300_000);
      await stopped;
      expect(asked.state).toMatchObject({ charged: 3, points: 97, facts: { warnings: ["stream_timed_out"] } });
      expect(await lastRow(caller)).toMatchObject({
        cost: 3,
        is_paid: true,
        response_count: 1,
        response_status_code: 200,
        warnings: ["stream_timed_out"],
        response_error_text: "The request reached its timeout. 1 record had been sent and is charged.",
      });
      const again = call(caller, { name: "deadline", count: 30, options: { idempotency_key: "deadline" } });
      expect((await service.run(again)).count).toBe(30);
      expect(await pointsOf(caller)).toBe(91);
    });

    test("whose reader stops taking records is charged at its deadline, before its hold expires", async () => {
      const caller = await bench.newCaller("free", 100);
      const records = bench.service().stream(call(caller, { name: "stalled", count: 30 }));
      for (let taken = 0; taken < 11; taken++) await records.next();
      clock.advance(300_000);
      await expect.poll(async () => (await lastRow(caller))?.cost).toBe(6);
      clock.advance(60_000);
      await bench.metering.maintenance.expireHolds();
      await expect(records.next()).rejects.toMatchObject({
        code: "deadline",
        detail: expect.stringContaining("11 records"),
      });
      expect([await pointsOf(caller), (await records.next()).done]).toEqual([94, true]);
    });

    test("a stream that sent nothing costs nothing", async () => {
      const caller = await bench.newCaller("free", 100);
      const disconnect = new AbortController();
      const asked = call(caller, { name: "unsent", count: 30, disconnect: disconnect.signal, sent: () => 0 });
      for await (const _ of bench.service().stream(asked)) {
        disconnect.abort();
        break;
      }
      expect(await lastRow(caller)).toMatchObject({ cost: 0, response_status_code: 499, response_count: 0 });
      expect(asked.state).toMatchObject({ charged: 0, points: 100 });
    });

    test("whose client is gone when the last record comes is disconnected, not complete", async () => {
      const caller = await bench.newCaller("free", 100);
      const disconnect = new AbortController();
      const asked = call(caller, { name: "late", count: 2, disconnect: disconnect.signal });
      let taken = 0;
      for await (const _ of bench.service().stream(asked)) if (++taken === 2) disconnect.abort();
      expect(await lastRow(caller)).toMatchObject({ warnings: ["stream_left"], cost: 3, response_count: 2 });
    });
  });

  describe("at the concurrency limiter", () => {
    const limiterOf = (maxInFlight: number) => new CallLimiter(clock, { maxInFlight, maxQueued: 5 });

    test("a call has a slot while it runs, and releases it however it ends", async () => {
      const caller = await bench.newCaller("free", 100);
      const limiter = limiterOf(2);
      const service = bench.service({ limiter });
      const closed = counting.holdNextRun("placed");
      const running = service.run(call(caller, { name: "placed" }));
      await closed.reached;
      expect(limiter.state.inFlight).toBe(1);
      closed.open();
      await running;
      expect(limiter.state.inFlight).toBe(0);
      expect(await thrownCode(() => service.run(call(caller, { name: "none" })))).not.toBe("none");
      expect(limiter.state.inFlight).toBe(0);
      for await (const _ of service.stream(call(caller, { name: "streamed" }))) expect(limiter.state.inFlight).toBe(1);
      expect(limiter.state.inFlight).toBe(0);
    });

    test("a call that waits for its slot has the wait in its timeline; a job does not wait here", async () => {
      const caller = await bench.newCaller("free", 100);
      const limiter = limiterOf(1);
      const service = bench.service({ limiter });
      const signal = new AbortController().signal;
      const [arrivedAt, deadline] = [clock.now(), clock.now() + 1_000];
      const leave = await limiter.enter({ account: "x", source: "x", arrivedAt, deadline, signal });
      const job = call(caller, { name: "job at the gate", background: { holdSeconds: 900 } });
      await service.run(job);
      expect(job.state.timeline.steps.map(({ name }) => name)).toEqual(["admission", "settle"]);
      const waiting = call(caller, { name: "waits" });
      const running = service.run(waiting);
      clock.advance(70);
      leave();
      await running;
      expect(waiting.state.timeline.steps[0]).toEqual({ name: "queue", at: 0, ms: 70 });
    });

    test("a call waits under its account and source until its timeout expires or its client disconnects", async () => {
      const caller = await bench.newCaller("free", 100);
      const limiter = limiterOf(1);
      const signal = new AbortController().signal;
      const entered: object[] = [];
      const enter = limiter.enter.bind(limiter);
      limiter.enter = (caller) => {
        entered.push(caller);
        return enter(caller);
      };
      const asked = call(caller, { name: "deadline", disconnect: signal });
      await bench.service({ limiter }).run(asked);
      expect(entered).toEqual([
        {
          account: caller.account.id,
          source: "counting",
          signal,
          arrivedAt: asked.state.startedAt,
          deadline: asked.state.startedAt + 300_000,
        },
      ]);
    });

    test("without capacity, a recently identified caller is rejected by the key's hash alone", async () => {
      const limiter = new CallLimiter(clock, { maxInFlight: 1, maxQueued: 0 });
      // Rejections that the account's log still takes are not made here.
      const callLog = { ...createCallLog(bench.store.db, clock), leavesOut: () => true };
      const service = bench.service({ limiter, callLog });
      const account = await bench.accounts.createAccount({ email: "known@people.example", plan: "free", points: 100 });
      const { secret } = await bench.accounts.createKey(account.id, { name: "key" });
      const caller = await service.identify(secret, "192.0.2.7");
      const arrive = (isPlain = true) => service.arrive(hashSecret(secret), call(caller).entry, isPlain);
      const goesOn = { arrived: expect.any(Function) };
      expect(arrive()).toEqual(goesOn);
      await service.run(call(caller));
      expect(arrive()).toMatchObject({ error: { code: "overloaded" }, quota: { points: 97 } });
      expect(arrive(false)).toEqual(goesOn);
      clock.advance(2_001);
      expect(arrive()).toEqual(goesOn);
      await service.readQuota(caller, newCallState(clock.now()));
      expect(arrive()).toMatchObject({ quota: { points: 97 } });
    });
  });

  describe("evidence", () => {
    const evidence = () => createEvidence({ db: bench.store.db, clock, originOf: () => "https://counting.example" });

    test("evidence is not kept for a call that its caller ended or that was invalid: the records in it would be free", async () => {
      const caller = await bench.newCaller("free", 100);
      const service = bench.service({ evidence: evidence() });
      const kept = (asked: OperationCall) => service.evidenceOf(caller, asked.state.requestId);
      const left = call(caller, { name: "seen", count: 9, options: { evidence: "keep" } });
      for await (const _ of service.stream(left)) break;
      expect(await kept(left)).toBeNull();
      counting.shelves.set("filter not applied", new WinnowError("validation", []));
      const wrong = call(caller, { name: "filter not applied", options: { evidence: "keep" } });
      expect([await thrownCode(() => service.run(wrong)), await kept(wrong)]).toEqual(["validation", null]);
      for (const begin of [service.run, (asked: OperationCall) => Array.fromAsync(service.stream(asked))]) {
        const { reached } = counting.holdNextRun("late evidence");
        const late = call(caller, { name: "late evidence", options: { evidence: "keep" } });
        const ended = thrownCode(() => begin(late));
        await reached;
        clock.advance(300_000);
        expect([await ended, late.state.evidenceKept, await kept(late)]).toEqual(["deadline", false, null]);
      }
    });

    test("evidence is kept for the caller who requested it, even if the site fails, and for nobody else", async () => {
      const caller = await bench.newCaller("free", 100);
      const service = bench.service({ evidence: evidence() });
      for (const name of ["seen", "none"]) {
        const asked = call(caller, { name, options: { evidence: "keep" } });
        await service.run(asked).catch(() => {});
        expect(asked.state.evidenceKept).toBe(true);
        expect(await service.evidenceOf(caller, asked.state.requestId)).not.toBeNull();
        const elsewhere = { ...caller, key: { ...caller.key, sources: ["stays"] } };
        expect(await service.evidenceOf(elsewhere, asked.state.requestId)).toBeNull();
      }
      const plain = call(caller, { name: "seen" });
      await service.run(plain);
      expect(plain.state.evidenceKept).toBe(false);
      expect(await service.evidenceOf(caller, plain.state.requestId)).toBeNull();
    });

    test("comes with a cached response if requested", async () => {
      const caller = await bench.newCaller("free", 100);
      const service = bench.service({ evidence: evidence(), lookups: lookups() });
      const asked = (evidence?: "keep") => call(caller, { entry: names, name: "proof", options: { evidence } });
      await service.run(asked("keep"));
      const [again, without] = [asked("keep"), asked()];
      await service.run(again);
      await service.run(without);
      expect(counting.runs.get("proof")).toBe(1);
      expect([again.state.evidenceKept, without.state.evidenceKept]).toEqual([true, false]);
      expect(await service.evidenceOf(caller, again.state.requestId)).not.toBeNull();
    });

    test("evidence that cannot be stored does not fail the call; the operator is notified", async () => {
      const caller = await bench.newCaller("free", 100);
      const keep = () => Promise.reject(new Error("disk"));
      const asked = call(caller, { options: { evidence: "keep" } });
      expect((await bench.service({ evidence: { ...evidence(), keep } }).run(asked)).count).toBe(5);
      expect(asked.state.evidenceKept).toBe(false);
      expect(bench.logged.splice(0)).toEqual(["the evidence of a call could not be kept"]);
    });
  });
});
