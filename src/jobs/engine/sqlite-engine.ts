import type { JobStore } from "../job-store.ts";
import type { JobEngine } from "./job-engine.ts";

/** The table is the queue: taking a job is one statement on it. */
export const createSqliteEngine = (jobs: JobStore): JobEngine => ({
  announce: async () => {},
  take: (most, taker) => jobs.takeDue(most, taker),
  close: async () => {},
});
