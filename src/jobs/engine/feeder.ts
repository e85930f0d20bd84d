import type { Clock } from "../../base/clock.ts";
import { inSlices } from "../in-slices.ts";
import type { Offer, WorkEngine } from "./work-engine.ts";

/** Rows that take turns: those of an account at one source, or for one receiver. */
export interface Lane {
  account: string;
  other: string;
  queue: string;
}

/** Where the rows wait. */
export interface WaitingRows {
  /** Lanes with rows that may run now and are not handed over. */
  lanes(): Promise<Lane[]>;
  /** The next rows that a lane may hand over. Their place counts those of the lane that are handed over and come first. */
  next(lane: Lane): Promise<Array<{ id: string; place: number }>>;
  /** Marks rows as handed over. Returns those that were still waiting. */
  mark(ids: string[]): Promise<string[]>;
  /** Rows that are handed over and have not ended. */
  handedOver(): Promise<string[]>;
  /** Makes rows wait again that the engine has lost. */
  takeBack(ids: string[]): Promise<void>;
}

export interface FeederDeps {
  engine: WorkEngine;
  rows: WaitingRows;
  clock: Clock;
  /** False if no process fetches what this one hands over. */
  hasWorkers: boolean;
  /** Called when a queue has new work. */
  wake(queue: string): void;
  onError(error: unknown): void;
}

const key = ({ account, queue, other }: Lane): string => `${account} ${queue} ${other}`;

export type Feeder = ReturnType<typeof createFeeder>;

/**
 * Hands rows over to the engine: a few of each lane, and more as those end, so that a backlog of 10,000 never stands in a
 * queue. A row's priority is its place in its lane, so lanes take turns: the first rows of all come before the second of any.
 */
export function createFeeder({ engine, rows, clock, hasWorkers, wake, onError }: FeederDeps) {
  /** Lanes being fed, and whether each must be fed again. */
  const busy = new Map<string, boolean>();
  const feeding = new Set<Promise<void>>();
  const timers = new Set<() => void>();

  /** All lanes are asked before anything is handed over, so that their first rows are fetched before their second. */
  async function run(lanes: Lane[]): Promise<void> {
    for (const lane of lanes) busy.set(key(lane), false);
    const next: Array<Offer & { queue: string }> = [];
    for (const lane of lanes) {
      const found = await rows.next(lane).catch(onError);
      for (const { id, place } of found ?? [])
        next.push({ id, queue: lane.queue, group: lane.account, priority: -place });
    }
    for await (const some of inSlices(next)) await handOver(some).catch(onError);
    const again = lanes.filter((lane) => busy.get(key(lane)));
    for (const lane of lanes) busy.delete(key(lane));
    void feed(...again);
  }

  async function handOver(next: Array<Offer & { queue: string }>): Promise<void> {
    // Marked first: what a process that dies in between has marked is found and handed over again.
    const marked = new Set(await rows.mark(next.map(({ id }) => id)));
    const ours = next.filter(({ id }) => marked.has(id));
    for (const [queue, offers] of Map.groupBy(ours, (offer) => offer.queue)) {
      await engine.handOver(queue, offers);
      wake(queue);
    }
  }

  /** A lane does not wait for others, and is fed by one run at a time. */
  async function feed(...lanes: Lane[]): Promise<void> {
    for (const lane of lanes) if (busy.has(key(lane))) busy.set(key(lane), true);
    const idle = lanes.filter((lane) => !busy.has(key(lane)));
    if (!hasWorkers || idle.length === 0) return;
    const running = run(idle).finally(() => feeding.delete(running));
    feeding.add(running);
    await running;
  }

  return {
    /** Called when rows of these lanes may have become due, or one of them has ended. Never rejects. */
    feed,
    /** The same at a later time. */
    feedAt(at: number, lane: Lane): void {
      const cancel = clock.after(at - clock.now(), () => {
        timers.delete(cancel);
        void feed(lane);
      });
      timers.add(cancel);
    },
    /** Finds the lanes that nobody has reported. */
    async round(): Promise<void> {
      if (!hasWorkers) return;
      await feed(...(await rows.lanes()));
    },
    /** Hands over again what the engine has lost: all of it, if its tables are new or it was in memory. */
    async recover(): Promise<void> {
      if (!hasWorkers) return;
      const lost = await engine.missing(await rows.handedOver());
      for await (const some of inSlices(lost)) await rows.takeBack(some);
    },
    async close(): Promise<void> {
      for (const cancel of timers) cancel();
      while (feeding.size > 0) await Promise.all(feeding);
    },
  };
}
