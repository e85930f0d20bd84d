import { useSyncExternalStore } from "react";
import type { KeyView } from "../../../src/endpoints/dashboard/types.ts";

/** A key that was just created. Kept in memory only: it is shown once and gone after a reload. */
export interface FreshKey {
  key: Pick<KeyView, "name" | "sources" | "usage_context">;
  api_key: string;
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
