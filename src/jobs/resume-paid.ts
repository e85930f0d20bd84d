import type { Caller } from "../accounts/types.ts";
import type { Clock } from "../base/clock.ts";
import type { Service } from "../service/service.ts";
import { type BatchRow, type BatchStore, notPaused } from "./batch-store.ts";
import { batchViewOf } from "./batch-view.ts";
import type { PauseNews } from "./pauses.ts";
import type { QueueBounds } from "./queue-bounds.ts";

export interface ResumePaidDeps {
  batches: BatchStore;
  bounds: Pick<QueueBounds, "canPay">;
  service: Pick<Service, "registry" | "costOf">;
  news: PauseNews;
  clock: Clock;
  callerOf(keyId: string): Promise<Caller | null>;
}

/** Resumes batches paused for lack of points once there are enough for their next item. */
export function createResumePaid({ batches, bounds, service, news, clock, callerOf }: ResumePaidDeps) {
  async function isPaid(row: BatchRow): Promise<boolean> {
    const entry = service.registry.byPath(row.endpoint);
    const caller = await callerOf(row.key_id);
    const [next] = await batches.openItems(row.id, 1);
    return !!entry && !!caller && !!next && bounds.canPay(caller, service.costOf(entry, JSON.parse(next.params)));
  }

  return async function round(): Promise<void> {
    for (const row of await batches.shortOfPoints()) {
      if (!(await isPaid(row))) continue;
      if (!(await batches.set(row.id, ["paused"], { status: "running", ...notPaused }))) continue;
      await batches.moveWaiting(row.id, clock.now());
      const running = await batches.find(row.id);
      if (running) await news.resumed("batch", row, row.paused_at ?? 0, await batchViewOf(batches, running));
    }
  };
}
