import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { useJobs } from "../../../test/support/jobs/use-jobs.ts";
import { useWatches } from "../../../test/support/jobs/use-watches.ts";
import { describeOnDrawnStores } from "../../../test/support/store/stores.ts";
import { rewriteRun } from "../schedules/recalled-run.ts";
import { recordRun } from "../schedules/record-run.ts";
import type { WatchRule } from "./watch-views.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const below: WatchRule = { field: "price", when: "below", value: 400 };

describeOnDrawnStores("watches", (fresh) => {
  const bench = useJobs(fresh);

  const { watching, things, all, page } = useWatches(bench);

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
      rewriteRun(bench.store.db, { ...recalled, ...over });
    for (let times = 0; times < 2; times++) await rewrite({ recall: 7, records: null });
    expect([await points("a"), await points("b")]).toEqual([[5, 5], [1]]);
    const history = await process.schedules.history(schedule, "a", all);
    expect(history!.points.map((point) => point.recalled)).toEqual([null, "7"]);
    await rewrite({ recall: 7, ...right });
    expect(await points("a")).toEqual([5, 6]);
    await rewriteRun(bench.store.db, { ...recalled, accountId: "another", recall: 8, records: null });
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
    const rules = [{ ...below, first_run: true }, { field: "price", when: "falls_by_percent", value: 3 } as const];
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
        "thing a: price falls by 3 % (300 → 290)",
        "thing b: price below 400 (500 → 390)",
        "thing b: price falls by 3 % (500 → 390)",
        `<https://winnow.example/automation/schedules/${schedule.id}?account=${caller.account.id}|Open in Winnow>`,
      ],
      [
        "*things: a rule fired*",
        "thing a: price below 400 (null → 300)",
        `<https://winnow.example/automation/schedules/${schedule.id}?account=${caller.account.id}|Open in Winnow>`,
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
      link: `https://winnow.example/automation/schedules/${schedule.id}?record=a&account=${caller.account.id}`,
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
});
