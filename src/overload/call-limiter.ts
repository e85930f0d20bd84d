import type { Clock } from "../base/clock.ts";
import { FairQueue } from "../base/fair-queue.ts";
import { retryAfter, WinnowError } from "../contract/errors.ts";
import { limits } from "../limits/limits.ts";
import { Shares, shareOf } from "../limits/shares.ts";
import { ConcurrencyLimit } from "./concurrency-limit.ts";
import { SourcePaces } from "./source-paces.ts";
import { StandingQueue, TARGET_MS } from "./standing-queue.ts";

/** Maximum calls of a process that run and that wait, bounded by memory whatever the sites do. */
const defaults = { maxInFlight: limits.callsInFlight.max as number, maxQueued: limits.queuedCalls.max as number };
export type LimiterSettings = typeof defaults;

export interface Caller {
  account: string;
  source: string;
  arrivedAt: number;
  deadline: number;
  signal: AbortSignal;
}

interface Waiting extends Caller {
  /** When it is rejected. */
  until: number;
  start(): void;
  refuse(error: unknown): void;
}

const ALL = "all accounts";
/** How much work may queue in a standing queue: reading calls that are then rejected is a waste. */
const SHORT_MS = 250;
/** Slots beyond the limit for accounts with nothing running, because the limit may fall far below what others have running. */
const KEPT_PLACES = 4;
const LONGEST_ADVICE_MS = 30_000;
/** Weight of one second in the pace of a queue. */
const WEIGHT = 0.3;

/**
 * Decides which calls run, wait or are rejected. As many run as the event loop, the ledger and their sources can handle;
 * the rest wait, accounts in turn. A burst waits as long as it takes, up to half of each call's time; a call that would wait
 * longer, at the pace at which the queue moves, is rejected at once. An account whose
 * queue is standing (`StandingQueue`) may queue next to nothing, its newest call goes first, and rejections are immediate.
 */
export class CallLimiter {
  readonly #clock: Clock;
  readonly #settings: LimiterSettings;
  readonly #limit: ConcurrencyLimit;
  readonly #queue = new FairQueue<Waiting>();
  readonly #lines = new Map<string, StandingQueue>();
  readonly #paces = new SourcePaces();
  readonly #running: Shares;
  /** Calls that are still being read. */
  readonly #approaching = new Shares(Number.POSITIVE_INFINITY);
  /** Calls that arrived since their account's queue is standing. */
  readonly #short = new Shares(Number.POSITIVE_INFINITY);
  #inFlight = 0;
  #keptTaken = 0;
  #ended = 0;
  #measuredAt: number;
  /** Calls that ended in the last second. */
  #perSecond = 0;
  /** Calls that end per second while others wait; null if it is unknown, because nobody waits or nothing ends. */
  #pace: number | null = null;
  /** Whether calls have waited all the time since the last measurement. */
  #hasWaited = false;
  /** Shared by all rejections with the same text. */
  #refusal: { seconds: string; error: WinnowError } | null = null;

  constructor(clock: Clock, settings: LimiterSettings = defaults) {
    this.#clock = clock;
    this.#settings = settings;
    this.#limit = new ConcurrencyLimit(settings.maxInFlight);
    this.#running = new Shares(shareOf(settings.maxInFlight, limits.runningCalls.max));
    this.#measuredAt = clock.now();
  }

