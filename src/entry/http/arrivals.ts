import type { IncomingMessage } from "node:http";

/** What is known of a request before the framework runs. */
export interface Arrival {
  /** When the head had been read, before any other work. */
  at: number;
  /** The hash of the key of a data operation. */
  keyHash?: string;
  /** Tells the call limiter that the call has been read. */
  arrived?: () => void;
}

const arrivals = new WeakMap<IncomingMessage, Arrival>();

export function noteArrival(request: IncomingMessage, at: number): Arrival {
  const arrival = { at };
  arrivals.set(request, arrival);
  return arrival;
}

/** Null for a request that a test injects into the framework. */
export const findArrival = (request: IncomingMessage): Arrival | null => arrivals.get(request) ?? null;
