import type { ReadingThread, ThreadEvents, ThreadMember } from "./reading-thread.ts";

/** Threads that may be left to a run that keeps them busy. */
const MAX_LEFT = 4;
/** A run that others wait for may keep a thread busy this long. */
const MAX_LEFT_MS = 10_000;

/**
 * The threads that run operations: one for each source that others wrote, and one for the large pages of our own. One that a
 * run keeps busy is left to that run until its deadline, and its other runs begin again in the next.
 */
export class ReadingThreads {
  readonly #open: (group: string | null, events: ThreadEvents) => ReadingThread;
  readonly #current = new Map<string | null, ReadingThread>();
  /** Those left to one run, the longest first, and since when. */
  readonly #left = new Map<ReadingThread, number>();
  #isClosed = false;
  #runs = 0;

  /** `open` starts a thread that loads the sources of a group and calls `hostRuns`. */
  constructor(open: (group: string | null, events: ThreadEvents) => ReadingThread) {
    this.#open = open;
  }

  /** A thread for a run, and the run's number. `group` is the source, if others wrote it, or null for all of our own. */
  join(member: ThreadMember, group: string | null) {
    if (this.#isClosed) throw new Error("the reading threads are closed");
    const thread = this.#current.get(group) ?? this.#start(group);
    const run = ++this.#runs;
    thread.join(run, member);
    return { thread, run };
  }

  #start(group: string | null): ReadingThread {
    const forget = () => this.#current.get(group) === thread && this.#current.delete(group);
    const thread: ReadingThread = this.#open(group, {
      mayLeave: () => {
        const [[longest, since] = []] = this.#left;
        if (this.#left.size >= MAX_LEFT && performance.now() - since! > MAX_LEFT_MS) void longest!.stop();
        if (this.#left.size >= MAX_LEFT) return false;
        this.#left.set(thread, performance.now());
        forget();
        return true;
      },
      onExit: () => {
        this.#left.delete(thread);
        forget();
      },
    });
    this.#current.set(group, thread);
    return thread;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#current.values(), ...this.#left.keys()].map((thread) => thread.stop()));
  }
}
