import { expect, test } from "vitest";
import { useJobs } from "../../../test/support/jobs/use-jobs.ts";
import { useWatches } from "../../../test/support/jobs/use-watches.ts";
import { describeOnDrawnStores } from "../../../test/support/store/stores.ts";
import { watchDays } from "../../accounts/plans.ts";
import { limits } from "../../limits/limits.ts";
import type { WatchRule } from "./watch-views.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const below: WatchRule = { field: "price", when: "below", value: 400 };

describeOnDrawnStores("the bounds of watches", (fresh) => {
  const bench = useJobs(fresh);

  const { watching, submission } = useWatches(bench);

  test("values are kept as long as the plan says; the value in force then is kept for listed records", async () => {
    const process = await bench.process();
    const { run, points, schedule, caller } = await watching(process);
    for (const prices of [{ a: 1, b: 9 }, { a: 2, b: 9 }, { a: 3 }]) await run(prices);
    const days = watchDays({ once: false } as never);
    await run({ a: 4 }, (days + 1) * DAY);
    expect(await points("a")).toEqual([3, 4]);
    await process.sweep();
    const { db } = bench.store;
    const left = await db
      .selectFrom("watch_points")
      .innerJoin("watch_records", "no", "record")
      .where("schedule_id", "=", schedule.id)
      .orderBy("at")
      .select(["record_id", "values"])
      .execute();
    expect(left).toEqual([
      { record_id: "a", values: "[3]" },
      { record_id: "a", values: "[4]" },
    ]);
    const usage = await db
      .selectFrom("watch_usage")
      .where("account_id", "=", caller.account.id)
      .select("points")
      .execute();
    expect(usage).toEqual([{ points: 2 }]);
  });

  test("an account keeps limits.watchPoints: the oldest are deleted, and if none is old a new record is not tracked", async () => {
    const process = await bench.process();
    const { run, points, caller } = await watching(process);
    const { db } = bench.store;
    const usage = () =>
      db.selectFrom("watch_usage").where("account_id", "=", caller.account.id).select("points").executeTakeFirst();
    const fill = () =>
      db
        .updateTable("watch_usage")
        .set({ points: limits.watchPoints.max })
        .where("account_id", "=", caller.account.id)
        .execute();
    await run({ a: 1, b: 1 });
    await run({ a: 2, b: 1 });
    await run({ a: 3 });
    expect(await usage()).toEqual({ points: 5 });
    await fill();
    await run({ a: 4 });
    expect([await points("a"), await points("b"), await usage()]).toEqual([[3, 4], undefined, { points: 2 }]);
  });

  test("a schedule keeps limits.watchEvents, a response has limits.historyPoints, and an account gets limits.watchMails a day", async () => {
    const process = await bench.process();
    const { run, schedule, caller, points } = await watching(process, { rules: [below] });
    const { db } = bench.store;
    await db.updateTable("people").set({ unconfirmed_email: null }).where("id", "=", caller.account.id).execute();
    await run({ a: 500 });
    const old = Array.from({ length: limits.watchEvents.max }, (_, at) => ({
      schedule_id: schedule.id,
      run_id: `run ${at % limits.watchMails.max}`,
      at: bench.clock.now(),
      record_id: String(at),
      event: JSON.stringify({ rule: below, old: 1, new: 2, record: null }),
    }));
    for (let from = 0; from < old.length; from += 500)
      await db
        .insertInto("watch_events")
        .values(old.slice(from, from + 500))
        .execute();
    await run({ a: 300 });
    const kept = await db
      .selectFrom("watch_events")
      .where("schedule_id", "=", schedule.id)
      .orderBy("no")
      .select("record_id")
      .execute();
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([
      limits.watchEvents.max,
      { record_id: "1" },
      { record_id: "a" },
    ]);
    const mails = await db.selectFrom("mail_queue").where("person_id", "=", caller.account.id).select("id").execute();
    expect(mails).toEqual([]);
    const { no } = await db
      .selectFrom("watch_records")
      .where("schedule_id", "=", schedule.id)
      .select("no")
      .executeTakeFirstOrThrow();
    const many = Array.from({ length: limits.historyPoints.max }, (_, at) => ({
      record: no,
      at: bench.clock.now() - DAY - at,
      values: "[7]",
    }));
    for (let from = 0; from < many.length; from += 1_000)
      await db
        .insertInto("watch_points")
        .values(many.slice(from, from + 1_000))
        .execute();
    const newest = await points("a");
    expect([newest?.length, newest?.slice(-3)]).toEqual([limits.historyPoints.max, [7, 500, 300]]);
  });

  test("deleting a schedule deletes its history; changing the request starts over, without events", async () => {
    const process = await bench.process();
    const { run, fired, caller, schedule, name } = await watching(process, { rules: [below] });
    await run({ a: 500 });
    const changed = submission(caller, name, { rules: [below], request: { name, count: 41, timeout: 300 } });
    await process.schedules.change(caller, schedule.id, changed, bench.payer(caller));
    await run({ a: 300 });
    expect(await fired()).toEqual([]);
    await run({ a: 500 });
    await run({ a: 300 });
    expect(await fired()).toEqual([["a", "below", 500, 300]]);
    await process.schedules.remove(caller, schedule.id);
    const { db } = bench.store;
    const counts = await Promise.all([
      db.selectFrom("watch_records").where("schedule_id", "=", schedule.id).select("no").execute(),
      db.selectFrom("watch_events").where("schedule_id", "=", schedule.id).select("no").execute(),
      db
        .selectFrom("watch_points")
        .where("record", "not in", db.selectFrom("watch_records").select("no"))
        .select("at")
        .execute(),
      db
        .selectFrom("watch_usage")
        .where("account_id", "=", caller.account.id)
        .where("points", ">", 0)
        .select("points")
        .execute(),
    ]);
    expect(counts).toEqual([[], [], [], []]);
  });
});
