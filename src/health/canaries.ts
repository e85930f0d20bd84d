import type { Clock } from "../base/clock.ts";
import { canariesOf } from "../contract/canary.ts";
import type { ExampleBody } from "../contract/operation.ts";
import type { Source } from "../contract/source.ts";
import { createRecorder, type Recorder } from "../extraction/recording/recorder.ts";
import type { Engine } from "../extraction/types.ts";
import { type CanaryResult, runCanaries } from "./canary-run.ts";
import type { OperationMonitor } from "./operation-monitor.ts";

/** Minimum interval between canary runs to confirm a suspicion. */
const CONFIRM_EVERY_MS = 60_000;

interface Deps {
  clock: Clock;
  isStandIn(source: string): boolean;
  /** Address of one of a source's origins. */
  originOf(source: string, name: string): string;
}

export interface CanaryRun {
  results: CanaryResult[];
  /** The site's responses to each request. */
  recorders: Map<ExampleBody, Recorder>;
}

/** Runs the calls that must always work, on schedule and to confirm suspicions. */
export class Canaries {
  readonly #deps: Deps;
  readonly #askedAt = new Map<string, number>();
  #engine: Engine | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  startWith(engine: Engine): void {
    this.#engine = engine;
  }

  get canRun(): boolean {
    return this.#engine !== null;
  }

  async run({ source, operation }: OperationMonitor, signal?: AbortSignal): Promise<CanaryRun> {
    if (!this.#engine) throw new Error("health was not given its engine");
    const { clock, isStandIn } = this.#deps;
    const recorders: CanaryRun["recorders"] = new Map();
    const origins = this.#originsOf(source);
    const record = (request: ExampleBody): Recorder => {
      const about = { source: source.name, operation: operation.path, request, origins };
      const recorder = createRecorder(about, () => clock.now());
      recorders.set(request, recorder);
      return recorder;
    };
    const called = canariesOf(source, operation, isStandIn(source.name));
    const options = { now: () => clock.now(), record, signal };
    const results = await runCanaries(this.#engine, source, operation, called, options);
    return { results, recorders };
  }

  /** Whether the canary may run now to confirm this suspicion. If so, the next may in a minute. */
  mayAsk(about: string): boolean {
    const now = this.#deps.clock.now();
    if (!this.canRun || now - (this.#askedAt.get(about) ?? Number.NEGATIVE_INFINITY) < CONFIRM_EVERY_MS) return false;
    this.#askedAt.set(about, now);
    return true;
  }

  /** Lets the next suspicion run the canary immediately. */
  mayAskAgain(about: string): void {
    this.#askedAt.delete(about);
  }

  #originsOf({ name, origins }: Source): Record<string, string> {
    return Object.fromEntries(Object.keys(origins).map((key) => [key, this.#deps.originOf(name, key)]));
  }
}
