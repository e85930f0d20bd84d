import { describe, expect, test } from "vitest";
import { openPlan } from "../../test/support/metering/open-plan.ts";
import { recordsIn, thrownCode, useService } from "../../test/support/service/use-service.ts";
import { describeOnDrawnStores } from "../../test/support/store/stores.ts";
import type { Caller } from "../accounts/types.ts";
import type { CallOptions } from "../contract/call-options.ts";
import { NoSuchThing, NotResponding } from "../contract/errors.ts";
import { createIncidentStore } from "../health/incident-store.ts";
import type { OperationCall } from "./operation-call.ts";

const within = (max_age: number, more: CallOptions = {}): CallOptions => ({ max_age, ...more });

describeOnDrawnStores("an answer to an equal request", (fresh) => {
  const bench = useService(openPlan(100_000), undefined, fresh);
  const { call, clock, counting, pointsOf } = bench;
  let names = 0;
  const unused = () => `thing-${++names}`;
  const runs = (name: string) => counting.runs.get(name) ?? 0;

  async function ask(caller: Caller, name: string, over: Partial<OperationCall> = {}) {
    const asked = call(caller, { name, ...over });
    const { body, resultId } = await bench.service().run(asked);
    const { charged, reused, facts, requestId } = asked.state;
    return {
      charged,
      state: reused?.state ?? null,
      from: reused?.requestId,
      age: facts?.age,
      body,
      requestId,
      resultId,
    };
  }

  test("an answer to an equal request is given again within the allowed age, free, whole, with its age and the id of the first request", async () => {
    const caller = await bench.newCaller();
    const name = unused();
    const first = await ask(caller, name);
    clock.advance(60_000);
    const points = await pointsOf(caller);
    const again = await ask(caller, name, { options: within(60) });
    expect(again).toMatchObject({
      charged: 0,
      state: "hit",
      age: 60,
      from: first.requestId,
      resultId: first.requestId,
    });
    expect([again.body, runs(name), await pointsOf(caller)]).toEqual([first.body, 1, points]);
    expect(await bench.lastRow(caller)).toMatchObject({ cost: 0, age: 60, response_count: 5 });
  });

  test("an answer to an equal request is not given to a call that does not ask for one, or whose age is exceeded by a second", async () => {
    const caller = await bench.newCaller();
    const name = unused();
    await ask(caller, name, { options: within(60) });
    expect(await ask(caller, name)).toMatchObject({ charged: 3, state: null });
    clock.advance(61_000);
    expect(await ask(caller, name, { options: within(60) })).toMatchObject({ charged: 3, state: null });
    expect(runs(name)).toBe(3);
  });

  test("an answer to an equal request is not older for having been given again", async () => {
    const caller = await bench.newCaller();
    const name = unused();
    await ask(caller, name);
    clock.advance(50_000);
    expect(await ask(caller, name, { options: within(60) })).toMatchObject({ state: "hit" });
    clock.advance(50_000);
    expect(await ask(caller, name, { options: within(60) })).toMatchObject({ state: null, charged: 3 });
  });

  test("an answer to an equal request is of the same account, operation and values, whatever their order and timeout", async () => {
    const [caller, other] = [await bench.newCaller(), await bench.newCaller()];
    const name = unused();
    await ask(caller, name);
    const options = within(60);
    const state = async (by: Caller, over: Partial<OperationCall>) => (await ask(by, name, { options, ...over })).state;
    expect(await state(other, {})).toBeNull();
    expect(await state(caller, { request: { name, count: 6, timeout: 300 } })).toBeNull();
    expect(await state(caller, { entry: bench.names })).toBeNull();
    expect(await state(caller, { request: { timeout: 20, count: 5, name } })).toBe("hit");
  });

  test("costs no points, so that an account without any gets it", async () => {
    const caller = await bench.newCaller("free", 3);
    const name = unused();
    expect(await ask(caller, name)).toMatchObject({ charged: 3 });
    expect(await ask(caller, name, { options: within(60, { max_cost: 0 }) })).toMatchObject({
      charged: 0,
      state: "hit",
    });
    expect(await thrownCode(() => ask(caller, name, {}))).toBe("not_enough_points");
  });

  test("an answer to an equal request is never one with a warning, a recalled one, or one of a time whose records were recalled", async () => {
    const caller = await bench.newCaller();
    const { db } = bench.store;
    const spoil = {
      warned: (id: string) =>
        db.updateTable("requests").set({ warnings: "drift:price" }).where("request_id", "=", id).execute(),
      recalled: (id: string) => db.updateTable("requests").set({ recalled: 9 }).where("request_id", "=", id).execute(),
      inRecalledTime: () => {
        const [at, about] = [clock.now(), { source: "counting", operation: "/api/counting/things", field: "price" }];
        const row = { ...about, incident_no: 1, reason: "", from_at: at, to_at: at, created_at: at, created_by: "op" };
        return db.insertInto("recalls").values(row).execute();
      },
      inAnIncident: () => {
        const about = { source: "counting", operation: "/api/counting/things", kind: "drift" as const, field: "price" };
        const incident = { ...about, blocking: false, reason: "", details: { measure: "scale" as const } };
        return createIncidentStore(db).openIncident(incident, clock.now());
      },
    };
    for (const [why, spoiling] of Object.entries(spoil)) {
      clock.advance(1_000);
      const name = unused();
      const { requestId } = await ask(caller, name, { options: within(60) });
      expect([why, (await ask(caller, name, { options: within(60) })).state]).toEqual([why, "hit"]);
      await spoiling(requestId);
      expect([why, (await ask(caller, name, { options: within(60) })).state]).toEqual([why, null]);
    }
    await db.deleteFrom("recalls").execute();
    await db.deleteFrom("incidents").execute();
  });

  test("an answer to an equal request is never a part: a stream that its client left gives nothing again", async () => {
    const caller = await bench.newCaller();
    const name = unused();
    for await (const _ of bench.service().stream(call(caller, { name, options: within(60) }))) break;
    expect(await ask(caller, name, { options: within(60) })).toMatchObject({ state: null, charged: 3 });
    expect(runs(name)).toBe(2);
  });

  test("an answer to an equal request is streamed, free", async () => {
    const caller = await bench.newCaller();
    const name = unused();
    const { body } = await ask(caller, name);
    const asked = call(caller, { name, options: within(60) });
    expect(await Array.fromAsync(bench.service().stream(asked))).toEqual(recordsIn(body));
    expect(asked.state).toMatchObject({ charged: 0, reused: { state: "hit" } });
  });

  test("may be older if the site fails, marked as stale and free; an answer of the site is no failure", async () => {
    const caller = await bench.newCaller();
    const name = unused();
    const first = await ask(caller, name);
    clock.advance(100_000);
    counting.shelves.set(name, new NotResponding("down"));
    const options = within(60, { stale_if_error: 40 });
    const stale = await ask(caller, name, { options });
    expect(stale).toMatchObject({ charged: 0, state: "stale", age: 100, from: first.requestId, body: first.body });
    const streamed = call(caller, { name, options });
    expect(await Array.fromAsync(bench.service().stream(streamed))).toEqual(recordsIn(first.body));
    expect(streamed.state).toMatchObject({ charged: 0, reused: { state: "stale" } });
    expect(await thrownCode(() => ask(caller, name, { options: within(60, { stale_if_error: 39 }) }))).toBe(
      "not_responding",
    );
    counting.shelves.set(name, new NoSuchThing());
    expect(await thrownCode(() => ask(caller, name, { options }))).toBe("no_such_thing");
  });

  test("an answer to an equal request is all that only-if-cached takes", async () => {
    const caller = await bench.newCaller();
    const name = unused();
    const options = within(60, { only_if_cached: true });
    expect(await thrownCode(() => ask(caller, name, { options }))).toBe("not_cached");
    await ask(caller, name);
    expect(await ask(caller, name, { options })).toMatchObject({ state: "hit" });
    expect(runs(name)).toBe(1);
  });

  test("an answer to an equal request is kept back by no-store, by provenance and from calls that want evidence of their own", async () => {
    const caller = await bench.newCaller();
    for (const over of [{ options: { no_store: true } }, { options: { provenance: true } }]) {
      const name = unused();
      await ask(caller, name, over);
      expect(await ask(caller, name, { options: within(60) })).toMatchObject({ state: null });
      expect(await ask(caller, name, { options: within(60, { evidence: "keep" }) })).toMatchObject({ state: null });
    }
  });

  test("an answer to an equal request is replayed for an Idempotency-Key, as the first answer of that key", async () => {
    const caller = await bench.newCaller();
    const name = unused();
    const first = await ask(caller, name);
    const keyed = { options: within(60, { idempotency_key: "one" }) };
    expect(await ask(caller, name, keyed)).toMatchObject({ charged: 0, state: "hit" });
    clock.advance(3_600_000);
    expect(await ask(caller, name, keyed)).toMatchObject({ charged: 0, body: first.body });
    expect(runs(name)).toBe(1);
  });

  describe("while the first request still runs", () => {
    /** Lets simulated time pass until the work is done. */
    async function passing<T>(work: Promise<T>): Promise<T> {
      let isDone = false;
      const done = work.finally(() => {
        isDone = true;
      });
      done.catch(() => {});
      while (!isDone) {
        clock.advance(50);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      return done;
    }

    test("a running equal request is waited for: of 100 equal calls that allow it, one asks the site and pays", async () => {
      const caller = await bench.newCaller();
      const name = unused();
      const gate = counting.holdNextRun(name);
      const all = Promise.all(Array.from({ length: 100 }, () => ask(caller, name, { options: within(600) })));
      await gate.reached;
      gate.open();
      const answers = await passing(all);
      const charges = answers.map(({ charged }) => charged).sort();
      expect([runs(name), charges]).toEqual([1, [...Array(99).fill(0), 3]]);
    });

    test("a running equal request is waited for if it did not ask for any itself, and each call that allows none pays and asks", async () => {
      const caller = await bench.newCaller();
      const name = unused();
      const gate = counting.holdNextRun(name);
      const first = ask(caller, name);
      await gate.reached;
      const allows = ask(caller, name, { options: within(600) });
      const live = await ask(caller, name);
      gate.open();
      expect([(await first).charged, live.charged]).toEqual([3, 3]);
      expect(await passing(allows)).toMatchObject({ charged: 0, state: "hit" });
      expect(runs(name)).toBe(2);
    });

    test("a running equal request is not waited for by another account", async () => {
      const [caller, other] = [await bench.newCaller(), await bench.newCaller()];
      const name = unused();
      const gate = counting.holdNextRun(name);
      const first = ask(caller, name, { options: within(600) });
      await gate.reached;
      expect(await ask(other, name, { options: within(600) })).toMatchObject({ charged: 3, state: null });
      gate.open();
      await first;
      expect(runs(name)).toBe(2);
    });

    test("and fails, is asked for by the next: each failure is free, and nobody waits for a process that died for long", async () => {
      const caller = await bench.newCaller();
      const name = unused();
      counting.shelves.set(name, new NotResponding("down"));
      const all = Array.from({ length: 3 }, () => thrownCode(() => ask(caller, name, { options: within(600) })));
      expect(await passing(Promise.all(all))).toEqual(Array(3).fill("not_responding"));
      counting.shelves.delete(name);
      const dead = call(caller, { name, options: within(600), entryPoint: "http" });
      await bench.service().admit(dead);
      const before = clock.now();
      expect(await passing(ask(caller, name, { options: within(600) }))).toMatchObject({ charged: 3 });
      expect(clock.now() - before).toBeLessThan(31_000);
    });
  });
});
