import type { Clock } from "../../base/clock.ts";
import { coalesced } from "../../base/coalesced.ts";
import { periodicTask } from "../../base/periodic-task.ts";
import type { Lanes, Slot } from "../../limits/lanes.ts";
import { HEARTBEAT_MS, TOUCH_MS } from "../../metering/hold-leases.ts";
import { HandedOver } from "../../service/operation-call.ts";
import type { Taken, WorkEngine } from "./work-engine.ts";

export interface PumpDeps {
  engine: WorkEngine;
  lanes: Lanes;
  clock: Clock;
  /**
   * Runs work until it has ended or waits again. The signal aborts when this process must leave it to another. Calls
   * `hangs` when it waits for a stranger and makes no progress; it should end if that returns false. If it throws, the work
   * is offered again.
   */
  run(taken: Taken, signal: AbortSignal, hangs: Slot["hangs"]): Promise<unknown>;
  onError(error: unknown): void;
}

/** Fetches work as slots become free, runs it, and keeps it while it runs. */
export function createPump({ engine, lanes, clock, run, onError }: PumpDeps) {
  /** Queues that may have work, and the accounts that the last fetch left out, because they had no slot left. */
  const hot = new Map<string, string[]>();
  const inFlight = new Map<string, { taken: Taken; stop: AbortController; ended: Promise<void> }>();
  let stopped = false;
  let touchedAt = clock.now();
  let pumping: Promise<void> = Promise.resolve();

  const fill = coalesced(async () => {
    for (let next = mayFetch(); !stopped && next[0]; next = mayFetch()) await fetchFrom(next[0], next.length > 1);
  });

  /** Queues to fetch from, the one with the fewest in flight first. */
  function mayFetch(): Array<{ queue: string; max: number; full: string[] }> {
    return [...hot]
      .map(([queue, leftOut]) => ({ queue, leftOut, ...lanes.room(queue) }))
      .filter(
        ({ max, full, leftOut }) => max > 0 && !(leftOut.length > 0 && leftOut.every((one) => full.includes(one))),
      )
      .sort((a, b) => lanes.inUseOf(a.queue) - lanes.inUseOf(b.queue));
  }

  /** Queues take turns, if there are several. */
  async function fetchFrom(
    { queue, max, full }: ReturnType<typeof mayFetch>[0],
    isOneOfSeveral: boolean,
  ): Promise<void> {
    hot.delete(queue);
    const most = isOneOfSeveral ? 1 : max;
    const taken = await engine.fetch(queue, most, full).catch((error: unknown) => {
      hot.set(queue, []);
      throw error;
    });
    for (const one of taken) {
      if (stopped) await engine.fail(one);
      else start(one);
    }
    if (taken.length === most) hot.set(queue, []);
    else if (full.length > 0 && !hot.has(queue)) hot.set(queue, full);
  }

  /** Called when queues may have new work, or slots are free. */
  function wake(...queues: string[]): void {
    for (const queue of queues) hot.set(queue, []);
    if (!stopped && hot.size > 0) pumping = fill().catch(onError);
  }

  function start(taken: Taken): void {
    const slot = lanes.enter(taken.group, taken.queue);
    const stop = new AbortController();
    const hangs = () => {
      const goesOn = slot.hangs();
      wake();
      return goesOn;
    };
    const ended = end(taken, run(taken, stop.signal, hangs)).finally(() => {
      slot.leave();
      inFlight.delete(taken.id);
      wake();
    });
    inFlight.set(taken.id, { taken, stop, ended });
  }

  async function end(taken: Taken, running: Promise<unknown>): Promise<void> {
    try {
      await running;
      await engine.complete(taken);
    } catch (error) {
      onError(error);
      await engine.fail(taken).catch(onError);
    }
  }

  const drop = (id: string): void => inFlight.get(id)?.stop.abort(new HandedOver());

  const touches = periodicTask({
    clock,
    pauseMs: TOUCH_MS,
    async run() {
      const all = [...inFlight.values()].map(({ taken }) => taken);
      const lost = all.length === 0 ? [] : await engine.touch(all);
      touchedAt = clock.now();
      for (const { id } of lost) drop(id);
    },
    onError(error) {
      onError(error);
      // Another worker may have it by now.
      if (clock.now() - touchedAt >= HEARTBEAT_MS) for (const id of inFlight.keys()) drop(id);
    },
  });

  return {
    start: touches.start,
    wake,
    /** Leaves work in flight to another worker. */
    drop,
    /** Fetches nothing more. Waits for work in flight, then leaves the rest to other processes. */
    async close(graceMs: number): Promise<void> {
      stopped = true;
      await pumping;
      const ended = Promise.all([...inFlight.values()].map((one) => one.ended));
      if (graceMs > 0 && inFlight.size > 0) {
        await Promise.race([ended, new Promise<void>((resolve) => clock.after(graceMs, resolve))]);
      }
      for (const id of inFlight.keys()) drop(id);
      await ended;
      await touches.close();
    },
  };
}
