import type { Canaries } from "../canaries.ts";
import type { Incidents } from "../incidents.ts";
import type { OperationMonitor } from "../operation-monitor.ts";
import { tuning } from "./tuning.ts";

interface Deps {
  incidents: Pick<Incidents, "behind">;
  canaries: Pick<Canaries, "canRun">;
  ask(monitor: OperationMonitor): void;
}

/** Before an operation's first canary there is no truth: nothing is learned until it has run, whatever it says. */
export function createFirstCanaries({ incidents, canaries, ask }: Deps) {
  /** What waits for an operation's first canary; null once it has run. */
  const waiting = new Map<string, Array<() => void> | null>();

  return (monitor: OperationMonitor, learn: () => void): void => {
    const { path } = monitor.operation;
    const others = waiting.get(path);
    if (others) {
      if (others.length < tuning.requestsHeld) others.push(learn);
    } else if (others === null || !canaries.canRun() || monitor.values.canary.sights.all().size > 0) {
      learn();
    } else {
      const jobs = [learn];
      waiting.set(path, jobs);
      ask(monitor);
      incidents.behind(async () => {
        waiting.set(path, null);
        for (const job of jobs) job();
      });
    }
  };
}
