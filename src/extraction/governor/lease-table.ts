import {
  type AdaptiveLimit,
  type Allowance,
  initialLimit,
  type PermitOutcome,
  permitsOf,
  perSecondOf,
  recordOutcome,
} from "./adaptive-limit.ts";
import { fairShares } from "./fair-shares.ts";

/** What one process has leased of an origin, until it is renewed or ends. */
interface Lease {
  permits: number;
  perSecond: number;
  /** In flight and waiting in that process, at most, since it last asked. */
  wants: number;
  endsAt: number;
  /** When it last had a permit: who has waited longest comes first. */
  servedAt: number;
}

/**
 * Who has which share of an origin. At every moment the leases together are no more than the limit: a share grows only
 * out of what nobody has, and shrinks only when its holder has said that it will not use more.
 */
export interface LeaseTable {
  limit: AdaptiveLimit;
  leases: Record<string, Lease>;
  /** Since when nobody has had a lease, where nobody has: starts that were not made meanwhile have been saved. */
  emptySince: number;
}

export interface LeaseRequest {
  holder: string;
  /** What the holder will not exceed from now on, of what it has. */
  keep: { permits: number; perSecond: number };
  wants: number;
  /** How exchanges ended since it last asked. */
  outcomes: PermitOutcome[];
}

export interface LeaseGrant {
  /** What the holder has from now on. */
  permits: number;
  perSecond: number | null;
  /** Starts that are due at once, to a first holder. */
  saved: number;
  /** What it should have: a holder with more gives the rest back, one with less asks again soon. */
  target: { permits: number; perSecond: number | null };
  pausedMs: number;
  typicalMs: number | null;
}

export const emptyLeaseTable = (allowed: Allowance): LeaseTable => ({
  limit: initialLimit(allowed),
  leases: {},
  emptySince: 0,
});

/** Renews, takes or (wanting and keeping nothing) ends a lease; the book is changed in place. `now` is the database's. */
export function renewLease(
  book: LeaseTable,
  request: LeaseRequest,
  allowed: Allowance,
  leaseMs: number,
  now: number,
): LeaseGrant {
  const { limit, leases } = book;
  const { holder, keep, wants } = request;
  endOldLeases(book, now);
  for (const outcome of request.outcomes) recordOutcome(limit, outcome, allowed, now);
  const isFirst = Object.keys(leases).length === 0;
  const had = leases[holder];
  const own: Lease = {
    permits: Math.min(had?.permits ?? 0, keep.permits),
    perSecond: Math.min(had?.perSecond ?? 0, keep.perSecond),
    wants,
    endsAt: now + leaseMs,
    servedAt: had && had.permits === 0 ? had.servedAt : now,
  };
  leases[holder] = own;
  const most = permitsOf(limit, allowed);
  const rate = perSecondOf(limit, allowed);
  const about = { pausedMs: Math.max(0, limit.pausedUntil - now), typicalMs: limit.typicalMs };
  if (wants === 0 && own.permits === 0) {
    delete leases[holder];
    if (!isFirst && Object.keys(leases).length === 0) book.emptySince = now;
    return { permits: 0, perSecond: 0, saved: 0, target: { permits: 0, perSecond: 0 }, ...about };
  }
  const fair = fairShares(leases, most)[holder]!;
  const target = { permits: fair.permits, perSecond: rate === null ? null : rate * fair.part };
  own.permits += Math.max(0, Math.min(target.permits - own.permits, most - sumOf(leases, "permits")));
  own.perSecond += Math.max(
    0,
    Math.min((target.perSecond ?? 0) - own.perSecond, (rate ?? 0) - sumOf(leases, "perSecond")),
  );
  const saved = isFirst ? Math.min(own.permits, ((now - book.emptySince) * (rate ?? 0)) / 1000) : 0;
  return { permits: own.permits, perSecond: rate === null ? null : own.perSecond, saved, target, ...about };
}

function endOldLeases(book: LeaseTable, now: number): void {
  const { leases } = book;
  for (const [name, { endsAt }] of Object.entries(leases)) {
    if (endsAt > now) continue;
    delete leases[name];
    book.emptySince = Math.max(book.emptySince, endsAt);
  }
}

const sumOf = (leases: LeaseTable["leases"], what: "permits" | "perSecond"): number =>
  Object.values(leases).reduce((sum, lease) => sum + lease[what], 0);
