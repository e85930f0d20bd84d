import type { Clock } from "../../base/clock.ts";
import { FairQueue } from "../../base/fair-queue.ts";
import { AskedToWait } from "../../contract/errors.ts";
import { SourceBusy } from "../retry.ts";
import { type Allowance, initialLimit, type PermitOutcome, permitCount } from "./adaptive-limit.ts";
import { requestInterval, type SiteReply, siteRules } from "./site-limit.ts";
import type { SiteLimits } from "./site-store.ts";
import { Stall } from "./stall.ts";
import { StoreTime } from "./store-time.ts";
import { ThrottlePause } from "./throttle-pause.ts";

export interface Permit {
  /** Releases the permit; further calls have no effect. Null if its outcome is reported later, once its page is read. */
  release(outcome: PermitOutcome | null): void;
  report(outcome: PermitOutcome): void;
  /** Calls `then` if the permit is lost before its release. */
  onLost(then: () => void): void;
}

/** The adaptive limit as this process sees it. */
export interface LimiterState {
  permits: number;
  /** Share of the manifest's rate in use. It is lower for up to two minutes after the site complained or slowed down. */
  pace: number;
  inFlight: number;
  waiting: number;
  /** Calls are waiting, and no process was granted a start for ten seconds. */
  stalled: boolean;
}

/** Position of a waiting call in the queue. */
export interface QueuePosition {
  position: number;
  expectedMs: number;
}

interface Waiter {
  account: string;
  since: number;
  /** When the caller stops waiting, in clock time. */
  deadline: number;
  grant(permit: Permit): void;
  refuse(error: unknown): void;
}

interface PermitRequest {
  deadline: number;
  /** A run that has begun waits until its deadline; a new one is rejected if it could not start in time. */
  hasBegun: boolean;
  /** A canary goes before callers: until it has its pages, they may be sold wrong values. */
  isProbe?: boolean | undefined;
  onQueued?(position: QueuePosition): void;
}

export interface GovernorEvents {
  granted?(waitedMs: number): void;
  stalled?(details: { origin: string; waiting: number }): void;
}

/** Canaries wait in a queue that is served first. */
const PROBES = "probes";

const patient: PermitRequest = { deadline: Number.POSITIVE_INFINITY, hasBegun: true };

/** Shorter waits are the source's normal rate; a longer one is a pause that is reported to the caller immediately. */
const PAUSE_MS = 1_000;
const HEARTBEAT_MS = 1_500;
/**
 * Minimum interval between calls to the store while unused starts last longer than `LOW_MS`, or if there is only a release
 * to report.
 */
const COLLECT_MS = 25;
const LOW_MS = 100;
const RETRY_MS = 250;
/** How long before the lease ends requests in flight are aborted; the database then gives their permits to others. */
const MARGIN_MS = 200;
/** A start unused for this long is returned: late starts would bunch up and exceed the rate. */
const LATE_MS = 100;
const MAX_OUTCOMES = 1_000;

/**
 * Distributes the starts of one origin among the calls of this process, in turn by account. The store grants them: memory
 * for one process, the database for several.
 */
export class Governor {
  readonly #origin: string;
  readonly #allowed: () => Allowance;
  readonly #store: SiteLimits;
  readonly #clock: Clock;
  readonly #events: GovernorEvents;
  readonly #queue = new FairQueue<Waiter>();
  readonly #lost = new Set<() => void>();
  readonly #time = new StoreTime();
  readonly #stall: Stall;
  readonly #throttlePause = new ThrottlePause();
  /** Granted but unused starts, in the store's time. */
  #starts: number[] = [];
  #unusedFrom: number | null = null;
  #inFlight = 0;
  #outcomes: PermitOutcome[] = [];
  #last: SiteReply | null = null;
  #recoveredAt = 0;
  #leaseEndsAt = Number.POSITIVE_INFINITY;
  #asking: Promise<void> | null = null;
  #askAgain = false;
  #closed = false;
  #askAt = Number.POSITIVE_INFINITY;
  #callOffAsk = () => {};
  #callOffStart = () => {};
  #callOffLease = () => {};

