import { coalesced } from "../base/coalesced.ts";
import type { FairSlots } from "../limits/fair-slots.ts";

export interface PumpDeps<Work> {
  slots: FairSlots;
  /** Takes the next work of an account and another holder with capacity. */
  take(full: FairSlots["full"]): Promise<Work | undefined>;
  holdersOf(work: Work): [account: string, other: string];
  run(work: Work): Promise<void>;
  onError(error: unknown): void;
}

/**
 * Runs work concurrently and refills a slot as soon as it is free. Takes one at a time, so that each goes to the account
 * with the fewest and none is taken that may not start.
 */
export function createPump<Work>({ slots, take, holdersOf, run, onError }: PumpDeps<Work>) {
  const inFlight = new Set<Promise<void>>();
  let stopped = false;
  let pumping: Promise<void> = Promise.resolve();

  const pump = coalesced(async () => {
    while (slots.free > 0 && !stopped) {
      const work = await take(slots.full);
      if (!work) return;
      start(work);
    }
  });

  /** Called whenever something may be due. */
  function wake(): void {
    if (!stopped) pumping = pump().catch(onError);
  }

  function start(work: Work): void {
    const leave = slots.enter(...holdersOf(work));
    const running = run(work)
      .catch(onError)
      .finally(() => {
        leave();
        inFlight.delete(running);
        wake();
      });
    inFlight.add(running);
  }

  return {
    wake,
    /** Takes nothing more. Returns a promise of the end of what is in flight. */
    async stop(): Promise<{ ended: Promise<unknown> }> {
      stopped = true;
      await pumping;
      return { ended: Promise.all(inFlight) };
    },
  };
}