  get state(): { inFlight: number; queued: number; limit: number } {
    return { inFlight: this.#inFlight, queued: this.#queue.size, limit: Math.floor(this.#limit.value) };
  }

  /** The error for a call of this account that arrives now, if it can only be rejected. */
  refusalFor(account: string): WinnowError | null {
    const patienceMs = this.#lines.get(account)?.patienceMs ?? Number.POSITIVE_INFINITY;
    const isRefused =
      this.#isFullFor(account, this.#approaching.inUse(ALL)) ||
      this.#waitMs(account) > patienceMs ||
      (this.#isStanding(account) && !this.#hasShortRoom(account, this.#approaching.inUse(account)));
    return isRefused ? this.#refuse(account) : null;
  }

  /** Counts a call about to be read, by account if known. Call the returned function when it enters or has its response. */
  trackArrival(account: string | null): () => void {
    return this.#approaching.enter(account === null ? [ALL] : [account, ALL])!;
  }

  /** Called when the ledger has admitted or rejected a call. */
  admitted(tookMs: number): void {
    this.#limit.admitted(tookMs);
  }

  /** Resolves when the call may run, with a function that ends it. Rejects if it is turned away or its client disconnects. */
  enter(caller: Caller): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const { account, signal } = caller;
      if (signal.aborted) return reject(signal.reason);
      const run = () => resolve(this.#occupy(caller));
      if (this.#queue.size === 0 && this.#hasRoom(caller)) return run();
      const isShort = this.#lines.get(account)?.wasStanding(caller.arrivedAt) ?? false;
      const now = this.#clock.now();
      // The other half of its time is for the run.
      const patienceMs = (caller.deadline - now) / 2;
      const isTooLate = !isShort && this.#waitMs(account) > patienceMs;
      if (isTooLate) this.#lines.get(account)!.patienceMs = patienceMs;
      if (isTooLate || this.#isFullFor(account) || (isShort && !this.#hasShortRoom(account)))
        return reject(this.#refuse(account));
      if (this.#isFull()) this.#queue.dropLongest(this.#isStanding)?.refuse(this.#overloaded());
      const leaveShort = isShort ? this.#short.enter([account]) : null;
      const leave = () => {
        this.#queue.remove(waiting);
        waiting.refuse(signal.reason);
      };
      const settled = () => {
        leaveShort?.();
        signal.removeEventListener("abort", leave);
      };
      const waiting: Waiting = {
        ...caller,
        until: now + Math.min(patienceMs, isShort ? TARGET_MS : Number.POSITIVE_INFINITY),
        start: () => {
          settled();
          run();
        },
        refuse: (error) => {
          settled();
          reject(error);
        },
      };
      signal.addEventListener("abort", leave, { once: true });
      if (!this.#lines.has(account)) this.#lines.set(account, new StandingQueue(now));
      this.#queue.push(waiting);
      this.#startNext();
    });
  }

  /** Called periodically with the duration of an event-loop turn. */
  observe(turnMs: number): void {
    const now = this.#clock.now();
    this.#limit.observe(turnMs, this.#inFlight);
    if (now - this.#measuredAt >= 1_000) {
      this.#perSecond = (this.#ended * 1_000) / (now - this.#measuredAt);
      this.#paces.measure((now - this.#measuredAt) / 1_000);
      this.#measurePace();
      this.#ended = 0;
      this.#measuredAt = now;
    }
    for (const waiting of this.#queue.takeWhere(({ until }) => until <= now)) waiting.refuse(this.#overloaded());
    for (const [account, line] of this.#lines) {
      const oldest = this.#queue.oldestOf(account);
      line.observe(now, oldest?.arrivedAt ?? null);
      if (!oldest && !line.isStanding) this.#lines.delete(account);
    }
    this.#startNext();
  }

  #measurePace(): void {
    const before = this.#pace ?? this.#perSecond;
    const pace = this.#hasWaited ? before + WEIGHT * (this.#perSecond - before) : 0;
    this.#pace = pace > 0 ? pace : null;
    this.#hasWaited = this.#queue.size > 0;
  }

  /** How long a call of this account that queues now would wait; 0 if none of its calls waits, or the pace is unknown. */
  #waitMs(account: string): number {
    if (this.#pace === null || this.#queue.sizeOf(account) === 0) return 0;
    const ahead = this.#queue.aheadOf(account) + this.#approaching.inUse(account);
    return (ahead / this.#pace) * 1_000;
  }

  #isStanding = (account: string): boolean => this.#lines.get(account)?.isStanding ?? false;

  #isFull(approaching = 0): boolean {
    return this.#queue.size + approaching >= this.#settings.maxQueued;
  }

  /** Whether the queue is full and no other account can be displaced. */
  #isFullFor(account: string, approaching = 0): boolean {
    return this.#isFull(approaching) && !this.#queue.wouldDisplace(account);
  }

  /** Capacity of a standing queue: the account's part of what ends within SHORT_MS, or of what runs if calls take longer. */
  #hasShortRoom(account: string, approaching = 0): boolean {
    const max = Math.max(this.#limit.value, (this.#perSecond * SHORT_MS) / 1_000);
    return this.#short.inUse(account) + approaching < max / Math.max(1, this.#queue.accounts);
  }

  get #hasPlace(): boolean {
    return this.#inFlight < this.#limit.value;
  }

  get #hasKeptPlace(): boolean {
    return this.#inFlight < this.#settings.maxInFlight && this.#keptTaken < KEPT_PLACES;
  }

  #hasRoom(caller: Caller): boolean {
    const [account, source] = holders(caller);
    if (!this.#running.hasRoom([account, source])) return false;
    if (this.#running.inUse(account) === 0) return this.#hasPlace || this.#hasKeptPlace;
    const max = this.#paces.mostFor(caller.source, caller.deadline - this.#clock.now());
    return this.#hasPlace && this.#running.inUse(source) < max;
  }

  #occupy(caller: Caller): () => void {
    const leave = this.#running.enter(holders(caller));
    const kept = this.#hasPlace ? 0 : 1;
    let isOver = false;
    this.#inFlight++;
    this.#keptTaken += kept;
    return () => {
      if (isOver) return;
      isOver = true;
      leave?.();
      this.#inFlight--;
      this.#keptTaken -= kept;
      this.#ended++;
      this.#paces.ended(caller.source);
      this.#startNext();
    };
  }

  #startNext(): void {
    while (this.#hasPlace || this.#hasKeptPlace) {
      const next = this.#queue.take((waiting) => this.#hasRoom(waiting), this.#isStanding);
      if (!next) return;
      if (this.#queue.size === 0) this.#hasWaited = false;
      next.start();
    }
  }

  /** Records and returns a rejection of this account. */
  #refuse(account: string): WinnowError {
    this.#lines.get(account)?.refused(this.#clock.now());
    return this.#overloaded();
  }

  #overloaded(): WinnowError {
    const waitMs = this.#perSecond > 0 ? (this.#queue.size / this.#perSecond) * 1_000 : 1_000;
    const headers = retryAfter(Math.min(waitMs, LONGEST_ADVICE_MS));
    const seconds = headers["retry-after"]!;
    if (this.#refusal?.seconds !== seconds) {
      this.#refusal = { seconds, error: new WinnowError("overloaded", undefined, { headers }) };
    }
    return this.#refusal.error;
  }
}

const holders = ({ account, source }: Caller): [account: string, source: string] => [
  `account ${account}`,
  `source ${source}`,
];
