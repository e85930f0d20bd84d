import {
  type AdaptiveLimit,
  type Allowance,
  aimdRules,
  initialLimit,
  type PermitOutcome,
  paceAt,
  permitCount,
  recordOutcome,
} from "./adaptive-limit.ts";

/** The constants of the scheme, shared by memory and the database: `postgresSites` sends them with every call. */
export const siteRules = {
  ...aimdRules,
  /** How far ahead a start may be granted. */
  aheadMs: 500,
  /** A process that has not called for this long is gone: its requests in flight no longer count. */
  leaseMs: 5_000,
  /** A waiting process that calls this much later than agreed loses its turn. */
  graceMs: 100,
  shortestPollMs: 25,
  longestPollMs: 2_000,
  /**
   * Share of the rate that is granted. The rest absorbs delays on the way to the site: requests that leave up to 180 ms
   * late never exceed the rate in any window of 5 s.
   */
  share: 0.965,
  /** Assumed duration of a response before the first. */
  assumedMs: 100,
} as const;

/** One process's share of an origin. */
interface Lease {
  /** Requests in flight plus granted, unused starts. */
  inFlight: number;
  endsAt: number;
  /** Waiting for a start since this time (since its last start, if any); null if it is not waiting. */
  ticket: number | null;
  /** When it is due to call again. */
  askAt: number;
}

/**
 * One origin: its adaptive limit, the time of the next start (GCRA's "theoretical arrival time"), and the share of each
 * process.
 */
export interface Site {
  limit: AdaptiveLimit & { tat: number };
  leases: Map<string, Lease>;
}

export interface SiteAsk {
  /** Requests in flight and unused starts. */
  holding: number;
  /** Waiting calls without a start. */
  wants: number;
  /** Outcomes of requests since the last call. */
  outcomes: PermitOutcome[];
  /** Returned starts: all from `from` on. They are free again if no other was granted after them. */
  unused: { tat: number; from: number } | null;
  allowed: Allowance;
}

/** Times are the store's own; `now` is its current time. */
export interface SiteReply {
  now: number;
  /** Times at which the process may send one request each. */
  starts: number[];
  /** The time of the next start. */
  tat: number;
  intervalMs: number;
  permits: number;
  /** Other processes that wait. */
  waiting: number;
  /** Expected wait for the rate of this process's next call. */
  expectedMs: number;
  askInMs: number;
  pausedMs: number;
  typicalMs: number | null;
}

export const newSite = (allowed: Allowance): Site => ({
  limit: { ...initialLimit(allowed), tat: 0 },
  leases: new Map(),
});

export const requestInterval = (pace: number, { perSecond }: Allowance): number =>
  perSecond === null ? 0 : 1000 / (perSecond * pace * siteRules.share);

/**
 * Grants start times: `tat = max(tat, now) + n * interval`. A process that was granted one goes to the back of the
 * queue; those ahead of it keep a permit and a start until their turn has passed. The PostgreSQL function `winnow_site`
 * does the same (a test compares the two).
 */
export function askSite(site: Site, holder: string, ask: SiteAsk, now: number): SiteReply {
  const { limit, leases } = site;
  const { holding, wants, allowed } = ask;
  const { aheadMs, graceMs, leaseMs } = siteRules;
  for (const outcome of ask.outcomes) recordOutcome(limit, outcome, allowed, now);
  // Later than any pause can be: a version without that limit set it, or the clock was set back.
  limit.pausedUntil = Math.min(limit.pausedUntil, now + siteRules.maxPauseMs);
  const intervalMs = requestInterval(paceAt(limit, now), allowed);
  if (ask.unused !== null && ask.unused.tat === limit.tat) limit.tat = ask.unused.from;
  // Later than any grant can make it: the clock was set back.
  limit.tat = Math.min(limit.tat, now + aheadMs + intervalMs);
  for (const [name, { endsAt }] of leases) if (endsAt <= now || endsAt > now + leaseMs) leases.delete(name);
  const ticket = Math.min(leases.get(holder)?.ticket ?? now, now);
  leases.delete(holder);
  const permits = permitCount(limit, allowed);
  const others = [...leases];
  const free = others.reduce((left, [, { inFlight }]) => left - inFlight, permits - holding);
  const queue = others.filter(([, lease]) => lease.ticket !== null && lease.askAt + graceMs >= now);
  const waiting = queue.length;
  const fair = waiting === 0 ? permits : Math.ceil(permits / (waiting + 1));
  // A process with its share of the permits is not next, however long it waits.
  const ahead = queue.filter(
    ([name, { ticket: other, inFlight }]) =>
      inFlight < fair && (other! < ticket || (other === ticket && name < holder)),
  ).length;

  const first = Math.max(limit.tat, limit.pausedUntil, now);
  const room = roomFrom(first, intervalMs, wants + ahead, now);
  const turn =
    waiting === 0 || intervalMs === 0 ? wants : Math.max(1, Math.floor(aheadMs / intervalMs / (waiting + 1)));
  const count = Math.max(0, Math.min(wants, turn, fair - holding, free - ahead, room - ahead));
  if (count > 0) limit.tat = first + count * intervalMs;

  const before = count > 0 ? waiting : ahead;
  const pausedMs = Math.max(0, limit.pausedUntil - now);
  const expectedMs = Math.max(0, limit.tat - now) + before * intervalMs;
  const lacking = Math.max(0, before + 1 - (free - count));
  const permitMs = (lacking * (limit.typicalMs ?? siteRules.assumedMs)) / permits;
  const soonest = Math.max(expectedMs - aheadMs, pausedMs - aheadMs, permitMs, siteRules.shortestPollMs);
  const askInMs = Math.min(soonest, siteRules.longestPollMs);
  const next = count > 0 ? now : ticket;
  const own = { inFlight: holding + count, ticket: wants > count ? next : null };
  if (wants > count || own.inFlight > 0) leases.set(holder, { ...own, endsAt: now + leaseMs, askAt: now + askInMs });
  const starts = Array.from({ length: count }, (_, at) => first + at * intervalMs);
  const { tat, typicalMs } = limit;
  return { now, starts, tat, intervalMs, permits, waiting, expectedMs, askInMs, pausedMs, typicalMs };
}

/** Number of starts before the horizon; all requested ones if there is no rate. */
function roomFrom(first: number, intervalMs: number, wanted: number, now: number): number {
  const leftMs = now + siteRules.aheadMs - first;
  if (leftMs < 0) return 0;
  return intervalMs === 0 ? wanted : Math.floor(leftMs / intervalMs) + 1;
}
