import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { KeyHolder } from "../../accounts/types.ts";
import { Unreadable } from "../../contract/errors.ts";
import type { ScheduleWish } from "../../service/schedules-api.ts";
import type { ScheduleView } from "../../service/work-views.ts";
import { describeOnBothStores } from "../../store/testing/stores.ts";
import type { OpenJobs } from "../open-jobs.ts";
import { useJobs } from "../testing/use-jobs.ts";

const HOUR = 3_600_000;

describeOnBothStores("schedules", (fresh) => {
  const bench = useJobs(fresh);

  const wish = (holder: KeyHolder, name: string, over: Partial<ScheduleWish> = {}): ScheduleWish => ({
    entry: bench.submission(holder, name).entry,
    holder,
    name: "things",
    request: { name, count: 40, timeout: 300 },
    cron: "0 * * * *",
    timeZone: "UTC",
    ignoreFields: [],
    monthlyBudget: null,
    webhook: null,
    ...over,
  });
  const things = (...ids: string[]) => ids.map((id) => ({ id, name: `thing ${id}` }));
  /** Lets the next run come due and end. */
  async function nextRun(process: OpenJobs, holder: KeyHolder, id: string): Promise<ScheduleView> {
    const before = (await process.schedules.find(holder, id))!;
    bench.clock.advance(HOUR);
    return bench
      .until(
        async () => {
          await process.sweep();
          const view = (await process.schedules.find(holder, id))!;
          const job = view.last_run && (await process.jobs.find(holder, view.last_run.id));
          return { view, ended: job?.ended_at !== null && view.last_run?.id !== before.last_run?.id };
        },
        ({ view, ended }) => ended || view.status === "paused",
      )
      .then(async () => {
        await process.sweep();
        // Read again: the view above may be from just before the job ended.
        return (await process.schedules.find(holder, id))!;
      });
  }
  const changesOf = async (process: OpenJobs, schedule: ScheduleView) =>
    (await process.schedules.changes(schedule, { limit: 100, cursor: null })).rows.map(({ kind, record_id, fields }) =>
      fields ? [kind, record_id, fields] : [kind, record_id],
    );

  test("each run is compared with the last; a run that fails, or that the list does not end with, removes nothing", async () => {
    const holder = await bench.newHolder("free");
    const process = await bench.process();
    const name = randomUUID();
    const { shelves } = bench.counting;
    shelves.set(name, things("a", "b"));
    const schedule = await process.schedules.create(wish(holder, name));
    await nextRun(process, holder, schedule.id);
    expect(await changesOf(process, schedule)).toEqual([]);

    shelves.set(name, [{ id: "a", name: "renamed" }, ...things("c")]);
    await nextRun(process, holder, schedule.id);
    const found = [
      ["removed", "b"],
      ["added", "c"],
      ["changed", "a", { name: { old: "thing a", new: "renamed" } }],
    ];
    expect(await changesOf(process, schedule)).toEqual(found);

    shelves.set(name, new Unreadable("the page has drifted"));
    const failed = await nextRun(process, holder, schedule.id);
    expect([failed.last_run!.status, failed.status]).toEqual(["failed", "active"]);
    expect(await changesOf(process, schedule)).toEqual(found);

    shelves.set(name, [{ id: "a", name: "renamed" }, ...things("c")]);
    await nextRun(process, holder, schedule.id);
    expect(await changesOf(process, schedule)).toEqual(found);
  });

  test("a list that was cut at count removes nothing", async () => {
    const holder = await bench.newHolder("free");
    const process = await bench.process();
    const name = randomUUID();
    bench.counting.shelves.set(name, things("a", "b", "c"));
    const request = { name, count: 2, timeout: 300 };
    const schedule = await process.schedules.create(wish(holder, name, { request }));
    await nextRun(process, holder, schedule.id);
    bench.counting.shelves.set(name, things("new", "a", "b"));
    await nextRun(process, holder, schedule.id);
    expect(await changesOf(process, schedule)).toEqual([["added", "new"]]);
  });

  test("two processes that see it due make one run, and it is charged once", async () => {
    const holder = await bench.newHolder("free");
    const [one, two] = [await bench.process(), await bench.process()];
    const name = randomUUID();
    const { id } = await one.schedules.create(wish(holder, name));
    bench.clock.advance(HOUR);
    await Promise.all([one.sweep(), two.sweep(), one.sweep(), two.sweep()]);
    await bench.until(
      async () => (await one.schedules.find(holder, id))!,
      ({ last_run }) => last_run?.status === "succeeded",
    );
    expect(bench.counting.runs.get(name)).toBe(1);
    expect(await one.schedules.find(holder, id)).toMatchObject({ spent_this_month: 12 });
  });

  test("a budget, and missing points, pause it and say so", async () => {
    const process = await bench.process();
    const holder = await bench.newHolder("free");
    const budget = await process.schedules.create(wish(holder, randomUUID(), { monthlyBudget: 20 }));
    await nextRun(process, holder, budget.id);
    expect(await nextRun(process, holder, budget.id)).toMatchObject({
      status: "paused",
      pause_reason: expect.stringMatching(/budget of 20 points is used up: 12 are spent/),
      next_at: null,
    });
    const poor = await bench.newHolder("free", 5);
    const { id } = await process.schedules.create(wish(poor, randomUUID()));
    await nextRun(process, poor, id);
    expect(await process.schedules.find(poor, id)).toMatchObject({
      status: "paused",
      pause_reason: expect.stringMatching(/Not enough points/),
    });
    expect((await process.schedules.resume(poor, id))!.status).toBe("active");
  });

  test("the times are those of the time zone, across the turn to summer time; the cost is told before it is saved", async () => {
    const holder = await bench.newHolder("free");
    const process = await bench.process({ concurrency: 0 });
    bench.clock.set(Date.parse("2027-03-27T12:00:00Z"));
    const preview = process.schedules.preview(wish(holder, "x", { cron: "0 9 * * *", timeZone: "Europe/Amsterdam" }));
    expect(preview.next_runs.slice(0, 2)).toEqual(["2027-03-28T07:00:00.000Z", "2027-03-29T07:00:00.000Z"]);
    expect(preview).toMatchObject({ cost_per_run: 12, runs_next_30_days: 30, cost_next_30_days: 360 });
    for (const over of [{ cron: "* * * * * *" }, { cron: "61 * * * *" }, { timeZone: "Mars/Olympus" }]) {
      expect(() => process.schedules.preview(wish(holder, "x", over))).toThrow();
    }
  });

  test("the feed opens with its own secret alone, and a new secret ends the old", async () => {
    const holder = await bench.newHolder("free");
    const process = await bench.process({ concurrency: 0 });
    const { id, feed_secret } = await process.schedules.create(wish(holder, "x"));
    expect((await process.schedules.feed(id, feed_secret))!.schedule.id).toBe(id);
    expect(await process.schedules.feed(id, "guess")).toBeNull();
    const { feed_secret: next } = (await process.schedules.rotateFeed(holder, id))!;
    expect(await process.schedules.feed(id, feed_secret)).toBeNull();
    expect(await process.schedules.feed(id, next)).not.toBeNull();
  });
});
