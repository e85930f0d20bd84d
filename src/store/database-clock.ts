import type pg from "pg";
import type { Clock } from "../base/clock.ts";
import { periodicTask } from "../base/periodic-task.ts";
import type { Store } from "./open-store.ts";

const SYNC_MS = 60_000;

export interface DatabaseClock extends Clock {
  close(): void;
}

/** The database's time when the process's monotonic clock began. */
async function readBase(pool: pg.Pool): Promise<number> {
  const askedAt = performance.now();
  const { rows } = await pool.query<{ now: number }>(
    "select (extract(epoch from clock_timestamp()) * 1000)::float8 as now",
  );
  // It was read at some moment between the query and the response.
  return rows[0]!.now - (askedAt + performance.now()) / 2;
}

/** How far this machine's clock is off the database's; null for an embedded store, which has the same. */
export const clockSkew = async (store: Store): Promise<number | null> =>
  store.dialect === "sqlite" ? null : Math.abs((await readBase(store.pool)) - (Date.now() - performance.now()));

/**
 * The database's time, the same for all processes: read once a minute, and extrapolated in between with the process's
 * monotonic clock. The machine's own clock does not affect holds, windows or keys, even if it jumps.
 */
export async function openDatabaseClock(pool: pg.Pool, timers: Pick<Clock, "after">): Promise<DatabaseClock> {
  let base = 0;
  const sync = async (): Promise<void> => {
    base = await readBase(pool);
  };

  await sync();
  // The last reading still holds while the database is down.
  const syncs = periodicTask({ clock: timers, pauseMs: SYNC_MS, run: sync, onError: () => {} });
  syncs.start();
  return {
    now: () => Math.floor(base + performance.now()),
    after: (ms, then) => timers.after(ms, then),
    close: () => void syncs.close(),
  };
}
