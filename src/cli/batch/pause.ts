import { setTimeout } from "node:timers/promises";

/** Waits; throws if it is aborted. Tests use their own clock. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export const pause: Pause = (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal });
