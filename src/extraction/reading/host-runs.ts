import type { MessagePort } from "node:worker_threads";
import { systemClock } from "../../base/clock.ts";
import { toError } from "../../base/thrown.ts";
import { errorForm, errorIn } from "../../contract/error-form.ts";
import { noFindings } from "../../contract/findings.ts";
import type { Operation } from "../../contract/operation.ts";
import type { Page } from "../../contract/page.ts";
import type { Memory, SiteRequest } from "../../contract/site.ts";
import type { Source } from "../../contract/source.ts";
import { type AnswerParts, makeAnswer } from "../answer.ts";
import { createMemory } from "../memory.ts";
import { RunAccount } from "../row-accounting.ts";
import { openSite } from "../site.ts";
import type { Outcome, Report, RunEvent, RunStart, Turn } from "./messages.ts";
import { sentPage } from "./sent-page.ts";
import { understand } from "./understand.ts";

/** Runs operations in this thread, for the main one. */
export function hostRuns(port: MessagePort, sources: readonly Source[]): void {
  const known = new Map(sources.map((source) => [source.name, { source, memory: createMemory(systemClock) }]));
  const runs = new Map<number, HostedRun>();
  /** What the runs have done in this turn; null between turns. */
  let inTurn: RunEvent[] | null = null;
  const report = (events: RunEvent[], ended: Report["ended"]) => port.postMessage({ events, ended } satisfies Report);
  const note = (event: RunEvent) => {
    if (inTurn) inTurn.push(event);
    else report([event], null);
  };

  const opened = (turn: Turn): HostedRun | undefined => {
    if (turn.kind !== "start") return runs.get(turn.run);
    const { source, memory } = known.get(turn.source)!;
    const operation = source.operations.find(({ path }) => path === turn.operation)!;
    const run = new HostedRun(turn, source, operation, memory, note);
    runs.set(turn.run, run);
    return run;
  };

  async function take(message: Turn | { ended: number }): Promise<void> {
    if ("ended" in message) {
      runs.get(message.ended)?.end();
      runs.delete(message.ended);
      return;
    }
    const events: RunEvent[] = [];
    inTurn = events;
    opened(message)?.take(message);
    // Everything that the run can do without the main thread.
    await new Promise(setImmediate);
    inTurn = null;
    report(events, "turn");
  }

  let before = Promise.resolve();
  port.on("message", (message: Turn | { ended: number }) => {
    before = before
      .then(() => take(message))
      // Nobody waits for a thread that has ended; for one that does not report, everybody would.
      .catch((error: unknown) => {
        process.nextTick(() => {
          throw error;
        });
      });
  });
  // A promise that one source forgot must not end the runs of the others.
  process.on("unhandledRejection", (error) => process.emitWarning(toError(error)));
  report([], "loading");
}

interface OpenRead {
  read(answer: AnswerParts): Outcome;
  settle(error: Error | null): void;
}

/** One run: the operation's own code, which gets its responses from the main thread. */
class HostedRun {
  readonly #run: number;
  readonly #note: (event: RunEvent) => void;
  readonly #operation: Operation;
  readonly #provenance: boolean;
  readonly #account: RunAccount;
  readonly #findings = noFindings();
  readonly #stop = new AbortController();
  readonly #reads = new Map<number, OpenRead>();
  readonly #pages: AsyncIterator<Page>;
  #count = 0;
  #wanted: number;
  #last: Page | null = null;

  constructor(
    start: RunStart & { run: number },
    source: Source,
    operation: Operation,
    memory: Memory,
    note: (event: RunEvent) => void,
  ) {
    const { run, request, max, ahead, origins, settings, clockAheadMs, isRecorded, provenance } = start;
    this.#run = run;
    this.#note = note;
    this.#operation = operation;
    this.#account = new RunAccount(operation);
    this.#wanted = max;
    const clock = { now: () => systemClock.now() + clockAheadMs };
    const reading = { source, operation, request, options: { provenance }, clock };
    this.#provenance = provenance;
    const site = openSite({
      operation,
      state: { originOf: named(source, "origin", origins), setting: named(source, "setting", settings) },
      memory: isRecorded ? this.#noting(memory) : memory,
      fetcher: {
        read: (asking, reader, signal) =>
          this.#read(asking, (answer) => understand(reading, asking, answer, reader), signal),
      },
      signal: this.#stop.signal,
      findings: this.#findings,
      progress: { wanted: () => this.#wanted, newIn: (page) => this.#account.newIn(page) },
      clock,
      ahead,
    });
    this.#pages = operation.run(request, site)[Symbol.asyncIterator]();
  }

  take(turn: Turn): void {
    if (turn.kind === "start" || turn.kind === "next") void this.#next();
    else if (turn.kind === "settled") this.#reads.get(turn.read)?.settle(turn.error && errorIn(turn.error));
    else {
      const { read, answer } = turn;
      const outcome = this.#reads.get(read)?.read(answer) ?? { counts: null };
      // A copy, which the thread would hold until it collects its memory.
      (answer.body.buffer as ArrayBuffer).transfer(0);
      this.#note({ run: this.#run, kind: "understood", read, outcome });
    }
  }

  end(): void {
    this.#stop.abort(new Error("the run has ended"));
    Promise.resolve(this.#pages.return?.()).catch(() => {});
  }

  async #next(): Promise<void> {
    const about = { run: this.#run, findings: this.#findings };
    try {
      // The main thread has taken it, so that it counts.
      if (this.#last) this.#wanted -= this.#account.enter(this.#last).length;
      const { done, value } = await this.#pages.next();
      this.#last = done ? null : value;
      if (done) this.#note({ ...about, kind: "end", error: null });
      else this.#note({ ...about, kind: "page", page: sentPage(value, this.#operation, this.#provenance) });
    } catch (error) {
      this.#note({ ...about, kind: "end", error: errorForm(error) });
    }
  }

  #read<T>(
    { asks: _, ...request }: SiteRequest,
    reads: (answer: ReturnType<typeof makeAnswer>) => ReturnType<typeof understand<T>>,
    signal: AbortSignal,
  ): Promise<T> {
    const read = ++this.#count;
    const about = { run: this.#run, read };
    return new Promise<T>((resolve, reject) => {
      let result: T;
      const cancel = () => {
        this.#reads.delete(read);
        this.#note({ ...about, kind: "cancel" });
        reject(signal.reason);
      };
      signal.addEventListener("abort", cancel, { once: true });
      this.#reads.set(read, {
        read(parts) {
          try {
            const understood = reads(makeAnswer(parts));
            result = understood.result;
            return { counts: understood.counts };
          } catch (error) {
            return { error: errorForm(error) };
          }
        },
        settle: (error) => {
          signal.removeEventListener("abort", cancel);
          this.#reads.delete(read);
          if (error) reject(error);
          else resolve(result);
        },
      });
      this.#note({ ...about, kind: "read", request });
    });
  }

  /** Tells the main thread what the run uses of the source's memory, for its recording. */
  #noting(memory: Memory): Memory {
    const note = (key: string, value: unknown, isNew: boolean) =>
      this.#note({ run: this.#run, kind: "remembered", key, value, isNew });
    return {
      get<T>(key: string): T | undefined {
        const value = memory.get<T>(key);
        note(key, value, false);
        return value;
      },
      set(key, value, ttlSeconds) {
        note(key, value, true);
        memory.set(key, value, ttlSeconds);
      },
    };
  }
}

const named =
  ({ name: source }: Source, kind: string, values: Record<string, string>) =>
  (name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${source} has no ${kind} "${name}"`);
    return value;
  };
