import { FairQueue } from "../base/fair-queue.ts";
import type { Clock } from "../clock.ts";
import { retryAfter, WinnowError } from "../contract/errors.ts";
import { TurnBudget } from "../turn-budget.ts";

export interface LoadSettings {
  /** Calls in flight at once in this process at most: memory, whatever the sites do. */
  mostInFlight: number;
  /** Calls that wait for a place at most. */
  mostQueued: number;
}

export interface Caller {
  account: string;
  source: string;
  /** By the clock: who cannot be done before it is refused at once. */
  deadline: number;
  signal: AbortSignal;
}

interface Waiting extends Caller {
  start(): void;
  refuse(error: unknown): void;
}

/** One account, or one source, never has all the places: the next one finds some. */
const MOST_SHARE = 0.75;
const FIRST_LIMIT = 64;
const LEAST_LIMIT = 4;
/** The event loop is this late: too much was started. Probes are promised an answer within 50 ms. */
const LATE_MS = 10;
const PUNCTUAL_MS = 5;
/** Admissions wait this long for the ledger: more was started than it can write, and those that end wait for it, too. */
const LEDGER_LATE_MS = 200;
const RATE_OVER_MS = 5_000;
const LEARNED_MS = 250;
/** The longest wait for a place, or as long as a call takes: within five seconds of a flood everything is as it was. */
const LONGEST_WAIT_MS = 2_000;
/** So many may wait at any pace: a cold process, or one on a busy machine, must not refuse what one caller sends at once. */
const FEW_WAITING = 32;
/** So much longer may it become for who was let in: the pace is never known exactly, and who waits is not sent away for a trifle. */
const LENIENCY = 1.5;
const MOST_REFUSED_AT_ONCE = 200;
const LONGEST_ADVICE_MS = 30_000;

/**
 * How many calls run at once: as many as the event loop and the ledger can carry (the limit grows while they are punctual
 * and falls when one is late), the rest waits in a bounded queue, accounts in turn. What would not start before its deadline, or finds the
 * queue full, is refused at once: that costs little, and what is taken on is finished.
 */
export class LoadGate {
  readonly #clock: Clock;
  readonly #settings: LoadSettings;
  readonly #queue = new FairQueue<Waiting>();
  readonly #byAccount = new Map<string, number>();
  readonly #bySource = new Map<string, number>();
  readonly #letBy = new Map<string, number>();
  readonly #budget = new TurnBudget();
  /** Admissions that the ledger has not answered, by when they were asked, the oldest first. */
  readonly #asked = new Set<{ at: number }>();
  /** The shortest that an admission took since the last look; null where none was answered. */
  #shortestMs: number | null = null;
  #inFlight = 0;
  #limit: number;
  #ended = 0;
  /** Calls that end a millisecond; null where that is not known. */
  #rate: number | null = null;
  /** For how long it has been known: the first moments of a burst say little. */
  #learnedMs = 0;
  /** The same for all who would be told the same. */
  #refusal: { seconds: string; error: WinnowError } | null = null;

  constructor(clock: Clock, settings: LoadSettings) {
    this.#clock = clock;
    this.#settings = settings;
    this.#limit = Math.min(FIRST_LIMIT, settings.mostInFlight);
  }

  get state(): { inFlight: number; queued: number; limit: number } {
    return { inFlight: this.#inFlight, queued: this.#queue.size, limit: Math.floor(this.#limit) };
  }

  /** Whether calls wait, and for how long is known. */
  get isBusy(): boolean {
    return this.#queue.size > 0 && this.#rate !== null;
  }

  get #isFull(): boolean {
    return this.#queue.size >= this.#settings.mostQueued;
  }

