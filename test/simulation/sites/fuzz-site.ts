import { isDeepStrictEqual } from "node:util";
import type pg from "pg";
import type { PermitOutcome } from "../../../src/extraction/governor/adaptive-limit.ts";
import {
  askSite,
  newSite,
  type Site,
  type SiteAsk,
  type SiteReply,
  siteRules,
} from "../../../src/extraction/governor/site-limit.ts";
import { type Seeded, seeded } from "../../../src/source-kit/stand-in/seeded.ts";

const ALLOWED = [
  { concurrency: 2, perSecond: 1 },
  { concurrency: 40, perSecond: 200 },
  { concurrency: 4, perSecond: null },
];
const STEPS_MS = [1, 7, 60, 300, 1_100, 17_000, 55_000, 901_000];

/** Asks for one site by both ledgers of it, and compares each reply and what both have stored then. */
export async function fuzzSite(pool: pg.Pool, seed: number, steps = 150): Promise<void> {
  const draws = seeded(String(seed));
  const origin = `https://${seed}.example`;
  let allowed = draws.pick(ALLOWED);
  let site: Site | null = null;
  const seen = new Map<string, SiteReply>();
  let now = 1_800_000_000_000;
  for (let step = 0; step < steps; step++) {
    now += draws.pick(STEPS_MS) + draws.next();
    if (draws.chance(0.01)) now -= 3_600_000;
    // A manifest changes with a new version.
    if (draws.chance(0.02)) allowed = draws.pick(ALLOWED);
    site ??= newSite(allowed);
    const holder = `p${draws.int(0, 5)}`;
    const ask = drawnAsk(draws, allowed, seen.get(holder));
    const { rows } = await pool.query("select winnow_site($1, $2, $3, $4, $5) as reply", [
      origin,
      holder,
      JSON.stringify(ask),
      JSON.stringify(siteRules),
      now,
    ]);
    const expected = askSite(site, holder, ask, now);
    refuseUnequal(`reply ${step}`, rows[0].reply, expected);
    refuseUnequal(`rows after ${step}`, await storedRows(pool, origin), memoryRows(site));
    seen.set(holder, expected);
  }
}

function refuseUnequal(what: string, found: unknown, expected: unknown): void {
  if (isDeepStrictEqual(found, expected)) return;
  throw new Error(`${what}: the database has ${JSON.stringify(found)}, memory ${JSON.stringify(expected)}`);
}

function drawnAsk(draws: Seeded, allowed: SiteAsk["allowed"], last: SiteReply | undefined): SiteAsk {
  const outcome = (): PermitOutcome => {
    const kind = draws.pick(["answered", "throttled", "failed"] as const);
    if (kind === "answered") return { kind, tookMs: draws.pick([80, 900, 1_001, 4_000, 30_000]) };
    if (kind === "failed") return { kind };
    return { kind, retryAfterMs: draws.pick([null, 700, 59_999, 60_000, 1e14]) };
  };
  return {
    holding: draws.int(0, 3),
    wants: draws.int(0, 4),
    allowed,
    outcomes: draws.chance(0.3) ? Array.from({ length: draws.int(1, 4) }, outcome) : [],
    unused: last?.starts[0] && draws.chance(0.3) ? { tat: last.tat, from: last.starts[0] } : null,
  };
}

async function storedRows(pool: pg.Pool, origin: string): Promise<unknown> {
  const limit = await pool.query(
    `select tat, concurrency, pace, paused_until as "pausedUntil", backed_off_at as "backedOffAt",
      typical_ms as "typicalMs" from site_limits where origin = $1`,
    [origin],
  );
  const leases = await pool.query(
    `select holder, in_flight as "inFlight", ends_at as "endsAt", ticket, ask_at as "askAt" from site_leases
      where origin = $1 order by holder`,
    [origin],
  );
  return { limit: { ...limit.rows[0] }, leases: leases.rows.map((row) => ({ ...row })) };
}

const memoryRows = ({ limit, leases }: Site): unknown => ({
  limit: { ...limit },
  leases: [...leases].map(([holder, lease]) => ({ holder, ...lease })).sort((a, b) => (a.holder < b.holder ? -1 : 1)),
});
