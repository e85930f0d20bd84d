import type { Clock } from "../base/clock.ts";
import type { LedgerEngine } from "./commands.ts";

/** A command that went through this recently is proof enough: under load nothing is asked for its own sake. */
const FRESH_MS = 500;
/** An older proof is believed while it is asked anew: a probe does not wait in line behind the calls. */
const BELIEVED_MS = 1_500;
/** With the age of what is fresh, well under the two seconds in which a balancer should know. */
const PATIENCE_MS = 1_200;

export interface WatchedEngine extends LedgerEngine {
  /** Whether calls can be let in: looks at the way that admissions go, and answers in under two seconds whatever happens. */
  isReady(): Promise<boolean>;
}

export function watched(engine: LedgerEngine, clock: Clock): WatchedEngine {
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
    run: (command) => engine.run(command).then(proven),
    async isReady() {
      const age = Math.abs(clock.now() - provenAt);
      if (age < FRESH_MS) return true;
      // Whoever asks meanwhile shares the question: probes must not pile up on a store that is in trouble.
      asking ??= ask().finally(() => {
        asking = null;
      });
      return age < BELIEVED_MS || asking;
    },
  };
}
