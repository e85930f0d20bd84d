import { setTimeout } from "node:timers/promises";

/** Waits, unless it is stopped: then it throws. A test has a clock of its own. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export const pause: Pause = (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal });
