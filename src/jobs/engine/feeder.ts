import type { Clock } from "../../base/clock.ts";
import { coalescedByKey } from "../../base/coalesced.ts";
import { inSlices } from "../../base/in-slices.ts";
import type { Offer, WorkEngine } from "./work-engine.ts";

/** Rows that take turns: those of an account at one source, or for one receiver. */
export interface Lane {
  account: string;
  other: string;
  queue: string;
}

/** A row that its lane hands over next. */
export interface NextRow {
  id: string;
  /** How many of the lane that are handed over come before it. */
  place: number;
  /** Whether nothing else of its lane waits: then its end frees a place that nobody needs. */
  isLast?: boolean;
}

/** Where the rows wait. */
export interface WaitingRows {
  /** Lanes with rows that may run now and are not handed over. */
  lanes(): Promise<Lane[]>;
  /** The next rows that a lane may hand over. */
  next(lane: Lane): Promise<NextRow[]>;
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

/** Last rows remembered; a forgotten one costs a statement. */
const MAX_REMEMBERED = 1_000;

export type Feeder = ReturnType<typeof createFeeder>;

/**
 * Hands rows over to the engine: a few of each lane, and more as those end, so that a backlog of 10,000 never stands in a
 * queue. A row's priority is its place in its lane, so lanes take turns: the first rows of all come before the second of any.
 */
export function createFeeder({ engine, rows, clock, hasWorkers, wake, onError }: FeederDeps) {
  const feeding = new Set<Promise<void>>();
  const timers = new Set<() => void>();
  const last = new Set<string>();

  /** A lane does not wait for others, and is fed by one run at a time. */
  const feedLane = coalescedByKey((key) => feedAll([JSON.parse(key)]));

  /** All lanes are asked before anything is handed over, so that their first rows are fetched before their second. */
  async function feedAll(lanes: Lane[]): Promise<void> {
    const next: Array<NextRow & { lane: Lane }> = [];
    for (const lane of lanes) {
      const found = await rows.next(lane).catch(onError);
      for (const row of found ?? []) next.push({ ...row, lane });
    }
    for await (const some of inSlices(next)) await markAndHandOver(some).catch(onError);
  }

  async function markAndHandOver(next: Array<NextRow & { lane: Lane }>): Promise<void> {
    // Marked first: what a process that dies in between has marked is found and handed over again.
    const marked = new Set(await rows.mark(next.map(({ id }) => id)));
    await handOver(next.filter(({ id }) => marked.has(id)));
  }

  async function handOver(next: Array<NextRow & { lane: Lane }>): Promise<void> {
    for (const { id, isLast } of next) if (isLast) last.add(id);
    for (const id of last) if (last.size > MAX_REMEMBERED) last.delete(id);
    for (const [queue, some] of Map.groupBy(next, ({ lane }) => lane.queue)) {
      const offers = some.map(({ id, place, lane }): Offer => ({ id, group: lane.account, priority: -place }));
      await engine.handOver(queue, offers);
      wake(queue);
    }
  }

  function track(work: Promise<void>): void {
    const tracked = work.catch(onError).finally(() => feeding.delete(tracked));
    feeding.add(tracked);
  }

  function feed(...lanes: Lane[]): void {
    if (hasWorkers) for (const lane of lanes) track(feedLane(JSON.stringify(lane)));
  }

  return {
    hasWorkers,
    /** Called when rows of these lanes may have become due. */
    feed,
    /** Called with a row that was marked as handed over by whoever queued it. */
    handOver: (lane: Lane, row: NextRow): void => track(handOver([{ ...row, lane }])),
    /** Called when a row has ended: the next of its lane may start. */
    ended(lane: Lane, id: string): void {
      if (!last.delete(id)) feed(lane);
    },
    /** The same as `feed` at a later time. */
    feedAt(at: number, lane: Lane): void {
      const cancel = clock.after(at - clock.now(), () => {
        timers.delete(cancel);
        feed(lane);
      });
      timers.add(cancel);
    },
    /** Finds the lanes that nobody has reported. */
    async round(): Promise<void> {
      if (hasWorkers) await feedAll(await rows.lanes());
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
