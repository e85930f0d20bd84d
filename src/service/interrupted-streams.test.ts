import { expect, test } from "vitest";
import { recordsIn, thrownCode, useService } from "../../test/support/service/use-service.ts";
import { describeOnDrawnStores } from "../../test/support/store/stores.ts";
import { seeded } from "../source-kit/stand-in/seeded.ts";
import { newCallState, type OperationCall } from "./operation-call.ts";
import type { Service } from "./service.ts";

const COUNT = 47;
const priceOf = (results: number) => 3 * Math.ceil(results / 10);
type Rec = { id: string; price?: number };
const idsOf = (records: unknown[]) => (records as Rec[]).map(({ id }) => id);

describeOnDrawnStores("a stream that was interrupted and is repeated with its Idempotency-Key", (fresh) => {
  const bench = useService(undefined, undefined, fresh);
  const { clock, counting, pointsOf, lastRow } = bench;
  let names = 0;

  /** Calls with one body and one key. */
  async function asking(over: Partial<OperationCall> = {}, points = 100) {
    const caller = await bench.newCaller("free", points);
    const name = `stream ${++names}`;
    const call = (more: Partial<OperationCall> = {}) =>
      bench.call(caller, { name, count: COUNT, options: { idempotency_key: "once" }, ...over, ...more });
    return { caller, name, call };
  }
  const allOf = (name: string) => Array.from({ length: COUNT }, (_, at) => `${name}-${at}`);

  /** Reads so many records and leaves. */
  async function leave(service: Service, call: OperationCall, after: number): Promise<void> {
    let taken = 0;
    for await (const _ of service.stream(call)) if (++taken === after) break;
  }

  test.each(["stream", "call"] as const)("gives all records for the rest of the price (as a %s)", async (how) => {
    const { caller, name, call } = await asking();
    const service = bench.service();
    await leave(service, call(), 25);
    expect(await pointsOf(caller)).toBe(100 - priceOf(25));
    const again = call();
    const records =
      how === "stream" ? await Array.fromAsync(service.stream(again)) : recordsIn((await service.run(again)).body);
    expect(idsOf(records)).toEqual(allOf(name));
    expect(again.state).toMatchObject({
      charged: priceOf(COUNT) - priceOf(25),
      points: 100 - priceOf(COUNT),
      replayed: false,
      facts: { resultsEnd: "count", warnings: [`continued:${priceOf(25)}`] },
    });
    expect(await lastRow(caller)).toMatchObject({
      cost: priceOf(COUNT) - priceOf(25),
      response_count: COUNT,
      results_end: "count",
    });
    const third = call();
    expect(recordsIn((await service.run(third)).body)).toEqual(records);
    expect(third.state).toMatchObject({ charged: 0, replayed: true, facts: { resultsEnd: "count" } });
    expect([await pointsOf(caller), counting.runs.get(name)]).toEqual([100 - priceOf(COUNT), 2]);
  });

  test("costs the price of the records sent so far, however often and in whatever way it is interrupted", async () => {
    for (let seed = 0; seed < 12; seed++) {
      const random = seeded(`interrupted ${seed}`);
      const { caller, name, call } = await asking();
      const service = bench.service();
      let max = 0;
      for (let attempt = 0; attempt < 5; attempt++) {
        const sent = random.int(1, COUNT);
        const way = random.pick(["leaves", "deadline", "dies", "source fails", "unsent"]);
        if (way === "leaves") await leave(service, call(), sent);
        if (way === "unsent") await leave(service, call({ sent: () => 0 }), sent);
        if (way === "dies") {
          const dying = bench.service({ metering: { ...bench.metering, settle: () => new Promise(() => {}) } });
          const reading = dying.stream(call());
          for (let taken = 0; taken < sent; taken++) await reading.next();
          expect(await thrownCode(() => service.run(call()))).toBe("idempotency_running");
          clock.advance(331_000);
          await bench.metering.maintenance.expireHolds();
        }
        if (way === "deadline") {
          const reading = service.stream(call());
          for (let taken = 0; taken < sent; taken++) await reading.next();
          clock.advance(300_000);
          expect(await thrownCode(() => reading.next())).toBe("deadline");
        }
        if (way === "source fails") {
          counting.shelves.set(name, new Error("broken"));
          expect(await thrownCode(() => Array.fromAsync(service.stream(call())))).toBe("internal");
          counting.shelves.delete(name);
        }
        if (way === "leaves" || way === "deadline") max = Math.max(max, sent);
        expect(await pointsOf(caller), `seed ${seed}, ${way} after ${sent}`).toBe(100 - priceOf(max));
      }
      expect(idsOf(await Array.fromAsync(service.stream(call())))).toEqual(allOf(name));
      expect(await pointsOf(caller)).toBe(100 - priceOf(COUNT));
    }
  });

  test("gives the records that were sent as they were, although the site has changed", async () => {
    const { call, name, caller } = await asking();
    const service = bench.service();
    const shelf = (ids: number[], price: number) =>
      counting.shelves.set(
        name,
        ids.map((id) => ({ id: String(id), name, price })),
      );
    shelf([1, 2, 3, 4, 5], 1);
    await leave(service, call(), 3);
    shelf([9, 4, 2, 1, 5], 2);
    const records = (await Array.fromAsync(service.stream(call()))) as Rec[];
    expect(records.map(({ id, price }) => [id, price])).toEqual([
      ...["1", "2", "3"].map((id) => [id, 1]),
      ...["9", "4", "5"].map((id) => [id, 2]),
    ]);
    expect(await pointsOf(caller)).toBe(97);
    const cut = await asking({ request: { name, count: 4, timeout: 300 } });
    await leave(service, cut.call(), 3);
    shelf([1, 3, 5, 7], 3);
    const four = cut.call();
    expect(idsOf(recordsIn((await service.run(four)).body))).toEqual(["9", "4", "2", "1"].slice(0, 3).concat("1"));
    expect(four.state.facts).toMatchObject({ resultsEnd: "count" });
  });

  test("runs once if it is repeated twice at the same time", async () => {
    const { call, name } = await asking();
    const service = bench.service();
    await leave(service, call(), 5);
    const held = counting.holdNextRun(name);
    const running = service.run(call());
    await held.reached;
    expect(await thrownCode(() => service.run(call()))).toBe("idempotency_running");
    held.open();
    expect((await running).count).toBe(COUNT);
  });

  test("a stream that was interrupted and is repeated with its Idempotency-Key is a new request after 24 hours, and without points it is refused and can be repeated", async () => {
    const { caller, call, name } = await asking({}, 15);
    const service = bench.service();
    await leave(service, call(), 20);
    await bench.accounts.grant(caller.account.id, -1, { kind: "correction" });
    const poor = service.run(call());
    await expect(poor).rejects.toMatchObject({ detail: expect.stringContaining("can cost 9, and 8 are left") });
    await bench.accounts.grant(caller.account.id, 1);
    expect(idsOf(recordsIn((await service.run(call())).body))).toEqual(allOf(name));
    expect(await pointsOf(caller)).toBe(0);
    await bench.accounts.grant(caller.account.id, 50);
    clock.advance(86_400_001);
    await leave(service, call({ state: newCallState(clock.now()) }), 20);
    const next = call({ state: newCallState(clock.now()) });
    expect((await service.run(next)).count).toBe(COUNT);
    expect(await pointsOf(caller)).toBe(50 - priceOf(COUNT));
  });

  test("a stream that was interrupted and is repeated with its Idempotency-Key is refused, with what was sent and what it cost, if its records cannot be told apart", async () => {
    const { caller, call, name } = await asking();
    counting.shelves.set(
      name,
      Array.from({ length: 30 }, () => ({ id: "", name })),
    );
    const service = bench.service();
    await leave(service, call(), 12);
    await expect(service.run(call())).rejects.toMatchObject({
      code: "result_incomplete",
      detail: [expect.objectContaining({ msg: expect.stringContaining("after 12 records, which cost 6 points") })],
    });
    expect([await pointsOf(caller), counting.runs.get(name)]).toEqual([94, 1]);
  });
});
