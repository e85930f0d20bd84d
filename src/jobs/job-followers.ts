import { limits } from "../limits/limits.ts";
import { Shares } from "../limits/shares.ts";
import type { JobSignals } from "./job-signals.ts";
import { tooMany } from "./too-many.ts";
import type { WorkOwner } from "./types.ts";
import type { JobView } from "./work-views.ts";

/** Yields each state of a job as it changes, for a limited number of followers per account. */
export function createFollowers(signals: JobSignals, find: (owner: WorkOwner, id: string) => Promise<JobView | null>) {
  const followers = new Shares(limits.followers.max);

  function watch(owner: WorkOwner, id: string, signal: AbortSignal) {
    const leave = followers.enter([owner.account.id]);
    if (!leave) {
      const words = `At most ${limits.followers.max} jobs can be followed concurrently. Close one, or poll GET /jobs/{id} instead.`;
      throw tooMany(words, 5);
    }
    // Covers a stream that is read to its end, abandoned, or never started.
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
    return follow(views(owner, id, signal), leave);
  }

  async function* follow(seen: AsyncGenerator<JobView, void, undefined>, leave: () => void) {
    try {
      yield* seen;
    } finally {
      leave();
    }
  }

  async function* views(owner: WorkOwner, id: string, signal: AbortSignal) {
    let shown = "";
    const change = signals.follow(id, signal);
    while (!signal.aborted) {
      const next = change();
      const job = await find(owner, id);
      if (!job) return;
      const state = JSON.stringify(job);
      if (state !== shown) yield job;
      shown = state;
      if (job.ended_at !== null) return;
      await next;
    }
  }

  return watch;
}
