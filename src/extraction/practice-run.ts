import type { Clock } from "../base/clock.ts";
import { NoSuchThing } from "../contract/errors.ts";
import { type Findings, noFindings, type ResultsEnd } from "../contract/findings.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import { primaryKey } from "../contract/operation.ts";
import type { Recorder } from "./recording/recorder.ts";
import type { Extraction, ExtractionRequest, ExtractionStats } from "./types.ts";

const SLOW_MS = 25_000;

interface StartedRun {
  run: Extraction;
  /** Called when the run has ended, however it did. */
  close(): Promise<void>;
}

/**
 * A run of a test key. Its stand-in starts with the first call, so the run itself begins when its records are read. The
 * faults of the site's content (`drift`, `empty`) happen here; those of its pages, at the stand-in.
 */
export class PracticeRun implements Extraction {
  readonly isStandIn = true;
  readonly #call: ExtractionRequest;
  readonly #start: () => Promise<StartedRun>;
  readonly #clock: Clock;
  readonly #drifted = new Set<string>();
  #run: Extraction | null = null;
  #isEmpty = false;

  constructor(call: ExtractionRequest, clock: Clock, start: () => Promise<StartedRun>) {
    this.#call = call;
    this.#clock = clock;
    this.#start = start;
  }

  get stats(): ExtractionStats {
    return this.#run?.stats ?? { pages: 0, records: 0, retries: 0, bytes: 0 };
  }

  get findings(): Findings {
    const found = this.#run?.findings ?? noFindings();
    const drifted = [...this.#drifted].map((field) => `drift:${field}` as const);
    return { ...found, warnings: [...found.warnings, ...drifted], ...(this.#isEmpty && { total: 0 }) };
  }

  get resultsEnd(): ResultsEnd | null {
    return this.#isEmpty ? "exhausted" : (this.#run?.resultsEnd ?? null);
  }

  get doubtfulPages(): Recorder | null {
    return this.#run?.doubtfulPages ?? null;
  }

  get pages(): Recorder | null {
    return this.#run?.pages ?? null;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Record<string, unknown>, void, undefined> {
    const { options: { fault } = {}, operation } = this.#call;
    if (fault === "empty") {
      if (!Object.hasOwn(operation.request.properties, "count")) throw new NoSuchThing();
      this.#isEmpty = true;
      return;
    }
    if (fault === "slow") await this.#wait();
    const { run, close } = await this.#start();
    this.#run = run;
    try {
      for await (const record of run) yield fault === "drift" ? this.#drift(record) : record;
    } finally {
      await close();
    }
  }

  /** At most until the deadline, which the run itself then reports. */
  async #wait(): Promise<void> {
    const { startedAt = this.#clock.now(), request, disconnect } = this.#call;
    const left = startedAt + Number(request.timeout) * 1000 - this.#clock.now();
    await new Promise<void>((resolve) => {
      this.#clock.after(Math.max(0, Math.min(SLOW_MS, left)), resolve);
      disconnect.addEventListener("abort", () => resolve(), { once: true });
    });
  }

  /** Empties the first field that may be empty and is not, for all records the same. */
  #drift(record: Record<string, unknown>): Record<string, unknown> {
    const { operation } = this.#call;
    if (this.#drifted.size === 0) {
      const key = primaryKey(operation);
      const field = Object.entries(operation.record.properties).find(
        ([name, { type }]: [string, JsonSchema]) =>
          [type].flat().includes("null") && !key.includes(name) && record[name] != null,
      );
      if (field) this.#drifted.add(field[0]);
    }
    return { ...record, ...Object.fromEntries([...this.#drifted].map((field) => [field, null])) };
  }
}
