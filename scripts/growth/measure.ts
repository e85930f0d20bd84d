import { parseArgs } from "node:util";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { closeNextDay, closeNextHour } from "../../src/metering/closed-spans.ts";
import { createExpiredPartitions } from "../../src/metering/expired-partitions.ts";
import { migrations } from "../../src/store/migrations/index.ts";
import { openStore, type PostgresStore } from "../../src/store/open-store.ts";
import { preparePartitions } from "../../src/store/partitions/prepare.ts";
import { openPool } from "../../src/store/postgres-pool.ts";
import { defaultPostgresSettings } from "../../src/store/postgres-settings.ts";
import { startCluster } from "../../test/support/store/postgres-cluster.ts";
import { dashboardQueries, timed } from "./dashboard-queries.ts";
import { fill } from "./fill.ts";

/**
 * Measures a store with many requests and ledger entries: fills its own PostgreSQL with the schema before partitions,
 * upgrades it, aggregates its days, runs the dashboard's queries, and drops old data. `--url` continues with one filled
 * earlier (`--only fill`), which is left running.
 */
const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "20000000" },
    times: { type: "string", default: "100" },
    only: { type: "string", default: "fill,upgrade,days,look,drop" },
    url: { type: "string", default: "" },
    /** The assumed time, such as 2026-11-16T00:59:00Z. Right after midnight most rows remain to be counted. */
    now: { type: "string", default: "" },
    /** Queries a store as it is, without an upgrade. */
    "as-it-is": { type: "boolean", default: false },
  },
});
const steps = values.only.split(",");
const now = values.now === "" ? Date.now() : Date.parse(values.now);
const DAY_MS = 86_400_000;
const cluster = values.url === "" ? await startCluster({ fsync: true }) : null;
const url = cluster?.url("postgres") ?? values.url;
const seconds = async (work: () => Promise<unknown>): Promise<string> => {
  const startedAt = performance.now();
  await work();
  return `${((performance.now() - startedAt) / 1000).toFixed(2)} s`;
};

async function fillAsBefore(): Promise<void> {
  const db = new Kysely<any>({ dialect: new PostgresDialect({ pool: openPool(url, 1) }) });
  await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(db);
  await sql`create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0)`.execute(
    db,
  );
  await sql`insert into kysely_migration_lock values ('migration_lock', 0)`.execute(db);
  for (const [name, { up }] of Object.entries(migrations).filter(([name]) => name < "020")) {
    await up(db);
    await sql`insert into kysely_migration values (${name}, '2026-11-15T03:14:25Z')`.execute(db);
  }
  await db.destroy();
  const client = new pg.Client(url);
  await client.connect();
  await fill(client, url, Number(values.rows), now);
  const { rows } = await client.query("select pg_size_pretty(pg_database_size(current_database())) as size");
  await client.end();
  console.log(`| size | ${rows[0].size} |`);
}

async function upgrade(): Promise<void> {
  const patient = { ...defaultPostgresSettings, statementTimeoutMs: 0, queryTimeoutMs: 0 };
  const db = new Kysely<any>({ dialect: new PostgresDialect({ pool: openPool(url, 2, patient) }) });
  console.log(`| preparation, with concurrent reads and writes | ${await seconds(() => preparePartitions(db))} |`);
  await db.destroy();
  let store: PostgresStore | undefined;
  const took = await seconds(async () => {
    store = (await openStore({ dataDir: "", url: url })) as PostgresStore;
  });
  console.log(`| the upgrade itself, tables locked | ${took} |`);
  console.log(`| partitions created | ${await createExpiredPartitions(store!).make(now)} |`);
  await store!.close();
}

async function withStore(work: (store: PostgresStore) => Promise<void>): Promise<void> {
  if (values["as-it-is"]) {
    const db = new Kysely<any>({ dialect: new PostgresDialect({ pool: openPool(url, 2) }) });
    await work({ db } as PostgresStore);
    return db.destroy();
  }
  const store = (await openStore({ dataDir: "", url: url })) as PostgresStore;
  await work(store);
  await store.close();
}

const sumUp = () =>
  withStore(async ({ db }) => {
    const all = {
      "days summed up": () => closeNextDay(db, now, 90 * DAY_MS),
      "hours summed up": () => closeNextHour(db, now, 90 * DAY_MS),
    };
    for (const [name, next] of Object.entries(all)) {
      let [count, longest] = [0, 0];
      const took = await seconds(async () => {
        for (;;) {
          const startedAt = performance.now();
          if ((await next()) === null) break;
          longest = Math.max(longest, performance.now() - startedAt);
          count += 1;
        }
      });
      console.log(`| ${count} ${name} | ${took}, one ${(longest / 1000).toFixed(2)} s at most |`);
    }
  });

const look = () =>
  withStore(async ({ db }) => {
    console.log("\n| query | p50 ms | p99 ms |\n|---|---|---|");
    const { rows } = await sql<{ days: number }>`select count(*) as days from closed_days`.execute(db);
    for (const [name, one] of Object.entries(dashboardQueries(db, now, rows[0]!.days))) {
      await one();
      const { p50, p99 } = await timed(one, Number(values.times));
      console.log(`| ${name} | ${p50.toFixed(1)} | ${p99.toFixed(1)} |`);
    }
  });

const drop = () =>
  withStore(async (store) => {
    const { rows } = await sql<{ rows: number; sum: number }>`
      select count(*) as rows, sum(amount) as sum from ledger`.execute(store.db);
    const later = now + 130 * DAY_MS;
    const parts = createExpiredPartitions(store);
    console.log(
      `| history dropped: ${rows[0]!.rows} rows | ${await seconds(() => parts.dropHistory(later - 90 * DAY_MS))} |`,
    );
    console.log(`| ledger carried and dropped | ${await seconds(() => parts.carryLedger(later))} |`);
    const { rows: after } = await sql<{ rows: number; sum: number }>`
      select count(*) as rows, sum(amount) as sum from ledger`.execute(store.db);
    console.log(
      `| ledger's sum before and after, entries after | ${rows[0]!.sum}, ${after[0]!.sum}, ${after[0]!.rows} |`,
    );
  });

let isDone = false;
try {
  const all = { fill: fillAsBefore, upgrade, days: sumUp, look, drop };
  for (const [name, step] of Object.entries(all)) {
    if (!steps.includes(name)) continue;
    process.stderr.write(`${name}: `);
    process.stderr.write(`${await seconds(step)}\n`);
  }
  isDone = steps.includes("drop");
} finally {
  // A store that took so long to fill survives a failed step: `--url` continues with it.
  if (isDone) await cluster?.stop();
  else console.log(url);
}
