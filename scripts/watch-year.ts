import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import type { Plan } from "../src/accounts/plans.ts";
import { systemClock } from "../src/base/clock.ts";
import { createPublishRun } from "../src/jobs/schedules/publish-run.ts";
import { recordRun } from "../src/jobs/schedules/record-run.ts";
import { createWatchHistory } from "../src/jobs/watches/watch-history.ts";
import { createOutbox } from "../src/jobs/webhooks/webhook-store.ts";
import { openStore, type Store, type StoreSettings } from "../src/store/open-store.ts";
import { openDrill } from "../test/drills/jobs/open-drill.ts";
import { onStores } from "./support/on-stores.ts";
import { atOf, DAYS, dayOf, expected } from "./watch-year/year.ts";

/**
 * A year of daily runs of one watch, by processes that are killed: checks its history and events, and measures the bytes
 * per value.
 */

const MANY = 1_000_000;
const KILLS = 12;
const { values } = parseArgs({ options: { store: { type: "string", default: "both" } } });

async function live({ settings, scheduleId }: { settings: StoreSettings; scheduleId: string }): Promise<void> {
  const store = await openStore(settings);
  const publishRun = createPublishRun({ db: store.db, outbox: createOutbox(store, systemClock), publicUrl: "" });
  process.send?.("started");
  for (let day = 0; day < DAYS; day += 1) {
    const { kind, records } = dayOf(day);
    const id = `${scheduleId} ${day}`;
    const job = await store.db.selectFrom("jobs").where("id", "=", id).selectAll().executeTakeFirstOrThrow();
    if (kind === "failed" || job.notified === 1) continue;
    await recordRun(store.db, job, records as never);
    const row = await store.db
      .selectFrom("schedules")
      .where("id", "=", scheduleId)
      .selectAll()
      .executeTakeFirstOrThrow();
    await publishRun(row, id);
    await store.db.updateTable("jobs").set({ notified: 1 }).where("id", "=", id).execute();
  }
  await store.close();
}

async function prepare(settings: StoreSettings) {
  const { jobs, store, caller, entry, close } = await openDrill(settings, 0);
  const { id } = await jobs.schedules.create({
    entry,
    caller,
    name: "A year",
    request: { name: "any", count: 200, timeout: 300 },
    cron: "0 7 * * *",
    timeZone: "UTC",
    ignoreFields: [],
    monthlyBudget: null,
    webhook: null,
    destination: null,
    track: ["price"],
    rules: [
      { field: "price", when: "below", value: 400 },
      { field: "price", when: "changes_by_percent", value: 10 },
      { field: null, when: "disappears", value: null },
    ],
  } as Parameters<typeof jobs.schedules.create>[0]);
  await store.db
    .insertInto("webhook_endpoints")
    .values({
      id: randomUUID(),
      account_id: caller.account.id,
      url: "https://hooks.example/in",
      events: '["watch.triggered"]',
      secret: "none",
      status: "active",
      created_at: 0,
    })
    .execute();
  await jobs.schedules.runNow(caller, id, { entry, takesOver: true, caller: async () => caller });
  const model = await store.db.selectFrom("jobs").where("schedule_id", "=", id).selectAll().executeTakeFirstOrThrow();
  await store.db.deleteFrom("jobs").where("schedule_id", "=", id).execute();
  await close();
  // Runs afterwards: the jobs' own sweep would process these as well and find no response.
  const again = await openStore(settings);
  for (let day = 0; day < DAYS; day += 1) {
    const { kind } = dayOf(day);
    const run = {
      id: `${id} ${day}`,
      created_at: atOf(day),
      ended_at: atOf(day),
      notified: 0,
      status: "succeeded" as const,
      results_end: kind === "cut" ? "count" : "exhausted",
      warnings: kind === "drift" ? "drift:price" : null,
    };
    await again.db
      .insertInto("jobs")
      .values({ ...model, ...run })
      .execute();
  }
  await again.close();
  return { id, accountId: caller.account.id };
}

