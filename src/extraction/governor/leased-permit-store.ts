import type { Clock } from "../../clock.ts";
import type { Allowance, PermitOutcome } from "./adaptive-limit.ts";
import type { LeaseGrant, LeaseRequest } from "./lease-table.ts";
import type { OriginPermits, PermitStore } from "./permit-store.ts";
import { Share } from "./share.ts";

/** How long a share is leased: what a process that dies has is back after this. */
export const LEASE_MS = 5_000;
const RENEW_MS = 1_000;
/** With less than its share, or with the database away, one asks again this soon. */
const ASK_AGAIN_MS = 250;
/** A share that was not used for so many renewals is given back. */
const IDLE_RENEWALS = 3;
/** What is in flight is called off so much before the database gives the share to others. */
const MARGIN_MS = 200;
const MOST_OUTCOMES = 1_000;
/** Rates differ by more than this, or are the same. */
const ROUNDING = 1.001;

/** Where leases are written down: one place for all processes. */
export interface LeaseStore {
  renew(origin: string, request: LeaseRequest, allowed: Allowance): Promise<LeaseGrant>;
}

interface Parts {
  leases: LeaseStore;
  /** This process, as no other calls itself. */
  holder: string;
  clock: Pick<Clock, "after">;
  /** Milliseconds that only ever go on, whatever becomes of the wall clock. */
  now(): number;
}

/**
 * Each process leases a share of an origin's permits and rate and hands them out from memory: no statement for a page.
 * A share is used for no longer than it is certain to be ours, counted from before it was asked for.
 */
export function leasedPermitStore(parts: Parts): PermitStore {
  return { open: (origin, allowed, wake) => new LeasedPermits(parts, origin, allowed, wake) };
}

class LeasedPermits implements OriginPermits {
  readonly #parts: Parts;
  readonly #origin: string;
  readonly #allowed: () => Allowance;
  readonly #wake: () => void;
  readonly #share = new Share();
  readonly #lost = new Set<() => void>();
  #grant: LeaseGrant | null = null;
  #endsAt = Number.NEGATIVE_INFINITY;
  #pausedUntil = 0;
  /** What was asked of the share since the last renewal, at most. */
  #wants = 0;
  #waiting = 0;
  #idle = 0;
  #outcomes: PermitOutcome[] = [];
  #renewing: Promise<void> | null = null;
  #urgent = false;
  #closed = false;
  #callOffRenewal: (() => void) | null = null;
  #callOffEnd = () => {};

  constructor(parts: Parts, origin: string, allowed: () => Allowance, wake: () => void) {
    this.#parts = parts;
    this.#origin = origin;
    this.#allowed = allowed;
    this.#wake = wake;
  }

