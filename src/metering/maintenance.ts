import { type SqlBool, sql } from "kysely";
import type { Plans } from "../accounts/plans.ts";
import type { Clock } from "../base/clock.ts";
import { periodicTask } from "../base/periodic-task.ts";
import { forgetAgain } from "../store/forget-account.ts";
import type { PostgresStore, Store } from "../store/open-store.ts";
import { expiring } from "../store/ownership.ts";
import { createPartitions, dropPartition, listPartitions, type Partition } from "../store/partitions/partitions.ts";
import type { AnyDb } from "../store/schema.ts";
import type { TableName } from "../store/tables/index.ts";
import { HISTORY_MS } from "../store/tables/table.ts";
import { closeNextDay, closeNextHour, deleteSums } from "./closed-spans.ts";
import type { LedgerEngine } from "./commands.ts";
import { type HoldLeases, TOUCH_MS } from "./hold-leases.ts";
import { rollUpLedger } from "./ledger-rollup.ts";
import { monthAt } from "./windows.ts";

/** Rows per step: few, so that maintenance never holds the store for long. */
const STEP = 500;
/** Maximum duration of deletions per round. */
const DELETE_MS = 2_000;
const LEDGER_MONTHS = 13;
const PAUSE_MS = 5_000;

export interface MaintenanceDeps {
  store: Store;
  engine: LedgerEngine;
  clock: Clock;
  plans: Plans;
  leases: HoldLeases;
}

export function createMaintenance({ store, engine, clock, plans, leases }: MaintenanceDeps) {
  const { db } = store;
  const closing: Array<() => Promise<void>> = [];
  const partitions = store.dialect === "postgres" ? createExpiredPartitions(store) : null;
  const { deleteOld, step } = createExpiredRows(store, clock);

  /** Releases holds whose process has died and returns their number. Any live process does this for all. */
  async function expireHolds(): Promise<number> {
    const now = clock.now();
    const dead = await db
      .selectFrom("requests")
      .where("ended_at", "is", null)
      .where("expires_at", "<=", now)
      .orderBy("expires_at")
      .limit(STEP)
      .select(["no", "account_id", "key_id"])
      .execute();
    if (leases.endsFrom() > clock.now()) return 0;
    const results = await Promise.all(
      dead
        .filter(({ no }) => !leases.has(no))
        .map(({ no, account_id, key_id }) =>
          engine.run({ do: "expire", accountId: account_id, keyId: key_id, no, now }),
        ),
    );
    return results.filter(({ resolved }) => resolved).length;
  }

  /** Keeps the holds of this process, and releases those of dead ones. */
  const heartbeat = () => leases.watch(() => leases.renew().then(expireHolds));

  /** Grants this month's points to accounts that have not had them. Returns the number of accounts. */
  async function giveMonthlyPoints(): Promise<number> {
    const now = clock.now();
    const month = monthAt(now);
    const monthly = monthlyPlans(plans);
    if (monthly.length === 0) return 0;
    const owed = await db
      .selectFrom("balances")
      .innerJoin("accounts", "accounts.id", "balances.account_id")
      .where("accounts.plan", "in", monthly)
      .where((where) => where.or([where("granted_month", "is", null), where("granted_month", "<", month)]))
      .limit(STEP)
      .select("balances.account_id")
      .execute();
    await Promise.all(
      owed.map(({ account_id }) => engine.run({ do: "accrue", accountId: account_id, now, month, instead: null })),
    );
    return owed.length;
  }

  /** Repeats steps until less than one is left or the round's time is up. This bounds the sustained rate of new rows. */
  async function deleteAllOld(signal: AbortSignal): Promise<void> {
    const until = performance.now() + DELETE_MS;
    while ((await deleteOld()) >= step && performance.now() < until && !signal.aborted);
  }

  /** Creates the partitions of the coming weeks and drops expired ones. Returns the names of both. */
  async function rotatePartitions(): Promise<{ made: string[]; dropped: string[] }> {
    if (!partitions) return { made: [], dropped: [] };
    const now = clock.now();
    const made = await partitions.make(now);
    const dropped = [
      ...(await partitions.dropHistory(now - HISTORY_MS)),
      ...(await partitions.dropAnswers(now)),
      ...(await partitions.carryLedger(startOfMonth(now, LEDGER_MONTHS))),
    ];
    return { made, dropped };
  }

  /** Merges each account's entries that are more than 13 months old. Returns how many were removed. */
  const rollUp = () => rollUpLedger(db, startOfMonth(clock.now(), LEDGER_MONTHS));
  /** Each of these sums up one past span. Returns its number since 1970, or null if there is none. */
  const closeDay = () => closeNextDay(db, clock.now(), HISTORY_MS);
  const closeHour = () => closeNextHour(db, clock.now(), HISTORY_MS);

  /** Returns for how many deleted accounts late writes were looked for. */
  const forgetDeleted = () => forgetAgain(store, clock.now());

  const steps = {
    giveMonthlyPoints,
    rotatePartitions,
    deleteAllOld,
    closeDay,
    closeHour,
    rollUp,
    forgetDeleted,
  };

  /** Runs all of it periodically. */
  function start(onError: (error: unknown) => void): void {
    const every = (pauseMs: number, run: (signal: AbortSignal) => Promise<unknown>) => {
      const rounds = periodicTask({ clock, pauseMs, onError, run });
      rounds.start();
      closing.push(rounds.close);
    };
    every(TOUCH_MS, heartbeat);
    every(PAUSE_MS, async (signal) => {
      for (const step of Object.values(steps)) if (!signal.aborted) await step(signal).catch(onError);
    });
  }

  /** Stops it and waits for the rounds in flight. */
  const close = () => Promise.all(closing.map((stop) => stop()));

  return { ...steps, expireHolds, heartbeat, deleteOld, start, close };
}

