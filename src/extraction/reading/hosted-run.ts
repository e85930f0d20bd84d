import { AsyncResource } from "node:async_hooks";
import { type Clock, systemClock } from "../../base/clock.ts";
import { errorForm, errorIn } from "../../contract/error-form.ts";
import type { Findings } from "../../contract/findings.ts";
import type { Answer, Memory } from "../../contract/site.ts";
import { linkedTo, until } from "../abort.ts";
import type { PageFetcher } from "../page-fetcher.ts";
import type { ExtractionRequest } from "../types.ts";
import { ReadElsewhere, type RunEvent, type RunStart } from "./messages.ts";
import type { ReadingThread, ThreadMember } from "./reading-thread.ts";
import type { ReadingThreads } from "./reading-threads.ts";
import { pageFrom, type ReadPage } from "./sent-page.ts";
import type { Understood } from "./understand.ts";

/** Far more than there can be runs that take its threads from it. */
const MAX_STARTS = 50;

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
  for (let starts = 1; ; starts++) {
    const run = new ThreadRun(deps);
    try {
      for (let count = 1; ; count++) {
        const page = await until(deps.signal, run.next());
        if (!page) return;
        if (count <= yielded) continue;
        yielded++;
        yield page;
      }
    } catch (error) {
      if (!(error instanceof ReadElsewhere) || starts === MAX_STARTS) throw error;
    } finally {
      run.end();
    }
  }
}

/** One start of a run in one thread. */
class ThreadRun {
  readonly #deps: HostedRunDeps;
  readonly #thread: ReadingThread;
  readonly #run: number;
  readonly #link: ReturnType<typeof linkedTo>;
  /** Responses that the thread reads now, by the number of the read. */
  readonly #reading = new Map<number, PromiseWithResolvers<Understood<null>>>();
  readonly #cancels = new Map<number, () => void>();
  #isStarted = false;
  #lost: Error | null = null;
  #wanting: PromiseWithResolvers<ReadPage | null> | null = null;

  constructor(deps: HostedRunDeps) {
    this.#deps = deps;
    this.#link = linkedTo(deps.signal);
    const member: ThreadMember = {
      // What the thread asks for belongs to the call, and so to its trace.
      onEvent: AsyncResource.bind((event: RunEvent) => this.#onEvent(event)),
      onLost: (error) => this.#onLost(error),
    };
    const { thread, run } = deps.threads.join(member, deps.group);
    this.#thread = thread;
    this.#run = run;
  }

  async next(): Promise<ReadPage | null> {
    if (this.#lost) throw this.#lost;
    this.#wanting = Promise.withResolvers();
    const { start, clock } = this.#deps;
    const clockAheadMs = clock.now() - systemClock.now();
    this.#thread.send({
      run: this.#run,
      ...(this.#isStarted ? { kind: "next" } : { kind: "start", ...start, clockAheadMs }),
    });
    this.#isStarted = true;
    return this.#wanting.promise;
  }

  end(): void {
    this.#thread.leave(this.#run);
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
      case "understood": {
        const { outcome } = event;
        const reading = this.#reading.get(event.read);
        this.#reading.delete(event.read);
        if ("error" in outcome) reading?.reject(errorIn(outcome.error));
        else reading?.resolve({ result: null, counts: outcome.counts });
        break;
      }
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
      this.#thread.send({ run: this.#run, kind: "settled", read, error: error === null ? null : errorForm(error) });
    try {
      await this.#deps.fetcher.fetch(request, (answer) => this.#understand(read, answer), link.signal);
      settle(null);
    } catch (error) {
      if (!link.signal.aborted && !this.#lost) settle(error);
    } finally {
      this.#cancels.delete(read);
      link.release();
    }
  }

  async #understand(read: number, { text: _, ...answer }: Answer): Promise<Understood<null>> {
    if (this.#lost) throw this.#lost;
    const reading = Promise.withResolvers<Understood<null>>();
    this.#reading.set(read, reading);
    this.#thread.send({ run: this.#run, kind: "answer", read, answer });
    return reading.promise;
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
