import type { Clock } from "../base/clock.ts";
import type { Memory } from "../contract/site.ts";

const MAX_ENTRIES = 500;

/** A source's memory between requests; the oldest entry is evicted when it is full. */
export function createMemory(clock: Clock, known: ReadonlyArray<[key: string, value: unknown]> = []): Memory {
  const entries = new Map<string, { value: unknown; endsAt: number }>(
    known.map(([key, value]) => [key, { value, endsAt: Number.POSITIVE_INFINITY }]),
  );
  return {
    get<T>(key: string): T | undefined {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (entry.endsAt > clock.now()) return entry.value as T;
      entries.delete(key);
      return undefined;
    },
    set(key, value, ttlSeconds) {
      entries.delete(key);
      entries.set(key, { value, endsAt: clock.now() + ttlSeconds * 1000 });
      const [oldest] = entries.keys();
      if (oldest !== undefined && entries.size > MAX_ENTRIES) entries.delete(oldest);
    },
  };
}
