import type pg from "pg";
import { type AdaptiveLimit, type Allowance, acquirePermit, initialLimit, releasePermit } from "./adaptive-limit.ts";
import type { PermitStore } from "./permit-store.ts";

/** Nobody is told when another process gives a permit back: one looks again after about so long. */
const LOOK_AGAIN_MS = 50;

/**
 * The permit store of many processes: a row of PostgreSQL for each origin, changed under its lock, by the database's
 * clock. The permits of a process that dies are taken back when they end.
 */
export function sharedPermitStore(pool: pg.Pool, random: () => number = Math.random): PermitStore {
  return {
    async acquire(origin, permit, allowed) {
      const waitMs = await change(pool, origin, allowed, (limit, now) => acquirePermit(limit, permit, allowed, now));
      return Number.isFinite(waitMs) ? waitMs : LOOK_AGAIN_MS * (1 + random());
    },
    release: (origin, permit, allowed, outcome) =>
      change(pool, origin, allowed, (limit, now) => releasePermit(limit, permit, allowed, outcome, now)),
  };
}

async function change<T>(
  pool: pg.Pool,
  origin: string,
  allowed: Allowance,
  by: (limit: AdaptiveLimit, now: number) => T,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("insert into governor (origin, manners) values ($1, $2) on conflict do nothing", [
      origin,
      JSON.stringify(initialLimit(allowed, 0)),
    ]);
    const { rows } = await client.query<{ limit: AdaptiveLimit; now: number }>(
      'select manners as "limit", floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now ' +
        "from governor where origin = $1 for update",
      [origin],
    );
    const { limit, now } = rows[0]!;
    const result = by(limit, now);
    await client.query("update governor set manners = $2 where origin = $1", [origin, JSON.stringify(limit)]);
    await client.query("commit");
    client.release();
    return result;
  } catch (error) {
    // The connection may be in the middle of the transaction: it is closed rather than used again.
    client.release(true);
    throw error;
  }
}
