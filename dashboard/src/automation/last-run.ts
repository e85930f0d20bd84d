import type { ScheduleView } from "../../../src/endpoints/dashboard/types.ts";

/** The service compares a run shortly after it has ended: lists of what the run changed are read again this often. */
export const COMPARED_MS = 10_000;

/** Changes when a run starts, ends or has been compared: lists of what it changed are read anew. */
export const runState = (run: ScheduleView["last_run"]): string =>
  `${run?.id} ${run?.status} ${run?.not_compared_because}`;
