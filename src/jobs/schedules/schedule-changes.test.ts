import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { useJobs } from "../../../test/support/jobs/use-jobs.ts";
import { things, useSchedules } from "../../../test/support/jobs/use-schedules.ts";
import { describeOnDrawnStores } from "../../../test/support/store/stores.ts";
import type { Caller } from "../../accounts/types.ts";
import { Unreadable } from "../../contract/errors.ts";

describeOnDrawnStores("the changes of a schedule", (fresh) => {
  const bench = useJobs(fresh);
  const { submission, nextRun, changes } = useSchedules(bench);

  test("a run that cannot be compared, or a schedule that cannot be read, does not block other accounts", async () => {
    const process = await bench.process();
    const { db } = bench.store;
    const name = randomUUID();
    bench.counting.shelves.set(name, things("a"));
    const make = async () => {
      const caller = await bench.newCaller("free");
      const { id } = await process.schedules.create(submission(caller, name));
      await nextRun(process, caller, id);
      return { caller, id };
    };
    const [damaged, unreadable, sound] = [await make(), await make(), await make()];
    await db
      .updateTable("schedules")
      .set({ snapshot: Buffer.from("no snapshot") })
      .where("id", "=", damaged.id)
      .execute();
    await db.updateTable("schedules").set({ params: "{" }).where("id", "=", unreadable.id).execute();
    bench.counting.shelves.set(name, things("a", "b"));
    const view = await nextRun(process, sound.caller, sound.id);
    const found = () => changes(process, view);
    expect(await bench.until(found, (changes) => changes.length > 0)).toEqual([["added", "b"]]);

    // The run that could not be compared is set aside and reported.
    const uncompared = db.selectFrom("jobs").where("schedule_id", "=", damaged.id).where("notified", "=", 2);
    // On a slow machine the schedule has run again by now.
    const setAside = () => uncompared.orderBy("created_at").limit(1).select("status").execute();
    await process.sweep();
    await process.sweep();
    expect(await bench.until(setAside, (rows) => rows.length > 0)).toEqual([{ status: "succeeded" }]);
    const { status, pause_reason } = await db
      .selectFrom("schedules")
      .where("id", "=", unreadable.id)
      .selectAll()
      .executeTakeFirstOrThrow();
    expect([status, pause_reason]).toEqual([
      "paused",
      "Winnow cannot read this schedule. Delete it and create it again.",
    ]);
    await db.deleteFrom("schedules").where("id", "=", unreadable.id).execute();
  });

  test("each run is compared with the last; a failed run, or one with an incomplete list, removes nothing", async () => {
    const caller = await bench.newCaller("free");
    const process = await bench.process();
    const name = randomUUID();
    const { shelves } = bench.counting;
    shelves.set(name, things("a", "b"));
    const schedule = await process.schedules.create(submission(caller, name));
    await nextRun(process, caller, schedule.id);
    expect(await changes(process, schedule)).toEqual([]);

    shelves.set(name, [{ id: "a", name: "renamed" }, ...things("c")]);
    await nextRun(process, caller, schedule.id);
    const found = [
      ["removed", "b"],
      ["added", "c"],
      ["changed", "a", { name: { old: "thing a", new: "renamed" } }],
    ];
    expect(await changes(process, schedule)).toEqual(found);

    shelves.set(name, new Unreadable("the page has drifted"));
    const failed = await nextRun(process, caller, schedule.id);
    expect([failed.last_run!.status, failed.status]).toEqual(["failed", "active"]);
    expect(await changes(process, schedule)).toEqual(found);

    shelves.set(name, [{ id: "a", name: "renamed" }, ...things("c")]);
    await nextRun(process, caller, schedule.id);
    expect(await changes(process, schedule)).toEqual(found);
  });

  test("records enter and leave a list truncated at count; a new order of the same records is no change", async () => {
    const caller = await bench.newCaller("free");
    const process = await bench.process();
    const name = randomUUID();
    const request = { name, count: 2, timeout: 300 };
    const show = async (...ids: string[]) => {
      bench.counting.shelves.set(name, things(...ids, "rest"));
      await nextRun(process, caller, schedule.id);
    };
    const schedule = await process.schedules.create(submission(caller, name, { request }));
    await show("a", "b");
    await show("b", "c");
    expect(await changes(process, schedule)).toEqual([["entered", "c"]]);
    for (const pair of [
      ["c", "a"],
      ["a", "b"],
      ["c", "b"],
    ])
      await show(...pair);
    expect(await changes(process, schedule)).toEqual([["entered", "c"]]);
    for (let run = 0; run < 4; run++) await show("b", "c");
    expect(await changes(process, schedule)).toEqual([
      ["left", "a"],
      ["entered", "c"],
    ]);

    const { rows, next_cursor } = await process.schedules.runs(schedule, { limit: 2, cursor: null });
    const none = { added: 0, removed: 0, changed: 0, entered: 0, left: 0 };
    expect(rows).toMatchObject([
      { status: "succeeded", charged: 3, records: 2, error: null, changes: { ...none, left: 1 } },
      { changes: none },
    ]);
    expect((await process.schedules.runs(schedule, { limit: 20, cursor: next_cursor })).rows).toHaveLength(7);
    const ids = (await process.schedules.changes(schedule, { limit: 9, cursor: null })).rows.map(({ id }) =>
      Number(id),
    );
    expect(ids[0]).toBeGreaterThan(ids[1]!);
  });

  test("a run says whether it was compared and why not, and never counts 0 for what is unknown", async () => {
    const caller = await bench.newCaller("free");
    const process = await bench.process();
    const { db } = bench.store;
    const name = randomUUID();
    const { shelves } = bench.counting;
    shelves.set(name, things("a", "b"));
    const schedule = await process.schedules.create(submission(caller, name));
    const lastRun = async () => (await process.schedules.runs(schedule, { limit: 1, cursor: null })).rows[0];
    const next = async () => {
      const { last_run } = await nextRun(process, caller, schedule.id);
      const run = await lastRun();
      const { compared, not_compared_because } = run!;
      expect(last_run).toMatchObject({ id: run!.id, compared, not_compared_because });
      return run;
    };
    expect(await next()).toMatchObject({ compared: false, not_compared_because: "first_run", changes: null });
    expect(await next()).toMatchObject({ compared: true, not_compared_because: null, changes: { changed: 0 } });
    shelves.set(name, new Unreadable("the page has drifted"));
    expect(await next()).toMatchObject({ compared: false, not_compared_because: "failed", changes: null });
    shelves.set(name, [{ ...things("a")[0]!, id: null as unknown as string }]);
    expect(await next()).toMatchObject({ compared: false, not_compared_because: "no_ids", changes: null });
    shelves.set(name, things("a", "b"));
    expect(await next()).toMatchObject({ compared: true, changes: { added: 0, removed: 0, changed: 0 } });

    const { id } = (await lastRun())!;
    const asIf = (columns: object) => db.updateTable("jobs").set(columns).where("id", "=", id).execute();
    await asIf({ warnings: "radius_without_location,drift:price" });
    expect(await lastRun()).toMatchObject({
      compared: false,
      not_compared_because: "values_in_doubt",
      held_back: ["price"],
      changes: { added: 0, removed: 0, changed: null, entered: 0, left: 0 },
    });
    await asIf({ warnings: "drift:answer.records" });
    expect(await lastRun()).toMatchObject({
      changes: { added: 0, removed: null, changed: null, entered: 0, left: null },
    });
    await asIf({ warnings: null, changes: null });
    expect(await lastRun()).toMatchObject({ compared: false, not_compared_because: "not_possible", changes: null });
    await asIf({ notified: 0, ended_at: null });
    expect(await lastRun()).toMatchObject({ compared: false, not_compared_because: "pending", changes: null });
    await asIf({ notified: 1, ended_at: bench.clock.now() });

    const request = { name, count: 39, timeout: 300 };
    await process.schedules.change(caller, schedule.id, submission(caller, name, { request }), bench.payer(caller));
    expect(await next()).toMatchObject({ compared: false, not_compared_because: "first_run", changes: null });
  });

  test("the feed opens only with its own secret, and a new secret replaces the old", async () => {
    const caller = await bench.newCaller("free");
    const process = await bench.process({ concurrency: 0 });
    const { id, feed_secret } = await process.schedules.create(submission(caller, "x"));
    expect((await process.schedules.feed(id, feed_secret))!.schedule.id).toBe(id);
    expect(await process.schedules.feed(id, "guess")).toBeNull();
    const { feed_secret: next } = (await process.schedules.rotateFeed(caller, id))!;
    expect(await process.schedules.feed(id, feed_secret)).toBeNull();
    expect(await process.schedules.feed(id, next)).not.toBeNull();
  });

  test("changes are read in pages and only with the feed's own secret; schedules do not share them", async () => {
    const caller = await bench.newCaller("free");
    const idle = await bench.process({ concurrency: 0 });
    const [one, other] = [
      await idle.schedules.create(submission(caller, randomUUID())),
      await idle.schedules.create(submission(caller, randomUUID())),
    ];
    const { db } = bench.store;
    const change = (schedule_id: string, record_id: string) => ({
      schedule_id,
      run_id: "r",
      kind: "added",
      record_id,
      at: 5,
      change: JSON.stringify({ record: { id: record_id } }),
    });
    for (const id of ["a", "b", "c"])
      await db
        .insertInto("schedule_changes")
        .values(change(one.id, id) as never)
        .execute();
    await db
      .insertInto("schedule_changes")
      .values(change(other.id, "x") as never)
      .execute();
    const first = await idle.schedules.changes(one, { limit: 2, cursor: null });
    expect(first.rows).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        kind: "added",
        record_id: "c",
        run_id: "r",
        at: "1970-01-01T00:00:00.005Z",
        record: { id: "c" },
        fields: null,
      },
      expect.objectContaining({ record_id: "b" }),
    ]);
    const second = await idle.schedules.changes(one, { limit: 2, cursor: first.next_cursor });
    expect([second.rows.map(({ record_id }) => record_id), second.next_cursor]).toEqual([["a"], null]);
    expect((await idle.schedules.changes(one, { limit: 3, cursor: null })).next_cursor).toBeNull();
    const feed = await idle.schedules.feed(one.id, one.feed_secret);
    expect([feed!.schedule.id, feed!.changes.length]).toEqual([one.id, 3]);
    expect([
      await idle.schedules.feed(one.id, other.feed_secret),
      await idle.schedules.feed("none", one.feed_secret),
    ]).toEqual([null, null]);
    const { feed_secret } = (await idle.schedules.rotateFeed(caller, one.id))!;
    expect(await idle.schedules.feed(one.id, one.feed_secret)).toBeNull();
    expect((await idle.schedules.feed(one.id, feed_secret))!.schedule.id).toBe(one.id);

    const stranger = await bench.newCaller("free");
    expect(await idle.schedules.rotateFeed(stranger, one.id)).toBeNull();
    const limited = { ...caller, key: { ...caller.key, id: "another key", sources: ["counting"] } };
    const page = { limit: 10, cursor: null };
    const ids = async (of: Caller) => (await idle.schedules.list(of, page)).rows.map(({ id }) => id).sort();
    expect([await ids(caller), await ids(stranger), await ids(limited)]).toEqual([[one.id, other.id].sort(), [], []]);
    expect(await idle.schedules.remove(stranger, one.id)).toBeNull();
    expect((await idle.schedules.remove(caller, one.id))!.id).toBe(one.id);
    const left = await db.selectFrom("schedule_changes").select("schedule_id").execute();
    expect(left.map(({ schedule_id }) => schedule_id).filter((id) => [one.id, other.id].includes(id))).toEqual([
      other.id,
    ]);
  });
});
