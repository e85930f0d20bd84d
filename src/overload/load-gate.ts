import type { Clock } from "../base/clock.ts";
import { FairQueue } from "../base/fair-queue.ts";
import { retryAfter, WinnowError } from "../contract/errors.ts";
import { limits } from "../limits/limits.ts";
import { Shares, shareOf } from "../limits/shares.ts";
import { ConcurrencyLimit } from "./concurrency-limit.ts";
import { SourcePaces } from "./source-paces.ts";
import { StandingQueue, TARGET_MS } from "./standing-queue.ts";

export interface LoadSettings {
  /** Most calls that run at once in this process: memory, whatever the sites do. */
  mostInFlight: number;
  /** Most calls that wait. */
  mostQueued: number;
}

export interface Caller {
  account: string;
  source: string;
  arrivedAt: number;
  deadline: number;
  signal: AbortSignal;
}

interface Waiting extends Caller {
  /** Refused at this time. */
  until: number;
  start(): void;
  refuse(error: unknown): void;
}

const ALL = "all accounts";
/** So much work may queue while a queue stands: what is read and then not served is a waste. */
const SHORT_MS = 250;
/** Places beyond the limit, for accounts of which nothing runs: the limit may fall far below what others have running. */
const KEPT_PLACES = 4;
const LONGEST_ADVICE_MS = 30_000;

/**
 * Decides which calls run, wait or are refused. As many run as the event loop, the ledger and their sources carry; the rest
 * wait, accounts in turn. A burst waits as long as it takes, up to half of each call's time. An account whose queue stands (`StandingQueue`) may
 * queue next to nothing, its newest call goes first, and what is refused is refused at once.
 */
export class LoadGate {
  readonly #clock: Clock;
  readonly #settings: LoadSettings;
  readonly #limit: ConcurrencyLimit;
  readonly #queue = new FairQueue<Waiting>();
  readonly #lines = new Map<string, StandingQueue>();
  readonly #paces = new SourcePaces();
  readonly #running: Shares;
  /** Calls that are still being read. */
  readonly #approaching = new Shares(Number.POSITIVE_INFINITY);
  /** Calls that wait since their account's queue stands. */
  readonly #short = new Shares(Number.POSITIVE_INFINITY);
  #inFlight = 0;
  #keptTaken = 0;
  #ended = 0;
  #measuredAt: number;
  /** Calls that ended in the last second. */
  #perSecond = 0;
  /** One object for all who are told the same. */
  #refusal: { seconds: string; error: WinnowError } | null = null;

  constructor(clock: Clock, settings: LoadSettings) {
    this.#clock = clock;
    this.#settings = settings;
    this.#limit = new ConcurrencyLimit(settings.mostInFlight);
    this.#running = new Shares(shareOf(settings.mostInFlight, limits.runningCalls.most));
    this.#measuredAt = clock.now();
  }

  get state(): { inFlight: number; queued: number; limit: number } {
    return { inFlight: this.#inFlight, queued: this.#queue.size, limit: Math.floor(this.#limit.value) };
  }

  /** What a call of this account that arrives now is told where it can only be refused. */
  refusalFor(account: string): WinnowError | null {
    const isRefused =
      this.#isFullFor(account, this.#approaching.inUse(ALL)) ||
      (this.#isStanding(account) && !this.#hasShortRoom(account, this.#approaching.inUse(account)));
    return isRefused ? this.#refuse(account) : null;
  }

  /** A call is about to be read, of this account where that is known; returns what is called when it enters or has been answered. */
  trackArrival(account: string | null): () => void {
    return this.#approaching.enter(account === null ? [ALL] : [account, ALL])!;
  }

  /** The ledger has admitted or refused a call. */
  admitted(tookMs: number): void {
    this.#limit.admitted(tookMs);
  }

  /** Resolves when the call may run, with what ends it; rejects where it is refused or its client leaves. */
  enter(caller: Caller): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const { account, signal } = caller;
      if (signal.aborted) return reject(signal.reason);
      const run = () => resolve(this.#occupy(caller));
      if (this.#queue.size === 0 && this.#hasRoom(caller)) return run();
      const isShort = this.#lines.get(account)?.wasStanding(caller.arrivedAt) ?? false;
      if (this.#isFullFor(account) || (isShort && !this.#hasShortRoom(account))) return reject(this.#refuse(account));
      if (this.#isFull()) this.#queue.dropLongest(this.#isStanding)?.refuse(this.#overloaded());
      const now = this.#clock.now();
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
        // The other half of its time is for the run.
        until: Math.min(now + (caller.deadline - now) / 2, isShort ? now + TARGET_MS : Number.POSITIVE_INFINITY),
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

  /** Told again and again how long a turn of the event loop takes. */
  observe(turnMs: number): void {
    const now = this.#clock.now();
    this.#limit.observe(turnMs, this.#inFlight);
    if (now - this.#measuredAt >= 1_000) {
      this.#perSecond = (this.#ended * 1_000) / (now - this.#measuredAt);
      this.#paces.measure((now - this.#measuredAt) / 1_000);
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

  #isStanding = (account: string): boolean => this.#lines.get(account)?.isStanding ?? false;

  #isFull(approaching = 0): boolean {
    return this.#queue.size + approaching >= this.#settings.mostQueued;
  }

  /** And no other account makes room for it. */
  #isFullFor(account: string, approaching = 0): boolean {
    return this.#isFull(approaching) && !this.#queue.wouldDisplace(account);
  }

  /** While an account's queue stands: its part of what ends within a moment, or of what runs where calls take longer. */
  #hasShortRoom(account: string, approaching = 0): boolean {
    const most = Math.max(this.#limit.value, (this.#perSecond * SHORT_MS) / 1_000);
    return this.#short.inUse(account) + approaching < most / Math.max(1, this.#queue.accounts);
  }

  get #hasPlace(): boolean {
    return this.#inFlight < this.#limit.value;
  }

  get #hasKeptPlace(): boolean {
    return this.#inFlight < this.#settings.mostInFlight && this.#keptTaken < KEPT_PLACES;
  }

  #hasRoom(caller: Caller): boolean {
    const [account, source] = holdersOf(caller);
    if (!this.#running.hasRoom([account, source])) return false;
    if (this.#running.inUse(account) === 0) return this.#hasPlace || this.#hasKeptPlace;
    const most = this.#paces.mostFor(caller.source, caller.deadline - this.#clock.now());
    return this.#hasPlace && this.#running.inUse(source) < most;
  }

  #occupy(caller: Caller): () => void {
    const leave = this.#running.enter(holdersOf(caller));
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
      next.start();
    }
  }

  /** There is no room for a call of this account. */
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

const holdersOf = ({ account, source }: Caller): [account: string, source: string] => [
  `account ${account}`,
  `source ${source}`,
];
