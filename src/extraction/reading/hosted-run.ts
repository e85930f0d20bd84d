import { AsyncResource } from "node:async_hooks";
import { type Clock, systemClock } from "../../base/clock.ts";
import { errorForm, errorIn } from "../../contract/error-form.ts";
import type { Findings } from "../../contract/findings.ts";
import type { Answer, Memory } from "../../contract/site.ts";
import { linkedTo, until } from "../abort.ts";
import { makeAnswer } from "../answer.ts";
import type { Attempt, PageFetcher } from "../page-fetcher.ts";
import { pageMemory } from "../transport/page-memory.ts";
import type { ExtractionRequest } from "../types.ts";
import type { RunEvent, RunStart, Turn } from "./messages.ts";
import { ReadElsewhere } from "./read-elsewhere.ts";
import type { ReadingThread, ThreadMember } from "./reading-thread.ts";
import type { ReadingThreads } from "./reading-threads.ts";
import { pageFrom, type ReadPage } from "./sent-page.ts";

/** Far more than there can be runs that take its threads from it. */
const MAX_STARTS = 50;

/** A larger page is not given to a thread that others use. */
const HEAVY_BYTES = 2 * 1024 * 1024;

export interface HostedRunDeps {
  threads: ReadingThreads;
  /** The source, if others wrote it; otherwise null. */
  group: string | null;
  call: ExtractionRequest;
  start: Omit<RunStart, "clockAheadMs">;
  /** Pages that it has yielded before it came here. */
  yielded: number;
  fetcher: PageFetcher;
  findings: Findings;
  /** Notes what the run uses of the source's memory; null if nobody will want it. */
  noting: ((memory: Memory) => Memory) | null;
  signal: AbortSignal;
  clock: Clock;
}

/**
 * The pages of a run whose operation runs in another thread; the site is asked here. If the thread is lost to another run,
 * it begins again in the next, and what was yielded already is left out.
 */
export async function* hostedRun(deps: HostedRunDeps): AsyncGenerator<ReadPage, void, undefined> {
  let { yielded } = deps;
  let isHeavy = false;
  for (let starts = 1; ; starts++) {
    const run = new ThreadRun(deps);
    try {
      await until(deps.signal, run.open(isHeavy));
      for (let count = 1; ; count++) {
        const page = await until(deps.signal, run.next());
        if (!page) return;
        if (count <= yielded) continue;
        yielded++;
        yield page;
      }
    } catch (error) {
      if (!(error instanceof ReadElsewhere) || starts === MAX_STARTS) throw error;
      isHeavy ||= error.isHeavy;
    } finally {
      run.end();
    }
  }
}

/** One start of a run in one thread. */
class ThreadRun {
  readonly #deps: HostedRunDeps;
  #thread: ReadingThread | null = null;
  #run = 0;
  readonly #link: ReturnType<typeof linkedTo>;
  /** Responses that the thread reads now, by the number of the read. */
  readonly #reading = new Map<
    number,
    { resolve(attempt: Attempt<null>): void; reject(error: Error): void; answer: Answer }
  >();
  readonly #cancels = new Map<number, () => void>();
  #isStarted = false;
  #isHeavy = false;
  #lost: Error | null = null;
  #wanting: { resolve(page: ReadPage | null): void; reject(error: Error): void } | null = null;

  constructor(deps: HostedRunDeps) {
    this.#deps = deps;
    this.#link = linkedTo(deps.signal);
  }

  async open(isHeavy: boolean): Promise<void> {
    const member: ThreadMember = {
      // What the thread asks for belongs to the call, and so to its trace.
      onEvent: AsyncResource.bind((event: RunEvent) => this.#onEvent(event)),
      onLost: (error) => this.#onLost(error),
    };
    this.#isHeavy = isHeavy;
    const { threads, group } = this.#deps;
    const place = await threads.open(member, { group, isHeavy }, this.#link.signal);
    this.#thread = place.thread;
    this.#run = place.run;
  }

  next(): Promise<ReadPage | null> {
    return new Promise((resolve, reject) => {
      if (this.#lost) return reject(this.#lost);
      this.#wanting = { resolve, reject };
      const { start, clock } = this.#deps;
      const clockAheadMs = clock.now() - systemClock.now();
      this.#thread?.send({
        run: this.#run,
        ...(this.#isStarted ? { kind: "next" } : { kind: "start", ...start, clockAheadMs }),
      });
      this.#isStarted = true;
    });
  }

  end(): void {
    this.#thread?.leave(this.#run);
    this.#link.abort(new Error("the run has ended"));
    this.#link.release();
  }

  #onEvent(event: RunEvent): void {
    const { call, findings, noting } = this.#deps;
    switch (event.kind) {
      case "read":
        void this.#read(event);
        break;
      case "cancel":
        this.#cancels.get(event.read)?.();
        break;
      case "understood":
        this.#understood(event);
        break;
      case "remembered": {
        const memory = noting?.({ get: <T>() => event.value as T, set: () => {} });
        if (event.isNew) memory?.set(event.key, event.value, 0);
        else memory?.get(event.key);
        break;
      }
      case "page":
        take(findings, event.findings);
        this.#wanting?.resolve(pageFrom(event.page, call.operation));
        break;
      case "end":
        take(findings, event.findings);
        if (event.error) this.#wanting?.reject(errorIn(event.error));
        else this.#wanting?.resolve(null);
    }
  }

  async #read({ read, request }: Extract<RunEvent, { kind: "read" }>): Promise<void> {
    const link = linkedTo(this.#link.signal);
    this.#cancels.set(read, () => link.abort(new Error("the page is not wanted any more")));
    const settle = (error: unknown) =>
      this.#thread?.send({ run: this.#run, kind: "settled", read, error: error === null ? null : errorForm(error) });
    try {
      await this.#deps.fetcher.fetch(request, (answer, mayLend) => this.#attempt(read, answer, mayLend), link.signal);
      settle(null);
    } catch (error) {
      if (!link.signal.aborted && !this.#lost) settle(error);
    } finally {
      this.#cancels.delete(read);
      link.release();
    }
  }

  /** Lends the response's memory to the thread, or a copy of what others hold too. */
  #attempt(read: number, answer: Answer, mayLend: boolean): Promise<Attempt<null>> {
    if (answer.body.length > HEAVY_BYTES && !this.#isHeavy) this.#onLost(new ReadElsewhere(true));
    if (this.#lost) return Promise.reject(this.#lost);
    const { text: _, ...parts } = answer;
    return new Promise((resolve, reject) => {
      this.#reading.set(read, { resolve, reject, answer });
      const lent = mayLend ? pageMemory.lend(answer.body) : null;
      const turn: Turn = { run: this.#run, kind: "answer", read, answer: parts, isLent: lent !== null };
      this.#thread?.send(turn, lent ? [lent] : []);
    });
  }

  #understood({ read, outcome, lent }: Extract<RunEvent, { kind: "understood" }>): void {
    const open = this.#reading.get(read);
    if (!open) return;
    this.#reading.delete(read);
    const { answer } = open;
    open.resolve({
      answer: lent ? makeAnswer({ ...answer, body: pageMemory.own(lent) }) : answer,
      outcome: "error" in outcome ? { error: errorIn(outcome.error) } : { result: null, counts: outcome.counts },
    });
  }

  #onLost(error: Error): void {
    this.#lost = error;
    for (const { reject } of this.#reading.values()) reject(error);
    this.#wanting?.reject(error);
  }
}

/** What the operation has reported; its pages' own total is noted where they arrive. */
function take(findings: Findings, found: Findings): void {
  Object.assign(findings, found, { total: found.total ?? findings.total });
}
