import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { describeOnBothStores } from "../../../test/support/store/stores.ts";
import type { Store } from "../../store/open-store.ts";
import { openEngine } from "./open-engine.ts";
import type { Offer, WorkEngine } from "./work-engine.ts";

describeOnBothStores("the engine", (fresh) => {
  let store: Store;
  let engine: WorkEngine;
  let queue: string;
  beforeAll(async () => {
    store = await fresh.open();
    engine = await openEngine(store, (error) => expect.fail(String(error)));
  });
  afterAll(() => engine.close());
  beforeEach(() => {
    queue = `source.${randomUUID()}`;
  });

  const offer = (over: Partial<Offer> = {}): Offer => ({ id: randomUUID(), group: "a", priority: 0, ...over });
  const fetchIds = async (max: number, full: string[] = []) =>
    (await engine.fetch(queue, max, full)).map(({ id }) => id);

  test("work is fetched once, by priority and then by age, and only of groups that are not full", async () => {
    const [low, old, young, other] = [offer({ priority: -5 }), offer(), offer(), offer({ group: "b", priority: -9 })];
    for (const one of [low, old, young, other]) await engine.handOver(queue, [one]);
    expect(await engine.queued()).toContain(queue);
    expect(await fetchIds(1, ["a"])).toEqual([other.id]);
    expect(await fetchIds(1)).toEqual([old.id]);
    expect(new Set(await fetchIds(9))).toEqual(new Set([young.id, low.id]));
    expect([await fetchIds(9), await engine.queued()]).toEqual([[], []]);
  });

  test("handing the same work over again has no effect, whether it waits or runs", async () => {
    const one = offer();
    await engine.handOver(queue, [one]);
    await engine.handOver(queue, [{ ...one, group: "b" }]);
    expect(await fetchIds(9)).toEqual([one.id]);
    await engine.handOver(queue, [one]);
    expect(await fetchIds(9)).toEqual([]);
  });

  test("completed work is gone and can be handed over anew", async () => {
    const one = offer();
    await engine.handOver(queue, [one]);
    const [taken] = await engine.fetch(queue, 1, []);
    expect(taken).toEqual({ queue, id: one.id, group: "a", retry: 0 });
    expect(await engine.touch([taken!])).toEqual([]);
    await engine.complete(taken!);
    expect(await engine.touch([taken!])).toEqual([taken]);
    expect(await engine.missing([one.id])).toEqual([one.id]);
    await engine.handOver(queue, [one]);
    expect([await engine.missing([one.id]), await fetchIds(1)]).toEqual([[], [one.id]]);
  });

  test("failed work is offered again at once, and its first worker no longer affects it", async () => {
    await engine.handOver(queue, [offer()]);
    const [first] = await engine.fetch(queue, 1, []);
    await engine.fail(first!);
    const [second] = await engine.fetch(queue, 1, []);
    expect(second).toEqual({ ...first, retry: 1 });
    await engine.fail(first!);
    await engine.complete(first!);
    expect([await fetchIds(1), await engine.touch([first!, second!])]).toEqual([[], [first]]);
    await engine.complete(second!);
    expect(await engine.touch([second!])).toEqual([second]);
  });

  test("work that ends together is all gone, each from its own queue", async () => {
    const others = `source.${randomUUID()}`;
    await engine.handOver(queue, [offer(), offer(), offer()]);
    await engine.handOver(others, [offer()]);
    const taken = [...(await engine.fetch(queue, 3, [])), ...(await engine.fetch(others, 1, []))];
    await Promise.all(taken.map((one) => engine.complete(one)));
    expect(await engine.touch(taken)).toEqual(taken);
  });

  test("removed work is lost to its worker", async () => {
    await engine.handOver(queue, [offer(), offer()]);
    const taken = await engine.fetch(queue, 2, []);
    await engine.remove(queue, taken[0]!.id);
    expect(await engine.touch(taken)).toEqual([taken[0]]);
  });

  test("processes that fetch concurrently never get the same work", async () => {
    const offers = Array.from({ length: 40 }, () => offer());
    await engine.handOver(queue, offers);
    const got = (await Promise.all(Array.from({ length: 10 }, () => fetchIds(4)))).flat();
    got.push(...(await fetchIds(40)));
    expect(got.toSorted()).toEqual(offers.map(({ id }) => id).toSorted());
  });

  test.runIf(fresh.dialect === "postgres")("the work of a silent worker is offered again", async () => {
    await engine.handOver(queue, [offer()]);
    const [dead] = await engine.fetch(queue, 1, []);
    if (store.dialect !== "postgres") throw new Error(store.dialect);
    expect(await engine.queued()).not.toContain(queue);
    await store.pool.query("update pgboss.job set heartbeat_on = now() - interval '11 seconds' where state = 'active'");
    await expect
      .poll(async () => (await engine.queued()) && (await engine.fetch(queue, 1, [])), { timeout: 10_000 })
      .toEqual([{ ...dead, retry: 1 }]);
    await engine.complete(dead!);
    expect(await engine.touch([dead!, { ...dead!, retry: 1 }])).toEqual([dead]);
  });
});