  constructor(origin: string, allowed: () => Allowance, store: SiteLimits, clock: Clock, events: GovernorEvents = {}) {
    this.#origin = origin;
    this.#allowed = allowed;
    this.#store = store;
    this.#clock = clock;
    this.#events = events;
    this.#stall = new Stall(() => events.stalled?.({ origin, waiting: this.#queue.size }));
  }

  acquire(
    caller: string,
    signal: AbortSignal,
    { deadline, hasBegun, isProbe, onQueued }: PermitRequest = patient,
  ): Promise<Permit> {
    const account = isProbe ? PROBES : caller;
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const position = isProbe ? this.#queue.sizeOf(account) + 1 : this.#queue.aheadOf(account);
      const expectedMs = this.#expectedMs(position);
      // Without a wait, the caller's own deadline ends the call, and says so.
      const isTooLong = !hasBegun && expectedMs > 0 && this.#clock.now() + expectedMs > deadline;
      if (isTooLong) return reject(new SourceBusy(expectedMs));
      const leave = () => {
        this.#queue.remove(waiter);
        reject(signal.reason);
        this.#report();
      };
      const ending = <T>(end: (outcome: T) => void) => {
        return (outcome: T) => {
          signal.removeEventListener("abort", leave);
          end(outcome);
        };
      };
      const since = this.#store.now();
      const waiter: Waiter = { account, deadline, since, grant: ending(resolve), refuse: ending(reject) };
      signal.addEventListener("abort", leave, { once: true });
      onQueued?.({ position, expectedMs: Math.round(expectedMs) });
      if (this.#queue.size === 0) this.#stall.begins(waiter.since);
      this.#queue.push(waiter);
      this.#serve();
      // A process that knows its next call to the store gets no earlier start by calling for one more waiting call.
      if (this.#queue.size === 1 || this.#askAt === Number.POSITIVE_INFINITY) this.#report();
    });
  }

