import { errorText } from "../../service/error-text.ts";
import { type BatchItem, type JobRow, NEVER } from "../job-store.ts";
import type { Uses } from "../parts.ts";
import { pauseKind } from "../pauses.ts";
import type { JobFeed } from "../running/job-feed.ts";
import type { Attempt } from "../running/run-job.ts";
import { KEEP_ROWS_MS } from "../running/sweep.ts";
import { createBatchStore } from "./store.ts";

interface BatchUpkeepDeps extends Uses<"store" | "batches" | "jobs" | "news" | "clock"> {
  closeKey: JobFeed["closeKey"];
  /** Called when a batch has ended. */
  finished(): Promise<void>;
}

/** Updates a batch when its items change state. */
export function createBatchUpkeep({ store, batches, jobs, news, clock, closeKey, finished }: BatchUpkeepDeps) {
  return {
    /** Handles an item that could not start. A full window makes its key's items wait; other reasons pause the batch. */
    async putBack(job: BatchItem, attempt: Extract<Attempt, { kind: "wait" | "refused" }>): Promise<void> {
      if (attempt.kind === "wait") {
        closeKey(job.key_id, attempt.until);
        await jobs.release(job, attempt.until);
        return;
      }
      const id = job.batch_id;
      const { code } = attempt.error;
      await news.pause(
        "batch",
        async (trx) => {
          const here = createBatchStore({ ...store, db: trx }, clock);
          return (await here.pause(id, errorText(attempt.error), pauseKind(code))) ? here.get(id) : undefined;
        },
        batches.viewOf,
      );
      await jobs.release(job, NEVER);
    },

    /** Finishes the batch if this was its last item. */
    async itemEnded({ batch_id }: Pick<JobRow, "batch_id">): Promise<void> {
      if (batch_id !== null && (await batches.finish(batch_id))) await finished();
    },

    async tidy(): Promise<void> {
      await batches.removeHalfSubmitted();
      await batches.deleteOld(clock.now() - KEEP_ROWS_MS);
    },

    /** Completes steps that a dead process left undone. */
    async sweep(): Promise<void> {
      for (const { id, status, next_try_at } of await batches.open()) {
        if (status === "running" && next_try_at === null) await batches.moveWaiting(id, clock.now());
        // The item chosen for the retry may have ended in the meantime.
        if (status === "running" && next_try_at !== null && next_try_at <= clock.now())
          await batches.moveFirst(id, next_try_at);
        if (status !== "admitting") await batches.finish(id);
      }
    },
  };
}