  acquire(waiting: number): number {
    const now = this.#parts.now();
    const isNews = this.#wants === 0;
    this.#waiting = waiting;
    this.#want();
    if (now >= this.#endsAt) {
      this.#renewSoon();
      return Number.POSITIVE_INFINITY;
    }
    if (now < this.#pausedUntil) return this.#pausedUntil - now;
    const waitMs = this.#share.start(now);
    if (waitMs === 0) {
      this.#waiting = Math.max(0, waiting - 1);
      this.#want();
    } else if (isNews) this.#renewSoon();
    return waitMs;
  }

  release(outcome: PermitOutcome): void {
    this.#share.end();
    if (this.#outcomes.length < MOST_OUTCOMES) this.#outcomes.push(outcome);
    // What the site says to one, all should hear at once; and what others wait for is given back at once.
    const isOwed = this.#grant !== null && this.#grant.permits > Math.max(this.#share.permits, this.#share.inFlight);
    if (outcome.kind === "throttled" || isOwed) this.#renewSoon();
  }

  onLost(then: () => void): () => void {
    this.#lost.add(then);
    return () => void this.#lost.delete(then);
  }

  expectedWait(waiting: number): number {
    return this.#share.expectedMs(waiting, this.#grant?.typicalMs ?? null);
  }

  state(): { permits: number; inFlight: number } {
    return { permits: this.#share.permits, inFlight: this.#share.inFlight };
  }

  /** Gives the share back, so that nobody has to wait for its end. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#callOffRenewal?.();
    this.#callOffEnd();
    await this.#renewing;
    if (this.#endsAt === Number.NEGATIVE_INFINITY) return;
    const keep = { permits: 0, perSecond: 0 };
    const { leases, holder } = this.#parts;
    const request = { holder, keep, wants: 0, outcomes: this.#outcomes };
    await leases.renew(this.#origin, request, this.#allowed()).catch(() => {});
  }

  #want(): void {
    this.#wants = Math.max(this.#wants, this.#waiting + this.#share.inFlight);
  }

  #renewSoon(): void {
    if (this.#closed) return;
    // A renewal that is on its way does not know of this yet.
    if (this.#renewing) this.#urgent = true;
    else void this.#renew();
  }

  #renew(): Promise<void> {
    this.#callOffRenewal?.();
    this.#callOffRenewal = null;
    this.#renewing = this.#ask().finally(() => {
      this.#renewing = null;
      if (this.#closed) return;
      if (this.#urgent) {
        this.#urgent = false;
        this.#renewSoon();
      }
    });
    return this.#renewing;
  }

  async #ask(): Promise<void> {
    const { leases, holder, clock, now } = this.#parts;
    const askedAt = now();
    const outcomes = this.#outcomes.splice(0);
    const wants = this.#wants;
    this.#wants = this.#waiting + this.#share.inFlight;
    this.#idle = wants === 0 ? this.#idle + 1 : 0;
    const isIdle = this.#idle >= IDLE_RENEWALS;
    if (isIdle) this.#share.resize(0, 0, askedAt);
    const keep = {
      permits: Math.max(this.#share.permits, this.#share.inFlight),
      perSecond: this.#share.perSecond ?? 0,
    };
    try {
      const grant = await leases.renew(this.#origin, { holder, keep, wants, outcomes }, this.#allowed());
      if (wants === 0 && keep.permits === 0) this.#end();
      else this.#use(grant, askedAt);
    } catch {
      // What was learned is told again; the share lasts as long as it was certain to.
      this.#outcomes.unshift(...outcomes);
      this.#wants = Math.max(this.#wants, wants);
      if (!this.#closed) this.#callOffRenewal = clock.after(ASK_AGAIN_MS, () => void this.#renew());
    }
  }

  #use(grant: LeaseGrant, askedAt: number): void {
    const { clock, now } = this.#parts;
    const permits = Math.min(grant.permits, grant.target.permits);
    const { perSecond } = grant.target;
    this.#grant = grant;
    this.#share.resize(permits, perSecond === null ? null : Math.min(grant.perSecond ?? 0, perSecond), now());
    this.#share.save(grant.saved);
    this.#pausedUntil = now() + grant.pausedMs;
    this.#endsAt = askedAt + LEASE_MS - MARGIN_MS;
    if (this.#closed) return;
    this.#callOffEnd();
    this.#callOffEnd = clock.after(Math.max(0, this.#endsAt - now()), () => this.#lose());
    const rate = grant.perSecond ?? 0;
    const rateTarget = perSecond ?? 0;
    if (grant.permits > Math.max(permits, this.#share.inFlight) || rate > rateTarget * ROUNDING) this.#urgent = true;
    const lacks = permits < grant.target.permits || permits === 0 || rate * ROUNDING < rateTarget;
    this.#callOffRenewal = clock.after(lacks ? ASK_AGAIN_MS : RENEW_MS, () => void this.#renew());
    this.#wake();
  }

  /** The database may give the share to others now: nothing new starts, and what is in flight is called off. */
  #lose(): void {
    this.#end();
    for (const then of [...this.#lost]) then();
    if (this.#waiting > 0) this.#renewSoon();
  }

  #end(): void {
    this.#callOffEnd();
    this.#endsAt = Number.NEGATIVE_INFINITY;
    this.#grant = null;
    this.#idle = 0;
    this.#share.resize(0, 0, this.#parts.now());
    if (this.#waiting > 0) this.#wake();
  }
}
