import type pg from "pg";
import type { Clock } from "../base/clock.ts";

const SYNC_MS = 60_000;

export interface DatabaseClock extends Clock {
  close(): void;
}

/**
 * The database's time, the same for all processes: read once a minute, and extrapolated in between with the process's
 * monotonic clock. The machine's own clock does not affect holds, windows or keys, even if it jumps.
 */
export async function openDatabaseClock(pool: pg.Pool, timers: Pick<Clock, "after">): Promise<DatabaseClock> {
  let base = 0;
  let callOff = () => {};
  let isOpen = true;

  async function sync(): Promise<void> {
    const askedAt = performance.now();
    const { rows } = await pool.query<{ now: number }>(
      "select (extract(epoch from clock_timestamp()) * 1000)::float8 as now",
    );
    // It was read at some moment between the query and the response.
    base = rows[0]!.now - (askedAt + performance.now()) / 2;
  }
  const syncNowAndThen = () => {
    callOff = timers.after(SYNC_MS, () => {
      // The last reading still holds while the database is down.
      void sync()
        .catch(() => {})
        .finally(() => {
          if (isOpen) syncNowAndThen();
        });
    });
  };

  await sync();
  syncNowAndThen();
  return {
    now: () => Math.floor(base + performance.now()),
    after: (ms, then) => timers.after(ms, then),
    close() {
      isOpen = false;
      callOff();
    },
  };
}
