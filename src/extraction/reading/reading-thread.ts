import { readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { Worker } from "node:worker_threads";
import { toError } from "../../base/thrown.ts";
import { Unreadable } from "../../contract/errors.ts";
import type { Batch, Ready, Report, RunEvent, Turn } from "./messages.ts";
import { ReadElsewhere } from "./read-elsewhere.ts";
import { TurnMark } from "./turn-mark.ts";

/** Turns sent to a thread at once. The main thread sees what came of them at most once per turn of its own event loop. */
const MAX_BATCH = 16;
/** How often a turn that takes long is looked at. */
const LOOK_MS = 25;
/** Processor time after the first look from which the turn keeps others waiting. In less, the machine keeps the thread waiting. */
const BUSY_MS = 30;
/** Processor time from which the thread gets less of the processors than everybody else. */
const LONG_MS = 500;
const LOW_PRIORITY = 10;

/** A run in a thread. */
export interface ThreadMember {
  onEvent(event: RunEvent): void;
  /** It ends here: `ReadElsewhere` if it can begin again. */
  onLost(error: Error): void;
}

export interface ThreadEvents {
  /** One run keeps it busy, and the others have to leave. False if that run has to leave too. */
  onBusy(): boolean;
  /** That run has ended, and others may come. */
  onFree(): void;
  onExit(): void;
}

/** A thread that runs operations, turn by turn. */
export class ReadingThread {
  readonly #worker: Worker;
  readonly #events: ThreadEvents;
  readonly #members = new Map<number, ThreadMember>();
  readonly #waiting: Array<{ turn: Turn; transfer: ArrayBuffer[] }> = [];
  #ready: { tid: number | null; mark: TurnMark } | null = null;
  /** Whether it has turns to take. */
  #isBusy = false;
  #isAlone = false;
  #isLow = false;
  #look: NodeJS.Timeout | undefined;

  constructor(module: URL, workerData: unknown, events: ThreadEvents) {
    this.#events = events;
    this.#worker = new Worker(module, { workerData });
    this.#worker.unref();
    this.#worker.on("message", (message: Ready | Report) => this.#onMessage(message));
    this.#worker.on("error", (error) => this.#lose(toError(error)));
    this.#worker.on("exit", () => {
      this.#lose(new Error("its thread was ended"));
      events.onExit();
    });
  }

  get runs(): number {
    return this.#members.size;
  }

  join(run: number, member: ThreadMember, isAlone: boolean): void {
    this.#isAlone = isAlone;
    this.#members.set(run, member);
    this.#worker.ref();
  }

  /** Ends a run, and the thread if it does nothing else. */
  leave(run: number): void {
    if (!this.#members.delete(run)) return;
    const kept = this.#waiting.filter(({ turn }) => turn.run !== run);
    this.#waiting.splice(0, this.#waiting.length, ...kept);
    if (this.#members.size === 0) this.#worker.unref();
    if (this.#isAlone && (this.#isBusy || this.#isLow)) return void this.stop();
    if (this.#ready) this.#worker.postMessage({ ended: run });
    if (!this.#isAlone) return;
    this.#isAlone = false;
    this.#events.onFree();
  }

  send(turn: Turn, transfer: ArrayBuffer[] = []): void {
    this.#waiting.push({ turn, transfer });
    this.#pump();
  }

  stop(): Promise<number> {
    clearTimeout(this.#look);
    return this.#worker.terminate();
  }

  #pump(): void {
    if (!this.#ready || this.#isBusy || this.#waiting.length === 0) return;
    const batch = this.#waiting.splice(0, this.#batchSize());
    this.#isBusy = true;
    const transfer = batch.flatMap(({ transfer }) => transfer);
    this.#worker.postMessage({ turns: batch.map(({ turn }) => turn) } satisfies Batch, transfer);
    this.#lookLater(null);
  }

  /** A turn that lends memory gets a batch of its own: behind a turn that does not end, its page would be lost. */
  #batchSize(): number {
    const firstLent = this.#waiting.findIndex(({ transfer }) => transfer.length > 0);
    return Math.min(MAX_BATCH, firstLent < 0 ? MAX_BATCH : Math.max(1, firstLent));
  }

  #onMessage(message: Ready | Report): void {
    if ("tid" in message) this.#ready = { tid: message.tid, mark: new TurnMark(message.mark) };
    else {
      if (message.isDone) {
        this.#isBusy = false;
        clearTimeout(this.#look);
      }
      for (const event of message.events) this.#members.get(event.run)?.onEvent(event);
    }
    this.#pump();
  }

  /** Looks at the thread until its turns are over. The first look at a turn only notes how much the thread has worked so far. */
  #lookLater(last: { changes: number; workedMs: number } | null): void {
    this.#look = setTimeout(() => {
      const { changes = 0 } = this.#ready?.mark ?? {};
      const now = this.#processorMs();
      const first = last?.changes === changes ? last : { changes, workedMs: now };
      const worked = now - first.workedMs;
      if (worked >= LONG_MS && !this.#isLow && this.#ready?.tid) {
        this.#isLow = true;
        setPriority(this.#ready.tid, LOW_PRIORITY);
      }
      // First, because leaving may stop the thread: nothing looks at a thread that has ended.
      this.#lookLater(first);
      if (worked >= BUSY_MS && !this.#isAlone) this.#leaveToCurrent();
    }, LOOK_MS).unref();
  }

  #leaveToCurrent(): void {
    const current = this.#ready?.mark.run;
    // It ended just now.
    if (!current) return;
    this.#isAlone = true;
    const mayStay = this.#events.onBusy();
    const members = [...this.#members];
    for (const [run, member] of members) {
      const isHeavy = run === current;
      if (isHeavy && mayStay) continue;
      this.#members.delete(run);
      this.#worker.postMessage({ ended: run });
      member.onLost(new ReadElsewhere(isHeavy));
    }
    const kept = this.#waiting.filter(({ turn }) => this.#members.has(turn.run));
    this.#waiting.splice(0, this.#waiting.length, ...kept);
    if (this.#members.size === 0) void this.stop();
  }

  /** The thread has ended. Its sources may not load, or a page was too much for it: nobody else suffers from that page. */
  #lose(error: Error): void {
    clearTimeout(this.#look);
    const members = [...this.#members];
    this.#members.clear();
    for (const [run, member] of members) {
      if (!this.#ready) member.onLost(error);
      else if (run === this.#ready.mark.run) member.onLost(new Unreadable(`reading did not end: ${error.message}`));
      else member.onLost(new ReadElsewhere(false));
    }
  }

  /** Processor time of the thread so far, in steps of 10 ms; where the system does not tell, the time of day. */
  #processorMs(): number {
    const tid = this.#ready?.tid;
    if (tid == null) return performance.now();
    const afterName = readFileSync(`/proc/self/task/${tid}/stat`, "latin1").split(") ")[1]!.split(" ");
    return 10 * (Number(afterName[11]) + Number(afterName[12]));
  }
}