const monthlyPlans = (plans: Plans): string[] =>
  Object.entries(plans)
    .filter(([, { once, points }]) => !once && points > 0)
    .map(([name]) => name);

/** Whole months, so that the entries of one are carried together. */
function startOfMonth(now: number, monthsAgo: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - monthsAgo, 1);
}

/** Deletes expired rows in steps, so that maintenance never holds the store for long. */
function createExpiredRows({ db, dialect }: Pick<Store, "db" | "dialect">, clock: Clock) {
  const isPartitioned = dialect === "postgres";
  const step = isPartitioned ? 5_000 : 500;
  /** Partitioned rows expire with their partition. */
  const inSteps = (table: string) =>
    isPartitioned && (table === "requests" || table === "answers") ? `${table}_rest` : table;

  /** Deletes the oldest rows of a table, at most one step. Returns the number of rows. */
  async function deleteOldest(table: TableName, time: string, key: string, until: number): Promise<number> {
    const all = db as AnyDb;
    const from = inSteps(table);
    // The newest row stays, because SQLite would reuse its number and the ledger would confuse two requests.
    const isDone = sql<SqlBool>`ended_at is not null and no < (select max(no) from requests)`;
    const old = all
      .selectFrom(from)
      .where(time, "<=", until)
      .$if(table === "requests", (rows) => rows.where(isDone));
    // Processes take different rows, so that none waits for another's.
    const some = old.orderBy(time).limit(step).select(key).forUpdate().skipLocked();
    const { numDeletedRows } = await all.deleteFrom(from).where(key, "in", some).executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  /** Deletes one step of the rows that expire by time (`store/tables`). Returns the number of rows. */
  async function deleteOld(): Promise<number> {
    const now = clock.now();
    let deleted = 0;
    for (const { table, since: time, ms, inStepsBy: key } of expiring) {
      // Rows that say when they expire are over at that moment; rows kept for a week are kept for the whole week.
      const until = ms === 0 ? now : now - ms - 1;
      if (key) deleted += await deleteOldest(table, time, key, until);
      else {
        const gone = await sql`delete from ${sql.table(table)} where ${sql.ref(time)} <= ${until}`.execute(db);
        deleted += Number(gone.numAffectedRows ?? 0n);
      }
    }
    await deleteSums(db, now, HISTORY_MS);
    return deleted;
  }

  return { deleteOld, step };
}

/** On PostgreSQL expired rows are dropped by partition: a month of history, a week of results, a month of the ledger. */
function createExpiredPartitions(store: PostgresStore) {
  async function drop(table: TableName, before: number, save?: (partition: Partition, trx: AnyDb) => Promise<boolean>) {
    const old = (await listPartitions(store.db, table)).filter(({ to }) => to <= before);
    const dropped: string[] = [];
    for (const partition of old) {
      if (await dropPartition(store.longRunning, partition.name, save && ((trx) => save(partition, trx))))
        dropped.push(partition.name);
    }
    return dropped;
  }
  return {
    /** Creates those of the coming weeks. Each of these functions returns the names of its partitions. */
    make: (now: number) => createPartitions(store.db, now),
    dropHistory: (before: number) => drop("requests", before, hasNoHold),
    dropAnswers: (now: number) => drop("answers", now),
    /** Replaces each account's entries in a month by one with their sum, and drops the month. */
    carryLedger: (before: number) => drop("ledger", before, carry),
  };
}

/** A hold that has not ended would be lost with its row. */
async function hasNoHold({ name }: Partition, trx: AnyDb): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(name)} where ended_at is null limit 1`.execute(trx);
  return rows.length === 0;
}

/** Keeps the number and balance of the account's newest entry, at the first retained moment. */
async function carry({ name, to }: Partition, trx: AnyDb): Promise<boolean> {
  await sql`lock table ${sql.table(name)} in share row exclusive mode`.execute(trx);
  await sql`
    insert into ledger (no, account_id, kind, amount, balance, at, note) overriding system value
    select last, account_id, 'carried', total, (select balance from ${sql.table(name)} p where p.no = last), ${sql.lit(to)},
      entries || ' earlier entries'
    from (select account_id, max(no) as last, sum(amount) as total, count(*) as entries
      from ${sql.table(name)} group by account_id) as sums`.execute(trx);
  return true;
}