  get state(): LimiterState {
    const permits = this.#last?.permits ?? permitCount(initialLimit(this.#allowed()), this.#allowed());
    const stalled = this.#queue.size > 0 && this.#stall.isOver(this.#store.now());
    // Whatever the last call to the store was told, a site that was left alone for so long has its whole rate again.
    const intervalMs = this.#store.now() < this.#recoveredAt ? (this.#last?.intervalMs ?? 0) : 0;
    const pace = intervalMs > 0 ? Math.min(1, requestInterval(1, this.#allowed()) / intervalMs) : 1;
    return { permits, pace, inFlight: this.#inFlight, waiting: this.#queue.size, stalled };
  }

  /** Returns everything, so that no other process waits for the lease to end. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#sleep();
    await this.#asking;
    const hadLease = this.#store.isShared && this.#leaseEndsAt < Number.POSITIVE_INFINITY;
    this.#sleep();
    if (!hadLease) return;
    const unused = this.#takeUnused(0);
    const ask = { holding: 0, wants: 0, outcomes: this.#outcomes, unused, allowed: this.#allowed() };
    await Promise.resolve(this.#store.ask(this.#origin, ask)).catch(() => {});
  }

  /** Expected wait of the call at this position, excluding pauses that the site requested. */
  #expectedMs(position: number): number {
    const { permits } = this.state;
    const processes = 1 + (this.#last?.waiting ?? 0);
    const intervalMs = this.#last?.intervalMs ?? requestInterval(1, this.#allowed());
    const next = this.#starts[position - 1] ?? this.#last?.tat;
    const nextMs = next === undefined ? 0 : Math.max(0, this.#time.local(next) - this.#store.now());
    const behind = Math.max(0, position - 1 - this.#starts.length);
    const rounds = Math.floor(((this.#inFlight + position) * processes) / permits);
    return Math.max(nextMs + behind * intervalMs * processes, rounds * (this.#last?.typicalMs ?? 0));
  }

  /** Uses the starts that are due. */
  #serve(): void {
    this.#callOffStart();
    const now = this.#store.now();
    if (now >= this.#leaseEndsAt) this.#lose();
    this.#dropLate(now);
    const msUntil = (start: number | undefined) =>
      start === undefined ? Number.POSITIVE_INFINITY : this.#time.local(start) - now;
    while (msUntil(this.#starts[0]) <= 0) {
      const probe = this.#queue.oldestOf(PROBES);
      if (probe) this.#queue.remove(probe);
      const waiter = probe ?? this.#queue.take(() => true);
      if (!waiter) break;
      this.#starts.shift();
      this.#inFlight++;
      this.#stall.granted(now);
      this.#events.granted?.(now - waiter.since);
      waiter.grant(this.#newPermit(waiter.account));
    }
    if (this.#queue.size === 0 || this.#starts.length === 0 || this.#closed) return;
    this.#callOffStart = this.#clock.after(Math.ceil(msUntil(this.#starts[0])), () => {
      this.#serve();
      this.#report();
    });
  }

  /** A process that was paused or busy must not catch up on missed starts, nor wait for a clock that was set back. */
  #dropLate(now: number): void {
    const isUsable = (start: number) => {
      const inMs = this.#time.local(start) - now;
      return inMs >= -LATE_MS && inMs <= 2 * siteRules.aheadMs;
    };
    const usable = this.#starts.filter(isUsable);
    if (usable.length === this.#starts.length) return;
    // If no other process waits, all are exchanged for as many from now on: only the delay is lost.
    if (this.#last?.waiting === 0) usable.length = 0;
    if (usable.length === 0) this.#unusedFrom ??= this.#starts[0] ?? null;
    this.#starts = usable;
  }

  #newPermit(account: string): Permit {
    const sentAt = this.#store.now();
    let released = false;
    let forget = () => {};
    const report = (outcome: PermitOutcome) => {
      const timed = this.#throttlePause.timed(outcome, account, sentAt, this.#store.now());
      if (this.#outcomes.length < MAX_OUTCOMES) this.#outcomes.push(timed);
    };
    return {
      report,
      release: (outcome) => {
        if (released) return;
        released = true;
        forget();
        this.#inFlight--;
        if (outcome) report(outcome);
        if (outcome?.kind === "throttled") this.#ask();
        else this.#report();
      },
      onLost: (then) => {
        this.#lost.add(then);
        forget = () => void this.#lost.delete(then);
      },
    };
  }

  /** Reports changes to the store: immediately if calls wait and starts run out, otherwise batched with later ones. */
  #report(): void {
    const last = this.#starts.at(-1);
    const isLow = last === undefined || this.#time.local(last) < this.#store.now() + LOW_MS;
    const isShort = isLow && this.#queue.size > this.#starts.length;
    // The in-memory store responds immediately, and needs no report until a call waits.
    if (isShort || (!this.#store.isShared && this.#queue.size + this.#starts.length > 0)) this.#ask();
    else if (this.#store.isShared) this.#askWithin(COLLECT_MS);
  }

  #askWithin(ms: number): void {
    const at = this.#store.now() + ms;
    if (this.#closed || this.#askAt <= at) return;
    this.#callOffAsk();
    this.#askAt = at;
    this.#callOffAsk = this.#clock.after(ms, () => this.#ask());
  }

  #ask(): void {
    if (this.#closed) return;
    if (this.#asking) {
      this.#askAgain = true;
      return;
    }
    this.#callOffAsk();
    this.#askAt = Number.POSITIVE_INFINITY;
    const calledAt = this.#store.now();
    if (calledAt >= this.#leaseEndsAt) this.#lose();
    const outcomes = this.#outcomes;
    this.#outcomes = [];
    const unused = this.#takeUnused(this.#queue.size);
    const wants = this.#queue.size - this.#starts.length;
    const ask = { holding: this.#inFlight + this.#starts.length, wants, outcomes, unused, allowed: this.#allowed() };
    const reply = this.#store.ask(this.#origin, ask);
    if (reply instanceof Promise) this.#await(reply, calledAt, outcomes);
    else this.#use(reply, calledAt);
  }

  #await(reply: Promise<SiteReply>, calledAt: number, outcomes: PermitOutcome[]): void {
    this.#asking = reply
      .then((granted) => this.#use(granted, calledAt))
      .catch(() => {
        this.#outcomes.unshift(...outcomes);
        this.#askAgain = false;
        this.#askWithin(RETRY_MS);
      })
      .finally(() => {
        this.#asking = null;
        this.#watch();
        if (!this.#askAgain) return;
        this.#askAgain = false;
        this.#report();
      });
  }

  /** Returns starts that exceed the waiting calls. */
  #takeUnused(needed: number): { tat: number; from: number } | null {
    const from = this.#starts.splice(needed)[0] ?? this.#unusedFrom;
    this.#unusedFrom = null;
    return from === null || this.#last === null ? null : { tat: this.#last.tat, from };
  }

  #use(reply: SiteReply, calledAt: number): void {
    const now = this.#store.now();
    this.#time.observe(reply.now, calledAt, now);
    this.#last = reply;
    this.#recoveredAt = now + reply.pausedMs + siteRules.fullPaceAfterMs;
    this.#starts.push(...reply.starts);
    if (reply.pausedMs > 0) {
      this.#starts = this.#starts.filter((start) => start >= reply.now + reply.pausedMs);
      if (reply.pausedMs >= PAUSE_MS) this.#refuseEarlierThan(reply.pausedMs);
    }
    this.#stall.heard(this.#time.local(reply.tat), now);
    this.#renewLease(calledAt, now);
    this.#serve();
    const holding = this.#inFlight + this.#starts.length;
    // If this process has every permit, nothing changes until it releases one.
    const pollMs = holding >= reply.permits ? HEARTBEAT_MS : reply.askInMs;
    if (this.#queue.size > this.#starts.length) this.#askWithin(pollMs);
    else if (this.#store.isShared && holding > 0) this.#askWithin(HEARTBEAT_MS);
    if (this.#starts.length > this.#queue.size) this.#askWithin(COLLECT_MS);
    this.#watch();
  }

  #renewLease(calledAt: number, now: number): void {
    if (!this.#store.isShared) return;
    this.#callOffLease();
    this.#leaseEndsAt = calledAt + siteRules.leaseMs - MARGIN_MS;
    if (this.#inFlight + this.#starts.length === 0 || this.#closed) return;
    this.#callOffLease = this.#clock.after(Math.max(0, this.#leaseEndsAt - now), () => {
      this.#lose();
      this.#report();
    });
  }

  /** The database may now give the permits to others: starts are void, and requests in flight are aborted. */
  #lose(): void {
    this.#callOffLease();
    this.#leaseEndsAt = Number.POSITIVE_INFINITY;
    this.#starts = [];
    for (const then of [...this.#lost]) then();
  }

  /** Rejects calls whose deadline is before the end of the pause. */
  #refuseEarlierThan(waitMs: number): void {
    const now = this.#clock.now();
    for (const waiter of this.#queue.takeWhere(({ deadline }) => deadline <= now + waitMs)) {
      waiter.refuse(new AskedToWait(waitMs, now));
    }
  }

  #watch(): void {
    if (this.#queue.size > 0) this.#stall.check(this.#store.now());
  }

  #sleep(): void {
    this.#callOffAsk();
    this.#callOffStart();
    this.#callOffLease();
    this.#askAt = Number.POSITIVE_INFINITY;
  }
}
