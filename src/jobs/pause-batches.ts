import type { Clock } from "../base/clock.ts";
import type { Store } from "../store/open-store.ts";
import { createBatchStore } from "./batch-store.ts";
import { NEVER } from "./job-store.ts";

/** Pauses every running batch of an account for a reason that its owner can read. */
export async function pauseBatchesOf(store: Store, clock: Clock, accountId: string, why: string): Promise<void> {
  const batches = createBatchStore(store, clock);
  const running = await store.db
    .selectFrom("batches")
    .where("account_id", "=", accountId)
    .where("status", "=", "running")
    .select("id")
    .execute();
  for (const { id } of running) {
    if (await batches.pause(id, why, null)) await batches.moveWaiting(id, NEVER);
  }
}
