import { coalesced } from "../base/coalesced.ts";
import type { FairSlots } from "../limits/fair-slots.ts";
import type { Lanes, Slot, Wanted } from "../limits/lanes.ts";

export interface PumpDeps<Work> {
  lanes: Lanes;
  /** Takes the next work of an account and another holder with capacity. */
  take(wanted: Wanted): Promise<Work | undefined>;
  holdersOf(work: Work): [account: string, other: string];
  /** Calls `hangs` when the work waits for a stranger and makes no progress; it should end if that returns false. */
  run(work: Work, hangs: Slot["hangs"]): Promise<void>;
  onError(error: unknown): void;
}

/**
 * Runs work concurrently and refills a slot as soon as it is free. Takes one at a time, so that each goes to the account
 * with the fewest and none is taken that may not start.
 */
export function createPump<Work>({ lanes, take, holdersOf, run, onError }: PumpDeps<Work>) {
  const inFlight = new Set<Promise<void>>();
  let stopped = false;
  let pumping: Promise<void> = Promise.resolve();

  const pump = coalesced(async () => {
    while (!stopped && (await startNext()));
  });

  async function startNext(): Promise<boolean> {
    for (const wanted of lanes.wanted()) {
      const work = await take(wanted);
      if (!work) continue;
      start(work, wanted.lane);
      return true;
    }
    return false;
  }

  /** Called whenever something may be due. */
  function wake(): void {
    if (!stopped) pumping = pump().catch(onError);
  }

  function start(work: Work, lane: FairSlots): void {
    const slot: Slot = lanes.enter(lane, ...holdersOf(work));
    const hangs = () => {
      const goesOn = slot.hangs();
      wake();
      return goesOn;
    };
    const running = run(work, hangs)
      .catch(onError)
      .finally(() => {
        slot.leave();
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
