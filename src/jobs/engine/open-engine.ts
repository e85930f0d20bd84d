import type { Store } from "../../store/open-store.ts";
import { createMemoryEngine } from "./memory-engine.ts";
import type { WorkEngine } from "./work-engine.ts";

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
