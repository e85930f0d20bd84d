import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { useJobs } from "../../../test/support/jobs/use-jobs.ts";
import { useSchedules } from "../../../test/support/jobs/use-schedules.ts";
import { describeOnBothStores } from "../../../test/support/store/stores.ts";
import { watchDays } from "../../accounts/plans.ts";
import { limits } from "../../limits/limits.ts";
import type { OpenJobs } from "../open-jobs.ts";
import { recordRun } from "../schedules/record-run.ts";
import type { ScheduleSubmission } from "../schedules/types.ts";
import { rewritePoints } from "./recalled-points.ts";
import type { WatchRule } from "./watch-views.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const below: WatchRule = { field: "price", when: "below", value: 400 };

describeOnBothStores("watches", (fresh) => {
  const bench = useJobs(fresh);

  const schedules = useSchedules(bench);
  const submission: typeof schedules.submission = (caller, name, over) =>
    schedules.submission(caller, name, { track: ["price"], ...over });
  const things = (prices: Record<string, number | null>) =>
    Object.entries(prices).map(([id, price]) => ({ id, name: `thing ${id}`, price }));
  const all = { from: null, to: null };
  const page = { limit: 100, cursor: null };

  async function watching(process: OpenJobs, over: Partial<ScheduleSubmission> = {}) {
    const caller = await bench.newCaller("free");
    const name = randomUUID();
    const schedule = await process.schedules.create(submission(caller, name, over));
    const { id } = schedule;
    return {
      caller,
      schedule,
      name,
      /** Completes a run whose list has these prices. */
      async run(prices: Record<string, number | null>, later = HOUR) {
        bench.counting.shelves.set(name, things(prices));
        const before = (await process.schedules.find(caller, id))?.last_run?.id;
        bench.clock.advance(later);
        await bench.until(
          async () => {
            await process.sweep();
            return bench.store.db
              .selectFrom("jobs")
              .where("schedule_id", "=", id)
              .orderBy("created_at", "desc")
              .select(["id", "notified"])
              .executeTakeFirst();
          },
          (job) => job !== undefined && job.id !== before && job.notified === 1,
          50,
        );
      },
      points: async (recordId: string) =>
        (await process.schedules.history(schedule, recordId, all))?.points.map(({ listed, values }) =>
          listed ? values.price : "gone",
        ),
      fired: async () =>
        (await process.schedules.triggers(schedule, page)).rows.map(({ record_id, rule, old, new: now }) => [
          record_id,
          rule.when,
          old,
          now,
        ]),
    };
  }

  test("a recalled run's point holds the value from before, then the corrected one, and later runs are compared with it", async () => {
    const process = await bench.process();
    const { run, points, fired, schedule, caller } = await watching(process, {
      rules: [{ field: "price", when: "falls_by_percent", value: 50 }],
    });
    await run({ a: 5, b: 1 });
    await run({ a: 500, b: 1 });
    const jobId = (await process.schedules.find(caller, schedule.id))!.last_run!.id;
    const recalled = { jobId, accountId: caller.account.id, field: "price", delivered: null, before: null };
    const right = { records: [{ id: "a", price: 6 }] };
    const rewrite = (over: { recall: number | null; records: Array<{ id: string; price: number }> | null }) =>
      rewritePoints(bench.store.db, { ...recalled, ...over });
    for (let times = 0; times < 2; times++) await rewrite({ recall: 7, records: null });
    expect([await points("a"), await points("b")]).toEqual([[5, 5], [1]]);
    const history = await process.schedules.history(schedule, "a", all);
    expect(history!.points.map((point) => point.recalled)).toEqual([null, "7"]);
    await rewrite({ recall: 7, ...right });
    expect(await points("a")).toEqual([5, 6]);
    await rewritePoints(bench.store.db, { ...recalled, accountId: "another", recall: 8, records: null });
    expect(await points("a")).toEqual([5, 6]);
    await run({ a: 6, b: 1 });
    expect(await points("a")).toEqual([5, 6]);
    await rewrite({ recall: null, records: [{ id: "a", price: 500 }] });
    expect(await points("a")).toEqual([5, 500]);
    expect(await fired()).toEqual([]);
  });

  test("a record's history has each value once, with the time it was first seen, and the gaps", async () => {
    const process = await bench.process();
    const { run, points, schedule } = await watching(process);
    await run({ a: 5, b: 1 });
    const firstSeen = new Date(bench.clock.now()).toISOString().slice(0, 13);
    for (const prices of [{ a: 5, b: 1 }, { a: 6, b: 1 }, { b: 1 }, { b: 1 }, { a: 6, b: null }]) await run(prices);
    expect([await points("a"), await points("b"), await points("c")]).toEqual([
      [5, 6, "gone", 6],
      [1, null],
      undefined,
    ]);
    const history = await process.schedules.history(schedule, "a", all);
    expect(history).toMatchObject({ record_id: "a", record: { name: "thing a", price: 6 }, listed: true });
    expect(history?.first_seen.slice(0, 13)).toBe(firstSeen);
    expect(history?.last_seen).toBe(history?.points.at(-1)?.at);
    // From a time on: the value in force then comes first, at that time.
    const from = Date.parse(history!.points[1]!.at) + 1;
    const later = await process.schedules.history(schedule, "a", { from, to: null });
    expect(later?.points).toEqual([
      { ...history!.points[1]!, at: new Date(from).toISOString() },
      ...history!.points.slice(2),
    ]);
    const to = Date.parse(history!.points[2]!.at);
    expect((await process.schedules.history(schedule, "a", { from: null, to }))?.points).toEqual(
      history!.points.slice(0, 2),
    );
  });

  test("a chat gets one message about a run in which many rules fired, and a rule may fire in the first", async () => {
    const process = await bench.process();
    const rules = [{ ...below, first_run: true }, { field: "price", when: "falls_by", value: 5 } as const];
    const { run, fired, caller, schedule } = await watching(process, { rules });
    const url = "https://hooks.example/chat";
    await process.webhooks.create(caller, { url, format: "slack", events: ["watch.triggered"] });
    await run({ a: 300, b: 500 });
    await run({ a: 290, b: 390 });
    expect((await fired()).length).toBe(4);
    const { rows } = await process.webhooks.deliveries(caller, page);
    expect(rows.map(({ payload }: any) => payload.blocks[0].text.text.split("\n"))).toEqual([
      [
        "*things: 3 rules fired*",
        "thing a: price falls by 5 (300 → 290)",
        "thing b: price below 400 (500 → 390)",
        "thing b: price falls by 5 (500 → 390)",
        `<https://winnow.example/automation/schedules/${schedule.id}|Open in Winnow>`,
      ],
      [
        "*things: a rule fired*",
        "thing a: price below 400 (null → 300)",
        `<https://winnow.example/automation/schedules/${schedule.id}|Open in Winnow>`,
      ],
    ]);
  });

  test("rules fire once per crossing, are sent by webhook and mail, and are listed", async () => {
    const process = await bench.process();
    const rules = [below, { field: null, when: "disappears", value: null } as const];
    const { run, fired, caller, schedule } = await watching(process, { rules });
    await bench.store.db
      .updateTable("people")
      .set({ unconfirmed_email: null })
      .where("id", "=", caller.account.id)
      .execute();
    await process.webhooks.create(caller, { url: "https://hooks.example/in", events: ["watch.triggered"] });
    for (const prices of [{ a: 450, b: 300 }, { a: 390, b: 300 }, { a: 380, b: 300 }, { a: 410 }, { a: 399 }])
      await run(prices);
    expect(await fired()).toEqual([
      ["a", "below", 410, 399],
      ["b", "disappears", "b", null],
      ["a", "below", 450, 390],
    ]);
    const { rows } = await process.webhooks.deliveries(caller, page);
    const payloads = rows.map(({ payload }) => payload as { type: string; data: Record<string, unknown> });
    expect(payloads.map(({ type, data }) => [type, data.record_id, data.old, data.new, data.rule])).toEqual([
      ["watch.triggered", "a", 410, 399, below],
      ["watch.triggered", "b", "b", null, rules[1]],
      ["watch.triggered", "a", 450, 390, below],
    ]);
    expect(payloads[0]?.data).toMatchObject({
      schedule_id: schedule.id,
      name: "things",
      record: { id: "a", price: 399 },
      link: `https://winnow.example/automation/schedules/${schedule.id}?record=a`,
    });
    expect(payloads[1]?.data.record).toMatchObject({ name: "thing b", price: 300 });
    const mails = await bench.store.db
      .selectFrom("mail_queue")
      .where("person_id", "=", caller.account.id)
      .orderBy("asked_at")
      .select("about")
      .execute();
    expect(mails.map(({ about }) => about?.split("\n")[0])).toEqual([
      "things: thing a: price below 400 (450 → 390)",
      "things: thing b disappears",
      "things: thing a: price below 400 (410 → 399)",
    ]);
    expect(mails[0]?.about?.split("\n")[1]).toBe(`/automation/schedules/${schedule.id}`);
  });

  test("a run recorded twice, or by two processes, counts once; one with a drift warning does not count", async () => {
    const process = await bench.process();
    const { run, fired, points, schedule } = await watching(process, { rules: [below] });
    const { db } = bench.store;
    await run({ a: 450 });
    await run({ a: 390 });
    const job = await db
      .selectFrom("jobs")
      .where("schedule_id", "=", schedule.id)
      .orderBy("created_at", "desc")
      .selectAll()
      .executeTakeFirstOrThrow();
    const again = {
      ...job,
      id: randomUUID(),
      changes: null,
      created_at: job.created_at + 1,
      ended_at: job.ended_at! + 1,
    };
    await db
      .insertInto("jobs")
      .values({ ...again, notified: 1 })
      .execute();
    const doubtful = { ...again, id: randomUUID(), warnings: "drift:price" };
    await db
      .insertInto("jobs")
      .values({ ...doubtful, notified: 1 })
      .execute();
    await recordRun(db, doubtful, things({ a: 1 }));
    expect([await points("a"), await fired()]).toEqual([[450, 390], [["a", "below", 450, 390]]]);
    await recordRun(db, again, things({ a: 420 }));
    const next = { ...again, id: randomUUID(), ended_at: again.ended_at + 1 };
    await db
      .insertInto("jobs")
      .values({ ...next, notified: 1 })
      .execute();
    await Promise.all(Array.from({ length: 5 }, () => recordRun(db, next, things({ a: 380 }))));
    // A slow process records a run that is long over.
    await recordRun(db, again, things({ a: 420 }));
    expect(await points("a")).toEqual([450, 390, 420, 380]);
    expect(await fired()).toEqual([
      ["a", "below", 420, 380],
      ["a", "below", 450, 390],
    ]);
  });

  test("tracked records show their value, the one before, the lowest and the highest, from the first run on", async () => {
    const process = await bench.process();
    const { schedule, run } = await watching(process);
    await run({ a: 500, b: 10 });
    const from = bench.clock.now() - DAY;
    const tracked = async () =>
      (await process.schedules.tracked(schedule, "price", { from, limit: 10 })).records.map(
        ({ record_id, record: _record, ...values }) => [record_id, values],
      );
    expect(await tracked()).toEqual([
      ["a", { now: 500, before: null, lowest: 500, highest: 500, numbers: [500] }],
      ["b", { now: 10, before: null, lowest: 10, highest: 10, numbers: [10] }],
    ]);
    await run({ a: 450, b: 10 });
    await run({ b: 10, a: 480 });
    expect(await tracked()).toEqual([
      ["b", { now: 10, before: null, lowest: 10, highest: 10, numbers: [10] }],
      ["a", { now: 480, before: 450, lowest: 450, highest: 500, numbers: [500, 450, 480] }],
    ]);
    const [none] = (await process.schedules.tracked(schedule, "price", { from, limit: 1 })).records;
    expect(none?.record).toMatchObject({ id: "b", price: 10 });
  });

  test("the biggest movers are those whose value changed most since a given time", async () => {
    const process = await bench.process();
    const { run, schedule } = await watching(process);
    await run({ a: 100, b: 100, c: 0, d: 10, e: 7 });
    const start = bench.clock.now();
    await run({ a: 90, b: 150, c: 5, d: 10, e: null });
    await run({ a: 80, b: 110, c: 5, d: 10 });
    const movers = async (from: number, limit = 10) =>
      (await process.schedules.movers(schedule, "price", { from, limit })).map(
        ({ record_id, old, new: now, percent }) => [record_id, old, now, percent],
      );
    const whole = [
      ["c", 0, 5, null],
      ["a", 100, 80, -20],
      ["b", 100, 110, 10],
    ];
    expect(await movers(0)).toEqual(whole);
    expect(await movers(start, 2)).toEqual(whole.slice(0, 2));
    expect(await movers(bench.clock.now() + 1)).toEqual([]);
    expect((await process.schedules.movers(schedule, "price", { from: 0, limit: 1 }))[0]?.record).toMatchObject({
      id: "c",
      price: 5,
    });
  });

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
