import type pg from "pg";
import type { Clock } from "../base/clock.ts";

const SYNC_MS = 60_000;

export interface DatabaseClock extends Clock {
  close(): void;
}

/**
 * The database's time, for all processes the same: read once a minute, and counted on in between by the time since
 * the process began. What the machine's own clock says, or becomes, is no matter to holds, windows and keys.
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
    // It was read at some moment between the question and the answer.
    base = rows[0]!.now - (askedAt + performance.now()) / 2;
  }
  const syncNowAndThen = () => {
    callOff = timers.after(SYNC_MS, () => {
      // A database that is away has told the time before.
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
