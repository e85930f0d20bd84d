import type pg from "pg";
import { type Allowance, firstManners, givePlace, type Manners, takePlace } from "./manners.ts";
import type { TurnBook } from "./turn-book.ts";

/** Nobody is told when another process gives a place back: one looks again after about so long. */
const LOOK_AGAIN_MS = 50;

/**
 * The turn book of many processes: a row of PostgreSQL for each origin, changed under its lock, by the database's
 * clock. The places of a process that dies are taken back when they end.
 */
export function sharedTurnBook(pool: pg.Pool, random: () => number = Math.random): TurnBook {
  return {
    async take(origin, place, allowed) {
      const waitMs = await change(pool, origin, allowed, (manners, now) => takePlace(manners, place, allowed, now));
      return Number.isFinite(waitMs) ? waitMs : LOOK_AGAIN_MS * (1 + random());
    },
    give: (origin, place, allowed, outcome) =>
      change(pool, origin, allowed, (manners, now) => givePlace(manners, place, allowed, outcome, now)),
  };
}

async function change<T>(
  pool: pg.Pool,
  origin: string,
  allowed: Allowance,
  by: (manners: Manners, now: number) => T,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("insert into governor (origin, manners) values ($1, $2) on conflict do nothing", [
      origin,
      JSON.stringify(firstManners(allowed, 0)),
    ]);
    const { rows } = await client.query<{ manners: Manners; now: number }>(
      "select manners, floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now " +
        "from governor where origin = $1 for update",
      [origin],
    );
    const { manners, now } = rows[0]!;
    const result = by(manners, now);
    await client.query("update governor set manners = $2 where origin = $1", [origin, JSON.stringify(manners)]);
    await client.query("commit");
    client.release();
    return result;
  } catch (error) {
    // The connection may be in the middle of the transaction: it is closed rather than used again.
    client.release(true);
    throw error;
  }
}
