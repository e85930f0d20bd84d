import type { Clock } from "../base/clock.ts";
import { listCanaries } from "../contract/canary.ts";
import type { ExampleBody } from "../contract/operation.ts";
import type { Source } from "../contract/source.ts";
import { createRecorder, type Recorder } from "../extraction/recording/recorder.ts";
import type { Engine } from "../extraction/types.ts";
import { type CanaryResult, runCanaries } from "./canary-run.ts";
import type { OperationMonitor } from "./operation-monitor.ts";
import { tuning } from "./values/tuning.ts";

/** Minimum interval between canary runs to confirm failures. */
const CONFIRM_EVERY_MS = 60_000;

interface Deps {
  clock: Clock;
  isStandIn(source: string): boolean;
  /** Address of one of a source's origins. */
  originOf(source: string, name: string): string;
}

export interface CanaryRun {
  began: number;
  results: CanaryResult[];
  /** The site's responses to each request. */
  recorders: Map<ExampleBody, Recorder>;
}

export type Canaries = ReturnType<typeof createCanaries>;

/** Runs the calls that must always work, on schedule and to confirm suspicions. */
export function createCanaries({ clock, isStandIn, originOf }: Deps) {
  const askedAt = new Map<string, number>();
  /** When this process last saw an operation's canaries all succeed. */
  const succeededAt = new Map<string, number>();
  let engine: Engine | null = null;
  const now = () => clock.now();
  const originsOf = ({ name, origins }: Source): Record<string, string> =>
    Object.fromEntries(Object.keys(origins).map((key) => [key, originOf(name, key)]));

  return {
    startWith(given: Engine): void {
      engine = given;
    },

    canRun: (): boolean => engine !== null,

    async run({ source, operation, values }: OperationMonitor, signal?: AbortSignal): Promise<CanaryRun> {
      if (!engine) throw new Error("health was not given its engine");
      const began = now();
      const recorders: CanaryRun["recorders"] = new Map();
      const origins = originsOf(source);
      const record = (request: ExampleBody): Recorder => {
        const about = { source: source.name, operation: operation.path, request, origins };
        const recorder = createRecorder(about, now);
        recorders.set(request, recorder);
        return recorder;
      };
      const called = listCanaries(source, operation, isStandIn(source.name));
      const ids = { ids: values.canaryIds, maxIds: tuning.enoughPairs };
      const results = await runCanaries(engine, source, operation, called, { now, record, signal, ...ids });
      if (results.every(({ ok }) => ok)) succeededAt.set(operation.path, now());
      return { began, results, recorders };
    },

    succeededAt: (): ReadonlyMap<string, number> => succeededAt,

    /** Whether the canary may run now to confirm this suspicion. If so, the next may after a pause. */
    mayAsk(about: string, pauseMs = CONFIRM_EVERY_MS): boolean {
      if (!engine || now() - (askedAt.get(about) ?? Number.NEGATIVE_INFINITY) < pauseMs) return false;
      askedAt.set(about, now());
      return true;
    },

    /** Lets the next suspicion run the canary immediately. */
    mayAskAgain: (about: string): void => void askedAt.delete(about),
  };
}
