import { beforeAll, beforeEach, expect, test } from "vitest";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import { SimulatedClock } from "../base/clock.ts";
import type { Store } from "../store/open-store.ts";
import { createBatchStore } from "./batches/store.ts";
import { listJobs } from "./job-list.ts";
import { createJobStore, type JobRow, type JobStore, NEVER, type NewJob } from "./job-store.ts";
import { createJobFeed } from "./running/job-feed.ts";

const ending = {
  status: "succeeded" as const,
  charged: 3,
  http_status: 200,
  error_code: null,
  error_detail: null,
  results_end: null,
};

describeOnBothStores("the rows of jobs", (fresh) => {
  const clock = new SimulatedClock();
  let store: Store;
  let jobs: JobStore;
  beforeAll(async () => {
    store = await fresh.open();
  });
  beforeEach(async () => {
    await store.db.deleteFrom("jobs").execute();
    jobs = createJobStore(store, clock);
    clock.advance(1_000_000);
  });

  const job = (id: string, over: Partial<NewJob> = {}): NewJob => ({
    id,
    account_id: "a1",
    key_id: "k1",
    source: "toys",
    endpoint: "/api/toys/all",
    params: '{"q":1}',
    timeout: 60,
    held: 0,
    attempt: 0,
    records: 0,
    charged: 0,
    ...over,
  });
  const find = async (id: string): Promise<JobRow> => (await jobs.find(id))!;

  test("a job drops one priority for every ten jobs waiting in its account", async () => {
    expect(await jobs.nextPlace("a1")).toBe(0);
    await jobs.insert(
      Array.from({ length: 12 }, (_, at) => job(`j${at + 10}`)),
      0,
    );
    await jobs.insert([job("other", { account_id: "a2" }), job("running", { status: "running" })], 9);
    expect([await jobs.nextPlace("a1"), await jobs.nextPlace("a2"), await jobs.nextPlace("a3")]).toEqual([12, 1, 0]);
    const priorities = await Promise.all(
      ["j10", "j19", "j20", "j21", "other", "running"].map(async (id) => (await find(id)).priority),
    );
    expect(priorities.map((one) => one + 0)).toEqual([0, 0, -1, -1, 0, -1]);
    expect(await find("j10")).toMatchObject({
      status: "queued",
      run_after: clock.now(),
      created_at: clock.now(),
      attempt: 0,
    });
    await jobs.insert([job("j10", { params: "{}" })], 0);
    expect((await find("j10")).params).toBe('{"q":1}');
  });

  test("inserting more rows than fit in one statement stores them all", async () => {
    await jobs.insert(
      Array.from({ length: 1_001 }, (_, at) => job(`many-${at}`)),
      0,
    );
    expect(await jobs.nextPlace("a1")).toBe(1_000);
    expect([await jobs.find("many-0"), await jobs.find("many-500"), await jobs.find("many-1000")]).not.toContain(
      undefined,
    );
  });

  test("an attempt begins only if the job may run now, and counts", async () => {
    const now = clock.now();
    await jobs.insert(
      [
        job("due", { run_after: now }),
        job("later", { run_after: now + 1 }),
        job("never", { run_after: NEVER }),
        job("half", { status: "admitting" }),
        job("ended", { status: "succeeded", ended_at: now }),
        job("retried", { status: "running", attempt: 1, pages: 3 }),
      ],
      0,
    );
    for (const id of ["later", "never", "half", "ended", "none"]) {
      expect(await jobs.begin(id), id).toBeUndefined();
    }
    expect(await jobs.begin("due")).toMatchObject({ status: "running", attempt: 1, started_at: now });
    expect(await jobs.begin("retried")).toMatchObject({ status: "running", attempt: 2, pages: 0, records: 0 });
    clock.advance(1);
    expect(await jobs.begin("later")).toMatchObject({ attempt: 1 });
  });

  test("only the attempt that began last changes a job", async () => {
    await jobs.insert([job("j", { announced_at: 1 })], 0);
    const dead = (await jobs.begin("j"))!;
    const mine = (await jobs.begin("j"))!;
    const progress = { pages: 2, records: 20 };
    expect([await jobs.progress(dead, progress), await jobs.held(dead, 7)]).toEqual([false, false]);
    await jobs.release(dead, 0);
    expect(await find("j")).toMatchObject({ status: "running", pages: 0, held: 0, attempt: 2 });
    expect([await jobs.progress(mine, progress), await jobs.held(mine, 7)]).toEqual([true, true]);
    expect(await find("j")).toMatchObject({ pages: 2, records: 20, held: 7 });
    await jobs.release(mine, clock.now() + 50);
    expect(await find("j")).toMatchObject({
      status: "queued",
      attempt: 1,
      run_after: clock.now() + 50,
      announced_at: null,
    });
    expect([await jobs.progress(mine, progress), await jobs.held(mine, 0)]).toEqual([false, false]);
  });

  test("a job ends only once", async () => {
    await jobs.insert([job("j"), job("half", { status: "admitting" })], 0);
    expect(await jobs.finish("j", ending)).toMatchObject({ id: "j", status: "succeeded" });
    expect(await find("j")).toMatchObject({
      status: "succeeded",
      charged: 3,
      ended_at: clock.now(),
      announced_at: null,
    });
    expect(await jobs.finish("j", { ...ending, status: "failed" })).toBeUndefined();
    expect((await find("j")).status).toBe("succeeded");
    expect([await jobs.finish("half", ending), await jobs.finish("none", ending)]).toMatchObject([
      { id: "half" },
      undefined,
    ]);
  });

  test("a job that no schedule and no webhook waits for has no follow-up when it ends", async () => {
    const endpoint = { url: "https://x.example", secret: "s", status: "disabled" as const, created_at: 1 };
    await store.db
      .insertInto("webhook_endpoints")
      .values({ id: "w", account_id: "heard", ...endpoint })
      .execute();
    await jobs.insert(
      [
        job("unheard"),
        job("named", { webhook: "https://y.example" }),
        job("scheduled", { schedule_id: "s" }),
        job("subscribed", { account_id: "heard" }),
      ],
      0,
    );
    const followed = async (id: string) => [id, (await jobs.finish(id, ending))?.notified];
    expect(await Promise.all(["unheard", "named", "scheduled", "subscribed"].map(followed))).toEqual([
      ["unheard", 1],
      ["named", 0],
      ["scheduled", 0],
      ["subscribed", 0],
    ]);
  });

  test("a job that was never admitted is queued, withdrawn, or found half submitted", async () => {
    await jobs.insert([job("a", { status: "admitting" }), job("b", { status: "admitting" }), job("c")], 0);
    const { enqueue } = createJobFeed(store, clock);
    expect(await enqueue("a", 6, false)).toMatchObject({ status: "queued", held: 6, announced_at: null });
    expect(await enqueue("c", 9, true)).toBeUndefined();
    expect((await find("c")).held).toBe(0);
    expect((await jobs.halfSubmitted(clock.now())).map(({ id }) => id)).toEqual([]);
    expect((await jobs.halfSubmitted(clock.now() + 1)).map(({ id }) => id)).toEqual(["b"]);
    await jobs.remove("a");
    await jobs.remove("b");
    expect([(await find("a")).id, await jobs.find("b")]).toEqual(["a", undefined]);
  });

  test("only jobs that ended long ago are deleted", async () => {
    await jobs.insert([job("old"), job("new"), job("open")], 0);
    await jobs.finish("old", ending);
    clock.advance(10);
    await jobs.finish("new", ending);
    await jobs.deleteOld(clock.now(), clock.now());
    const left = await store.db.selectFrom("jobs").select("id").orderBy("id").execute();
    expect(left.map(({ id }) => id)).toEqual(["new", "open"]);
  });

  test("a list applies every filter and is paged newest first", async () => {
    const at = clock.now();
    const rows = [
      job("j1", { created_at: at + 1 }),
      job("j2", { created_at: at + 2, status: "succeeded", endpoint: "/api/toys/one" }),
      job("j3", { created_at: at + 2, key_id: "k2" }),
      job("j4", { created_at: at + 4, batch_id: "b1" }),
      job("j5", { created_at: at + 5, status: "admitting" }),
      job("j6", { created_at: at + 6, account_id: "a2" }),
    ];
    await jobs.insert(rows, 0);
    const owner = (sources: string[] | null = null) => ({
      account: { id: "a1" },
      key: { id: "k1", sources, person_id: "a1" },
    });
    const list = async (filter: object, sources: string[] | null = null) =>
      (await listJobs(store.db, owner(sources), { limit: 10, cursor: null, ...filter })).rows.map(({ id }) => id);
    expect(await list({})).toEqual(["j3", "j2", "j1"]);
    expect(await list({}, ["toys"])).toEqual(["j2", "j1"]);
    expect(await list({ batchId: "b1" })).toEqual(["j4"]);
    expect(await list({ status: "succeeded" })).toEqual(["j2"]);
    expect(await list({ operation: "/api/toys/one" })).toEqual(["j2"]);
    expect(await list({ start: at + 2 })).toEqual(["j3", "j2"]);
    expect(await list({ end: at + 2 })).toEqual(["j1"]);
    expect(await list({ start: null, end: null, status: null, operation: null, batchId: null })).toHaveLength(3);
    const page = (cursor: string | null, limit: number) => listJobs(store.db, owner(), { limit, cursor });
    const first = await page(null, 1);
    const second = await page(first.next_cursor, 2);
    expect([first.rows.length, second.rows.map(({ id }) => id), second.next_cursor]).toEqual([1, ["j2", "j1"], null]);
    expect((await page(null, 3)).next_cursor).toBeNull();
  });

  test("a batch counts its items, reschedules waiting ones, and ends when none is open", async () => {
    const batches = createBatchStore(store, clock);
    await store.db.deleteFrom("batches").execute();
    const batch = (id: string, over: object = {}) => ({
      id,
      account_id: "a1",
      key_id: "k1",
      source: "toys",
      endpoint: "/api/toys/all",
      total: 3,
      status: "running" as const,
      cost_at_most: 9,
      digest: "d",
      created_at: clock.now(),
      idempotency_key: null,
      ...over,
    });
    await batches.insert(batch("b1", { idempotency_key: "key" }));
    const item = (id: string, over: Partial<NewJob> = {}) => job(id, { batch_id: "b1", ...over });
    await jobs.insert(
      [
        item("w", { run_after: NEVER, line: 1 }),
        item("h", { run_after: NEVER, held: 3, line: 2 }),
        item("s", { status: "succeeded", records: 5, charged: 3, ended_at: 1, line: 3 }),
        item("f", {
          status: "failed",
          records: 7,
          charged: 0,
          ended_at: 1,
          line: 4,
          attempt: 2,
          error_detail: '"no"',
          http_status: 412,
        }),
        job("stranger", { run_after: NEVER }),
      ],
      0,
    );
    expect(await batches.counts("b1")).toEqual({
      items: { queued: 2, running: 0, succeeded: 1, failed: 1, cancelled: 0 },
      records: 5,
      charged: 3,
    });
    expect(await batches.counts("none")).toMatchObject({ records: 0, charged: 0, items: { queued: 0 } });
    expect([(await batches.findByKey("a1", "key"))?.id, await batches.findByKey("a2", "key")]).toEqual([
      "b1",
      undefined,
    ]);
    await batches.moveWaiting("b1", clock.now());
    expect([(await find("w")).run_after, (await find("stranger")).run_after]).toEqual([clock.now(), NEVER]);
    await batches.moveWaiting("b1", NEVER);
    expect((await find("w")).run_after).toBe(NEVER);

    await batches.requeueFailed("b1", 1);
    expect(await jobs.find("f")).toBeUndefined();
    const again = await store.db.selectFrom("jobs").where("line", "=", 4).selectAll().executeTakeFirstOrThrow();
    expect(again).toMatchObject({
      status: "queued",
      attempt: 0,
      held: 0,
      run_after: clock.now(),
      ended_at: null,
      error_detail: null,
      http_status: null,
    });
    expect(again.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);

    expect(await batches.finish("b1")).toBe(false);
    await batches.deleteWaiting("b1");
    expect(await jobs.find("w")).toBeUndefined();
    expect((await batches.openItems("b1")).map(({ id }) => id)).toEqual(["h"]);
    await jobs.finish("h", ending);
    expect(await batches.finish("b1")).toBe(true);
    expect(await batches.finish("b1")).toBe(false);
    expect(await batches.find("b1")).toMatchObject({ status: "finished", ended_at: clock.now() });

    await batches.insert(batch("half", { status: "admitting" }));
    await jobs.insert([job("of-half", { batch_id: "half" })], 0);
    clock.advance(300_000);
    await batches.removeHalfSubmitted();
    expect((await batches.find("half"))?.id).toBe("half");
    clock.advance(1);
    expect(await batches.set("half", ["running"], { status: "paused" })).toBe(false);
    expect((await batches.open()).map(({ id }) => id)).toEqual(["half"]);
    await batches.removeHalfSubmitted();
    expect([await batches.find("half"), await jobs.find("of-half")]).toEqual([undefined, undefined]);
  });
});