/** Two concurrent processes, one of which is repeatedly killed. */
async function run(settings: StoreSettings, scheduleId: string): Promise<number> {
  const start = () =>
    fork(import.meta.filename, { env: { ...process.env, WATCH_YEAR: JSON.stringify({ settings, scheduleId }) } });
  let kills = 0;
  const keep = async (): Promise<void> => {
    for (;;) {
      const child: ChildProcess = start();
      const ended = once(child, "exit");
      await Promise.race([once(child, "message"), ended]);
      const isOver = await Promise.race([ended.then(() => true), sleep(100 + Math.random() * 900).then(() => false)]);
      if (!isOver && kills < KILLS) {
        kills += 1;
        child.kill("SIGKILL");
      }
      const [code] = await ended;
      if (code === 0) return;
    }
  };
  await Promise.all([keep(), keep()]);
  return kills;
}

async function check(store: Store, id: string, accountId: string): Promise<string> {
  const { points, events } = expected();
  const { db } = store;
  const { plan } = await db.selectFrom("people").where("id", "=", accountId).select("plan").executeTakeFirstOrThrow();
  const { history } = createWatchHistory({
    db,
    clock: systemClock,
    plans: { [plan]: { watch_days: 100_000 } as Plan },
  });
  let kept = 0;
  for (const [recordId, right] of points) {
    const found = (await history({ id }, recordId, { from: null, to: null }))?.points ?? [];
    const seen = found.map(({ at, listed, values }) => [Date.parse(at), listed ? values.price : "gone"]);
    const wanted = right.map(([day, value]) => [atOf(day), value]);
    if (JSON.stringify(seen) !== JSON.stringify(wanted))
      throw new Error(`${recordId}: ${JSON.stringify({ seen, wanted })}`);
    kept += seen.length;
  }
  const textOf = (
    day: string,
    recordId: string,
    { rule, old, new: now }: { rule: { when: string }; old: unknown; new: unknown },
  ) => `${day} ${recordId} ${rule.when} ${old} ${now}`;
  const deliveries = await db
    .selectFrom("webhook_deliveries")
    .where("account_id", "=", accountId)
    .select("payload")
    .execute();
  const heard = deliveries.map(({ payload }) => {
    const { data } = JSON.parse(payload);
    return textOf(data.run_id.split(" ")[1], data.record_id, data);
  });
  if (JSON.stringify(heard.sort()) !== JSON.stringify(events)) {
    const [missed, extra] = [
      events.filter((one) => !heard.includes(one)),
      heard.filter((one) => !events.includes(one)),
    ];
    throw new Error(
      `events: ${events.length} expected, ${heard.length} told; ${JSON.stringify({ missed: missed.slice(0, 5), extra: extra.slice(0, 5) })}`,
    );
  }
  return `${points.size} records, ${kept} points and ${events.length} events right`;
}

async function bytesOf(store: Store): Promise<number> {
  if (store.dialect === "sqlite") {
    const { rows } = await sql<{
      bytes: number;
    }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`.execute(store.db);
    return Number(rows[0]?.bytes);
  }
  const { rows } = await sql<{ bytes: number }>`select pg_total_relation_size('watch_points') as bytes`.execute(
    store.db,
  );
  return Number(rows[0]?.bytes);
}

/** Saves the points of 2,000 records over 500 runs, each a price, run by run as `saveWatch` writes them. */
async function measure(store: Store): Promise<number> {
  const before = await bytesOf(store);
  for (let run = 0; run < 500; run += 1) {
    for (let from = 0; from < MANY / 500; from += 500) {
      const rows = Array.from({ length: 500 }, (_, at) => ({
        record: 1e6 + from + at,
        at: atOf(run),
        values: JSON.stringify([Math.round(1e4 + ((run * 7919 + at * 31) % 5e4)) / 100]),
      }));
      await store.db.insertInto("watch_points").values(rows).execute();
    }
  }
  return ((await bytesOf(store)) - before) / MANY;
}

if (process.env.WATCH_YEAR) await live(JSON.parse(process.env.WATCH_YEAR));
else {
  await onStores({ store: values.store, fsync: false }, async (name, settings) => {
    const { id, accountId } = await prepare(settings);
    const kills = await run(settings, id);
    const store = await openStore(settings);
    console.log(`${name}: ${DAYS} runs, ${kills} kills: ${await check(store, id, accountId)}`);
    console.log(`${name}: ${(await measure(store)).toFixed(1)} bytes for each of ${MANY} values`);
    await store.close();
  });
}
