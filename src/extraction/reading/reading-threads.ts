import { availableParallelism } from "node:os";
import type { ReadingThread, ThreadEvents, ThreadMember } from "./reading-thread.ts";

/** Runs that may keep a thread busy at a time, each its own; more wait for their turn. */
const MAX_ALONE = 4;
/** A run that others wait for may keep a thread busy this long. */
const MAX_ALONE_MS = 10_000;
/** Reading is most of the work of a call, but not more than the other cores can feed. */
const threadsFor = (cores: number) => Math.min(4, Math.max(1, cores - 1));

/** What a run needs: the sources of its group, and a thread of its own if it is heavy. */
export interface Wanted {
  /** The name of a source that others wrote, or null for all others: no source can keep another's thread busy. */
  group: string | null;
  isHeavy: boolean;
}

/**
 * The threads that run operations. Each hosts many runs at a time. One that a run keeps busy is left to that run alone,
 * until the run's deadline, and its other runs begin again in another thread.
 */
export class ReadingThreads {
  readonly #open: (group: string | null, events: ThreadEvents) => ReadingThread;
  readonly #size: number;
  readonly #shared = new Map<string | null, Set<ReadingThread>>();
  /** Those that one run has to itself, the longest first, and since when. */
  readonly #alone = new Map<ReadingThread, number>();
  /** Runs that wait for a thread of their own. */
  readonly #waiting: Array<() => void> = [];
  #isClosed = false;
  #runs = 0;

  /** `open` starts a thread that loads the sources of a group and calls `hostRuns`. */
  constructor(
    open: (group: string | null, events: ThreadEvents) => ReadingThread,
    size = threadsFor(availableParallelism()),
  ) {
    this.#open = open;
    this.#size = size;
  }

  /** A thread for a run, and the run's number. */
  async open(member: ThreadMember, { group, isHeavy }: Wanted, signal: AbortSignal) {
    if (isHeavy) while (this.#alone.size >= MAX_ALONE) await this.#turn();
    if (signal.aborted) this.#waiting.shift()?.();
    signal.throwIfAborted();
    if (this.#isClosed) throw new Error("the reading threads are closed");
    const thread = isHeavy ? this.#ownThread(group) : this.#leastUsed(group);
    const run = ++this.#runs;
    thread.join(run, member, isHeavy);
    return { thread, run };
  }

  #sharedBy(group: string | null): Set<ReadingThread> {
    const shared = this.#shared.get(group) ?? new Set();
    this.#shared.set(group, shared);
    return shared;
  }

  #leastUsed(group: string | null): ReadingThread {
    const shared = this.#sharedBy(group);
    if (shared.size < this.#size) shared.add(this.#start(group));
    const [first, ...others] = shared;
    return others.reduce((least, other) => (other.runs < least.runs ? other : least), first!);
  }

  #ownThread(group: string | null): ReadingThread {
    const shared = this.#sharedBy(group);
    const thread = [...shared].find(({ runs }) => runs === 0) ?? this.#start(group);
    shared.delete(thread);
    this.#alone.set(thread, performance.now());
    return thread;
  }

  #start(group: string | null): ReadingThread {
    const shared = this.#sharedBy(group);
    const thread: ReadingThread = this.#open(group, {
      onBusy: () => {
        shared.delete(thread);
        // The runs that have to leave it find the next one starting already.
        if (shared.size === 0 && !this.#isClosed) shared.add(this.#start(group));
        const mayStay = this.#alone.size < MAX_ALONE;
        if (mayStay) this.#alone.set(thread, performance.now());
        return mayStay;
      },
      onFree: () => {
        this.#giveUp(thread);
        // One more than usual is kept: where a page took long, others will.
        if (shared.size <= this.#size) shared.add(thread);
        else void thread.stop();
      },
      onExit: () => {
        shared.delete(thread);
        this.#giveUp(thread);
      },
    });
    return thread;
  }

  #giveUp(thread: ReadingThread): void {
    if (this.#alone.delete(thread)) this.#waiting.shift()?.();
  }

  /** Resolves when a thread of its own may have become free for the next in line. */
  async #turn(): Promise<void> {
    const [[longest, since] = []] = this.#alone;
    const left = MAX_ALONE_MS - (performance.now() - (since ?? 0));
    const timer = setTimeout(() => this.#waiting.length > 0 && void longest?.stop(), Math.max(0, left)).unref();
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
    clearTimeout(timer);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const shared = [...this.#shared.values()].flatMap((threads) => [...threads]);
    await Promise.all([...shared, ...this.#alone.keys()].map((thread) => thread.stop()));
  }
}
