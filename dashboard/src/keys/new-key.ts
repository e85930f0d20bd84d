import { useSyncExternalStore } from "react";

/** A key that was just created. Kept in memory only: it is shown once and gone after a reload. */
export interface FreshKey {
  name: string;
  secret: string;
  /** Sources that the key may use; null for all. */
  sources: string[] | null;
  usageContext: string;
}

let current: FreshKey | null = null;
const listeners = new Set<() => void>();

export function showNewKey(key: FreshKey | null): void {
  current = key;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useNewKey = (): FreshKey | null =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
