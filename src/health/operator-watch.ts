import type { Clock } from "../base/clock.ts";
import { periodicTask } from "../base/periodic-task.ts";
import type { Alerts } from "./alerts.ts";
import type { Check } from "./operator-checks.ts";

const ROUND_MS = 60_000;

interface Deps {
  alerts: Alerts;
  checks: Check[];
  clock: Clock;
  log: { warn(details: object, message: string): void };
}

/** Runs the operator's checks every minute. */
export function watchForOperator({ alerts, checks, clock, log }: Deps) {
  let work: Promise<void> = Promise.resolve();

  async function round(scope?: string): Promise<void> {
    for (const check of checks) {
      if (scope !== undefined && check.scope !== scope) continue;
      try {
        await alerts.reconcile(check.scope, await check.look());
      } catch (error) {
        log.warn({ err: error, check: check.scope }, "a check for the operator failed");
      }
    }
  }

  /** Runs checks one after the other: concurrent ones would report an end twice. */
  const soon = (scope?: string): Promise<void> => {
    if (alerts.isOn) work = work.then(() => round(scope));
    return work;
  };

  const rounds = periodicTask({
    clock,
    pauseMs: ROUND_MS,
    run: () => soon(),
    onError: (error) => log.warn({ err: error }, "the round for the operator failed"),
  });

  return {
    start: () => alerts.isOn && rounds.start(),
    soon,
    async close(): Promise<void> {
      await rounds.close();
      await work;
      await alerts.close();
    },
  };
}
