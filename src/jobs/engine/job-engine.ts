import type { JobRow } from "../job-store.ts";
import type { Taker } from "../taker.ts";

/**
 * Hands jobs out to those who work. Whoever is given a job has its lease: the row says so, and says so once,
 * however many processes ask. One suite of tests runs on both engines.
 */
export interface JobEngine {
  /** Tells the workers of all processes that these rows are due; one that was told of before is not run twice. */
  announce(jobs: Array<{ id: string; priority: number }>): Promise<void>;
  /** Takes up to so many jobs that are due, most urgent first. */
  take(most: number, taker: Taker): Promise<JobRow[]>;
  close(): Promise<void>;
}