  /** Before anything is read of a call: throws where there is no use in going on. */
  refuseIfFull(account: string): void {
    if (this.#isFullFor(account)) throw this.#overloaded();
  }

  /** Throws where a call of this account that comes now would not end before its deadline, or wait too long. */
  refuseIfHopeless(account: string, deadline: number): void {
    if (this.isBusy && this.#isHopeless(account, deadline)) throw this.#overloaded();
  }

  /** What a call of this account that comes now is told, where it can only be refused, whatever its deadline. */
  refusalFor(account: string): WinnowError | null {
    return this.#isFullFor(account) || this.#waitsTooLong(account, { behind: this.#approaching(account) })
      ? this.#overloaded()
      : null;
  }

  /** A call of this account was not refused, and is about to be read; returns what is told when it has been answered. */
  letBy(account: string): () => void {
    count(this.#letBy, account, 1);
    return () => count(this.#letBy, account, -1);
  }

  /** Let by and not here yet: within one turn of the event loop hundreds may come, who would all find the same room. */
  #approaching(account: string): number {
    const here = this.#queue.sizeOf(account) + (this.#byAccount.get(account) ?? 0);
    return Math.max(0, (this.#letBy.get(account) ?? 0) - here);
  }

  /** A place to run in; resolves with what gives it back. */
  enter(caller: Caller): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (caller.signal.aborted) return reject(caller.signal.reason);
      const leave = () => {
        this.#queue.remove(waiting);
        reject(caller.signal.reason);
      };
      const waiting: Waiting = {
        ...caller,
        start: () => {
          caller.signal.removeEventListener("abort", leave);
          const place = this.#occupy(caller);
          this.#budget.spend(() => resolve(place));
        },
        refuse: (error) => {
          caller.signal.removeEventListener("abort", leave);
          reject(error);
        },
      };
      if (this.#queue.size === 0 && this.#hasRoom(caller)) return waiting.start();
      if (this.#isHopeless(caller.account, caller.deadline) || this.#isFullFor(caller.account)) {
        return reject(this.#overloaded());
      }
      if (this.#isFull) this.#queue.dropLongest()?.refuse(this.#overloaded());
      caller.signal.addEventListener("abort", leave, { once: true });
      this.#queue.push(waiting);
      this.#startNext();
    });
  }

  /** An admission is asked of the ledger; returns what is told when it has answered. */
  asking(): () => void {
    const asked = { at: this.#clock.now() };
    this.#asked.add(asked);
    return () => {
      if (this.#asked.delete(asked)) {
        this.#shortestMs = Math.min(this.#shortestMs ?? Number.POSITIVE_INFINITY, this.#clock.now() - asked.at);
      }
    };
  }

  /** Told now and then how late the event loop was, and how long ago it was told last. */
  observe(lateMs: number, sinceMs: number): void {
    this.#learnRate(sinceMs);
    const { mostInFlight } = this.#settings;
    const ledgerMs = this.#takeLedgerMs();
    if (lateMs > LATE_MS || ledgerMs > LEDGER_LATE_MS)
      this.#limit = Math.max(LEAST_LIMIT, Math.min(this.#limit, this.#inFlight) * 0.85);
    else if (lateMs < PUNCTUAL_MS && ledgerMs < LEDGER_LATE_MS / 2 && this.#inFlight >= this.#limit - 1) {
      this.#limit = Math.min(mostInFlight, this.#limit * 1.05 + 1);
    }
    const latest = this.#clock.now() + this.#callMs();
    for (const waiting of this.#queue.takeWhere(({ deadline }) => deadline <= latest)) {
      waiting.refuse(this.#overloaded());
    }
    this.#refuseHopeless();
    this.#startNext();
  }

  /** What every admission waits for at least (as CoDel does, since one that waits long proves no queue): or has, where none was answered. */
  #takeLedgerMs(): number {
    const [oldest] = this.#asked;
    const waitedMs = this.#shortestMs ?? (oldest ? this.#clock.now() - oldest.at : 0);
    this.#shortestMs = null;
    return waitedMs;
  }

  /** At the pace of the last second who came last would not be done in time, or wait too long: better to hear it now than at the deadline. */
  #refuseHopeless(): void {
    if (this.#learnedMs < LEARNED_MS) return;
    for (let refused = 0; refused < MOST_REFUSED_AT_ONCE; refused++) {
      const last = this.#queue.lastInLine;
      if (!last || !this.#isHopeless(last.account, last.deadline, LENIENCY)) return;
      this.#queue.dropLongest()!.refuse(this.#overloaded());
    }
  }

  /** How fast calls end is known only while some wait: a process with nothing to do is not slow. */
  #learnRate(sinceMs: number): void {
    const rate = this.#ended / Math.max(1, sinceMs);
    this.#ended = 0;
    this.#learnedMs = this.#rate === null ? 0 : this.#learnedMs + sinceMs;
    if (this.#queue.size === 0) this.#rate = null;
    else if (this.#rate !== null) this.#rate += (rate - this.#rate) * this.#weightOf(sinceMs);
    else if (rate > 0) this.#rate = rate;
  }

  /** A mean of all that is known, until that is more than is looked back on: the first moment says little. */
  #weightOf(sinceMs: number): number {
    return Math.max(1 - Math.exp(-sinceMs / RATE_OVER_MS), sinceMs / (this.#learnedMs + sinceMs));
  }

  /** And nobody makes room for it. */
  #isFullFor(account: string): boolean {
    return this.#isFull && !this.#queue.wouldDisplace(account);
  }

  #isHopeless(account: string, deadline: number, leniency = 1): boolean {
    return this.#clock.now() + this.#expectedMs(account) > deadline || this.#waitsTooLong(account, { leniency });
  }

  #waitsTooLong(account: string, { behind = 0, leniency = 1 }): boolean {
    if (this.#rate === null || this.#learnedMs < LEARNED_MS) return false;
    const ahead = this.#queue.aheadOf(account) + behind;
    return ahead > FEW_WAITING && ahead / this.#rate > Math.max(LONGEST_WAIT_MS, this.#callMs()) * leniency;
  }

  #hasRoom({ account, source }: Caller): boolean {
    const most = Math.max(1, Math.floor(this.#settings.mostInFlight * MOST_SHARE));
    return (
      this.#inFlight < this.#limit &&
      (this.#byAccount.get(account) ?? 0) < most &&
      (this.#bySource.get(source) ?? 0) < most
    );
  }

  #occupy({ account, source }: Caller): () => void {
    this.#inFlight++;
    count(this.#byAccount, account, 1);
    count(this.#bySource, source, 1);
    let isOut = false;
    return () => {
      if (isOut) return;
      isOut = true;
      this.#inFlight--;
      this.#ended++;
      count(this.#byAccount, account, -1);
      count(this.#bySource, source, -1);
      this.#startNext();
    };
  }

  #startNext(): void {
    while (this.#inFlight < this.#limit) {
      const next = this.#queue.take((waiting) => this.#hasRoom(waiting));
      if (!next) return;
      next.start();
    }
  }

  /** Until a call of this account that comes now has ended: those ahead of it, and then itself. */
  #expectedMs(account: string): number {
    return this.#rate ? this.#queue.aheadOf(account) / this.#rate + this.#callMs() : 0;
  }

  /** How long a call takes at the pace of the moment (Little's law). */
  #callMs(): number {
    return this.#rate ? this.#inFlight / this.#rate : 0;
  }

  #overloaded(): WinnowError {
    const waitMs = this.#rate ? this.#queue.size / this.#rate : 1_000;
    const headers = retryAfter(Math.min(waitMs, LONGEST_ADVICE_MS));
    const seconds = headers["retry-after"]!;
    if (this.#refusal?.seconds !== seconds) {
      this.#refusal = { seconds, error: new WinnowError("overloaded", undefined, { headers }) };
    }
    return this.#refusal.error;
  }
}

function count(counts: Map<string, number>, key: string, by: number): void {
  const now = (counts.get(key) ?? 0) + by;
  if (now > 0) counts.set(key, now);
  else counts.delete(key);
}
