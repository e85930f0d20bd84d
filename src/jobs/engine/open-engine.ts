import type { Store } from "../../store/open-store.ts";
import type { Offer, Taken, WorkEngine } from "./work-engine.ts";

/** All that a process opens on one SQLite store shares its queue. */
const inMemory = new WeakMap<Store, WorkEngine>();

export async function openEngine(store: Store, onError: (error: unknown) => void): Promise<WorkEngine> {
  if (store.dialect === "postgres") {
    // Imported here, so that a start on SQLite does not load it.
    const { openPgBossEngine } = await import("./pg-boss-engine.ts");
    return openPgBossEngine(store.pool, onError);
  }
  const engine = inMemory.get(store) ?? createMemoryEngine();
  inMemory.set(store, engine);
  return engine;
}

interface Held extends Offer {
  queue: string;
  /** Order of arrival. */
  no: number;
  retry: number;
  isTaken: boolean;
}

/** A queue in memory, for a store with one process: when that dies, its work is handed over again at the next start. */
export function createMemoryEngine(): WorkEngine {
  const held = new Map<string, Held>();
  let arrivals = 0;

  const waiting = () => [...held.values()].filter(({ isTaken }) => !isTaken);

  function own({ id, retry }: Taken): Held | undefined {
    const one = held.get(id);
    return one?.isTaken && one.retry === retry ? one : undefined;
  }

  return {
    isShared: false,
    async handOver(queue, offers) {
      for (const offer of offers) {
        if (!held.has(offer.id)) held.set(offer.id, { ...offer, queue, no: arrivals++, retry: 0, isTaken: false });
      }
    },
    queued: async () => [...new Set(waiting().map(({ queue }) => queue))],
    async fetch(queue, max, fullGroups) {
      const next = waiting()
        .filter((one) => one.queue === queue && !fullGroups.includes(one.group))
        .sort((a, b) => b.priority - a.priority || a.no - b.no)
        .slice(0, max);
      for (const one of next) one.isTaken = true;
      return next.map(({ id, group, retry }) => ({ queue, id, group, retry }));
    },
    touch: async (taken) => taken.filter((one) => !own(one)),
    complete: async (taken) => void (own(taken) && held.delete(taken.id)),
    async fail(taken) {
      const one = own(taken);
      if (one) Object.assign(one, { isTaken: false, retry: one.retry + 1 });
    },
    remove: async (_queue, id) => void held.delete(id),
    missing: async (ids) => ids.filter((id) => !held.has(id)),
    async maintain() {},
    async close() {},
  };
}
