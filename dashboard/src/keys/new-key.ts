import type { KeyView } from "../../../src/endpoints/dashboard/types.ts";
import { newStore } from "../api/stored.ts";

/** A key that was just created. Kept in memory only: it is shown once and gone after a reload. */
export interface FreshKey {
  key: Pick<KeyView, "name" | "sources" | "usage_context">;
  api_key: string;
}

const fresh = newStore<FreshKey | null>(null);

export const showNewKey = fresh.set;
export const useNewKey = fresh.use;
