import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { describeOnBothStores } from "../../../test/support/store/stores.ts";
import { SimulatedClock } from "../../base/clock.ts";
import type { Store } from "../../store/open-store.ts";
import { createFeeder, type Feeder, type Lane } from "../engine/feeder.ts";
import { createMemoryEngine } from "../engine/open-engine.ts";
import type { WorkEngine } from "../engine/work-engine.ts";
import { createJobStore, type JobStore, NEVER, type NewJob } from "../job-store.ts";
import { createJobFeed, type JobFeed, jobLane, sourceQueue } from "./job-feed.ts";

describeOnBothStores("jobs are handed over", (fresh) => {
  const clock = new SimulatedClock();
  let store: Store;
  let jobs: JobStore;
  let feed: JobFeed;
  let engine: WorkEngine;
  let feeder: Feeder;
  beforeAll(async () => {
    store = await fresh.open();
  });
  beforeEach(async () => {
    await store.db.deleteFrom("jobs").execute();
    jobs = createJobStore(store, clock);
    clock.advance(1_000_000);
    open();
  });

  /** A process that starts. */
  function open(): void {
    feed = createJobFeed(store, clock);
    engine = createMemoryEngine();
    const onError = (error: unknown) => expect.fail(String(error));
    feeder = createFeeder({ engine, rows: feed, clock, hasWorkers: true, wake() {}, onError });
  }
  const job = (account_id: string, id: string = randomUUID(), over: Partial<NewJob> = {}): NewJob => ({
    id,
    account_id,
    key_id: `key of ${account_id}`,
    source: "toys",
    endpoint: "/api/toys/all",
    params: "{}",
    timeout: 60,
    held: 0,
    ...over,
  });
  const add = (...all: NewJob[]) =>
    jobs.insert(
      all.map((one, at) => ({ run_after: clock.now() - 1_000 + at, ...one })),
      0,
    );
  /** What the engine offers, in the order in which it is fetched. */
  async function offered(source = "toys"): Promise<string[]> {
    const ids: string[] = [];
    for (;;) {
      const [next] = await engine.fetch(sourceQueue(source), 1, []);
      if (!next) return ids;
      ids.push(next.id);
    }
  }

  test("a few jobs of an account and source at a time, and more as those end", async () => {
    await add(...Array.from({ length: 100 }, () => job("a")), job("a", "elsewhere", { source: "books" }));
    await feeder.round();
    const first = await offered();
    expect([first.length, await offered("books")]).toEqual([64, ["elsewhere"]]);
    await feeder.round();
    expect(await offered()).toEqual([]);
    for (const id of first.slice(0, 3)) await store.db.deleteFrom("jobs").where("id", "=", id).execute();
    feeder.feed(jobLane({ account_id: "a", source: "toys" }));
    await feeder.close();
    expect(await offered()).toHaveLength(3);
  });

  test("accounts take turns: the first job of each comes before the second of any, those that run included", async () => {
    const rows = ["a", "b", "c"].flatMap((account) => [1, 2, 3].map((nth) => job(account, `${account}${nth}`)));
    await add(job("a", "running", { status: "running", announced_at: 1 }), ...rows);
    await feeder.round();
    expect(await offered()).toEqual(["b1", "c1", "a1", "b2", "c2", "a2", "b3", "c3", "a3"]);
    await add(...Array.from({ length: 300 }, () => job("hostile")));
    await feeder.round();
    await add(job("late", "late"));
    await feeder.round();
    expect((await offered()).indexOf("late")).toBeLessThan(2);
  });

  test("within an account, by priority and then by age, even behind others that are handed over", async () => {
    const now = clock.now();
    await add(
      job("a", "low", { priority: -5, run_after: now - 9 }),
      job("a", "older", { run_after: now - 2 }),
      job("a", "due", { run_after: now }),
      job("a", "later", { run_after: now + 1 }),
      job("a", "never", { run_after: NEVER }),
      job("a", "half", { status: "admitting" }),
    );
    await feeder.round();
    expect(await offered()).toEqual(["older", "due", "low"]);
    await add(...[1, 2, 3].map((nth) => job("b", `b${nth}`, { priority: -5 })));
    await feeder.round();
    await add(job("b", "urgent", { priority: 0 }));
    await feeder.round();
    expect((await offered()).slice(0, 2).sort()).toEqual(["b1", "urgent"]);
  });

  test("no job of a key whose window is full, until it opens, except those already held for", async () => {
    await add(job("a", "full"), job("a", "held", { held: 3 }), job("a", "other", { key_id: "another" }));
    feed.closeKey("key of a", clock.now() + 100);
    await feeder.round();
    expect((await offered()).sort()).toEqual(["held", "other"]);
    clock.advance(99);
    await feeder.round();
    expect(await offered()).toEqual([]);
    feeder.feedAt(clock.now() + 1, jobLane({ account_id: "a", source: "toys" }));
    clock.advance(1);
    await feeder.close();
    expect(await offered()).toEqual(["full"]);
  });

  test("a job that is queued while few of its lane are handed over and none waits is handed over with it", async () => {
    await add(job("a", "first", { status: "admitting" }), job("b", "other", { status: "admitting" }));
    expect(await feed.enqueue("first", 3, true)).toMatchObject({ held: 3, announced_at: clock.now(), ahead: 0 });
    expect(await feed.enqueue("other", 3, true)).toMatchObject({ announced_at: clock.now(), ahead: 0 });
    await add(job("a", "second", { status: "admitting" }), job("a", "third", { status: "admitting" }));
    expect(await feed.enqueue("second", 3, true)).toMatchObject({ announced_at: clock.now(), ahead: 1 });
    await add(job("a", "waits"));
    expect(await feed.enqueue("third", 3, true)).toMatchObject({ announced_at: null });
    await add(...Array.from({ length: 32 }, () => job("c", randomUUID(), { announced_at: 1 })));
    await add(job("c", "crowded", { status: "admitting" }));
    expect(await feed.enqueue("crowded", 3, true)).toMatchObject({ announced_at: null });
  });

  test("the end of a job with nothing behind it asks for no more, any other end does", async () => {
    let asked = 0;
    const next = (lane: Lane) => {
      asked += 1;
      return feed.next(lane);
    };
    const counted = { ...feed, next };
    const onError = (error: unknown) => expect.fail(String(error));
    const one = createFeeder({ engine, rows: counted, clock, hasWorkers: true, wake() {}, onError });
    const lane = jobLane({ account_id: "a", source: "toys" });
    await add(job("a", "alone"));
    await one.round();
    one.ended(lane, "alone");
    await one.close();
    expect(asked).toBe(1);
    one.ended(lane, "alone");
    await one.close();
    expect(asked).toBe(2);
    await add(...Array.from({ length: 70 }, (_, at) => job("a", `job-${at}`)));
    await one.round();
    const before = asked;
    for (const id of await offered()) one.ended(lane, id);
    await one.close();
    expect(asked).toBeGreaterThan(before);
  });

  test("an engine that has lost everything gets all of it again, running jobs included", async () => {
    await add(job("a", "waits"), job("a", "runs"), job("a", "ended"));
    await feeder.round();
    await offered();
    await jobs.begin("runs");
    await store.db.updateTable("jobs").set({ status: "failed", ended_at: 1 }).where("id", "=", "ended").execute();
    await feeder.recover();
    await feeder.round();
    expect(await offered()).toEqual([]);
    open();
    await feeder.recover();
    await feeder.round();
    expect((await offered()).sort()).toEqual(["runs", "waits"]);
    expect(await jobs.begin("runs")).toMatchObject({ attempt: 2 });
  });

  test("two processes hand a job over once", async () => {
    await add(...Array.from({ length: 20 }, () => job("a")));
    const other = createFeeder({
      engine,
      rows: createJobFeed(store, clock),
      clock,
      hasWorkers: true,
      wake() {},
      onError: (error) => expect.fail(String(error)),
    });
    await Promise.all([feeder.round(), other.round()]);
    await feeder.round();
    expect(new Set(await offered()).size).toBe(20);
  });

  test("a process without workers in reach hands nothing over", async () => {
    await add(job("a"));
    const none = { hasWorkers: false, wake() {}, onError: (error: unknown) => expect.fail(String(error)) };
    const idle = createFeeder({ engine, rows: feed, clock, ...none });
    idle.feed(jobLane({ account_id: "a", source: "toys" }));
    await idle.round();
    await idle.close();
    expect(await offered()).toEqual([]);
  });
});
