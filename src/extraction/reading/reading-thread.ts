import { Worker } from "node:worker_threads";
import { toError } from "../../base/thrown.ts";
import { Unreadable } from "../../contract/errors.ts";
import { ReadElsewhere, type Report, type RunEvent, type Turn } from "./messages.ts";

/** A turn that is seen at two looks keeps others waiting. */
const LOOK_MS = 200;

/** A run in a thread. */
export interface ThreadMember {
  onEvent(event: RunEvent): void;
  /** It ends here: `ReadElsewhere` if it can begin again. */
  onLost(error: Error): void;
}

export interface ThreadEvents {
  /** One run keeps it busy. Whether the thread may be left to that run, so that the others begin again in the next one. */
  mayLeave(): boolean;
  onExit(): void;
}

/** A thread that runs operations, turn by turn. */
export class ReadingThread {
  readonly #worker: Worker;
  readonly #events: ThreadEvents;
  readonly #members = new Map<number, ThreadMember>();
  /** The turns that it has not finished, in their order. */
  readonly #turns: Turn[] = [];
  #isReady = false;
  #isLeft = false;
  #look: NodeJS.Timeout | undefined;
  #stopping: Promise<number> | undefined;

  constructor(module: URL, workerData: unknown, events: ThreadEvents) {
    this.#events = events;
    this.#worker = new Worker(module, { workerData });
    this.#worker.unref();
    this.#worker.on("message", (report: Report) => this.#onReport(report));
    this.#worker.on("error", (error) => this.#lose(toError(error)));
    this.#worker.on("exit", () => {
      this.#lose(new Error("its thread was ended"));
      events.onExit();
    });
  }

  join(run: number, member: ThreadMember): void {
    this.#members.set(run, member);
    this.#worker.ref();
  }

  /** Ends a run, and the thread if that was left to it. */
  leave(run: number): void {
    if (!this.#members.delete(run)) return;
    if (this.#members.size === 0) this.#worker.unref();
    if (this.#isLeft) void this.stop();
    else this.#worker.postMessage({ ended: run });
  }

  send(turn: Turn): void {
    this.#turns.push(turn);
    this.#worker.postMessage(turn);
    if (this.#isReady && this.#turns.length === 1) this.#lookLater(undefined);
  }

  stop(): Promise<number> {
    clearTimeout(this.#look);
    this.#stopping ??= this.#worker.terminate();
    return this.#stopping;
  }

  #onReport({ events, ended }: Report): void {
    if (ended === "loading") {
      this.#isReady = true;
      if (this.#turns.length > 0) this.#lookLater(undefined);
    }
    if (ended === "turn" && this.#turns.shift() && this.#turns.length === 0) clearTimeout(this.#look);
    for (const event of events) this.#members.get(event.run)?.onEvent(event);
  }

  #lookLater(seen: Turn | undefined): void {
    this.#look = setTimeout(() => {
      const [current] = this.#turns;
      this.#lookLater(current);
      if (current && current === seen && !this.#isLeft && this.#events.mayLeave()) this.#leaveTo(current.run);
    }, LOOK_MS).unref();
  }

  #leaveTo(run: number): void {
    this.#isLeft = true;
    for (const [other, member] of [...this.#members]) {
      if (other === run) continue;
      this.#members.delete(other);
      member.onLost(new ReadElsewhere());
    }
    // Its caller has gone already.
    if (this.#members.size === 0) void this.stop();
  }

  /** The thread has ended. Its sources may not load, or a page was too much for it: nobody else suffers from that page. */
  #lose(error: Error): void {
    clearTimeout(this.#look);
    const [current] = this.#turns;
    for (const [run, member] of this.#members) {
      if (!this.#isReady) member.onLost(error);
      else if (run === current?.run) member.onLost(new Unreadable(`reading did not end: ${error.message}`));
      else member.onLost(new ReadElsewhere());
    }
    this.#members.clear();
  }
}
