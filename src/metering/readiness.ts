import type { Clock } from "../base/clock.ts";
import type { Command, LedgerEngine } from "./commands.ts";

/** A command that succeeded this recently is proof enough: under load no extra probe is needed. */
const FRESH_MS = 500;
/** An older proof is trusted while a new probe runs, so that a check does not queue behind the calls. */
const BELIEVED_MS = 1_500;
/** Together with FRESH_MS well under the two seconds in which a load balancer should notice. */
const PATIENCE_MS = 1_200;

export function watched(engine: LedgerEngine, clock: Clock) {
  let provenAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<boolean> | null = null;

  const proven = <T>(result: T): T => {
    provenAt = clock.now();
    return result;
  };

  function ask(): Promise<boolean> {
    return new Promise((resolve) => {
      const callOff = clock.after(PATIENCE_MS, () => resolve(false));
      engine
        .ping()
        .then(proven)
        .then(
          () => resolve(true),
          () => {
            provenAt = Number.NEGATIVE_INFINITY;
            resolve(false);
          },
        )
        .finally(callOff);
    });
  }

  return {
    ...engine,
    run: <C extends Command>(command: C) => engine.run(command).then(proven),
    /** Whether calls can be admitted: probes the path of admissions, and responds in under two seconds whatever happens. */
    async isReady(): Promise<boolean> {
      const age = Math.abs(clock.now() - provenAt);
      if (age < FRESH_MS) return true;
      // Concurrent checks share the probe: probes must not pile up on a store in trouble.
      asking ??= ask().finally(() => {
        asking = null;
      });
      return age < BELIEVED_MS || asking;
    },
  };
}
