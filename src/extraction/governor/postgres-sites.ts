import type pg from "pg";
import { type SiteReply, siteRules } from "./site-limit.ts";
import type { SiteStore } from "./site-store.ts";

interface Deps {
  pool: Pick<pg.Pool, "query">;
  /** A unique name for this process. */
  holder: string;
}

/** Shorter than a lease: an unresponsive database is called again before the lease ends. */
const QUERY_TIMEOUT_MS = 3_000;

const RULES = JSON.stringify(siteRules);

/** In PostgreSQL, for all processes, by its clock: one statement per call (`winnow_site`). */
export const postgresSites = ({ pool, holder }: Deps): SiteStore => ({
  isShared: true,
  now: () => performance.now(),
  async ask(origin, ask) {
    const { rows } = await pool.query<{ reply: SiteReply }>({
      text: "select winnow_site($1, $2, $3, $4) as reply",
      values: [origin, holder, JSON.stringify(ask), RULES],
      query_timeout: QUERY_TIMEOUT_MS,
    } as pg.QueryConfig);
    return rows[0]!.reply;
  },
  async pauses() {
    const { rows } = await pool.query<{ origin: string; ms: number }>(
      `select origin, ms from site_limits, (select extract(epoch from clock_timestamp())::float8 * 1000 as now) clock,
       lateral (select greatest(0, least(paused_until - now, $1)) as ms) left_over`,
      [siteRules.maxPauseMs],
    );
    return new Map(rows.map(({ origin, ms }) => [origin, ms]));
  },
  async resume(origin) {
    await pool.query("delete from site_limits where origin = $1", [origin]);
  },
});
