import type { Clock } from "../base/clock.ts";
import { NotResponding } from "../contract/errors.ts";
import { linkedTo } from "./abort.ts";

const FIRST_BYTE_MS = 30_000;
const NEXT_BYTE_MS = 15_000;
const WHOLE_MS = 60_000;

/** Timeouts of one attempt within the deadline: an attempt that hangs leaves time for another. */
export function openIdleTimeout(parent: AbortSignal, clock: Clock) {
  const link = linkedTo(parent);
  const startedAt = clock.now();
  let lastByteAt = startedAt;
  let callOff = () => {};
  const endsAt = () =>
    Math.min(lastByteAt + (lastByteAt === startedAt ? FIRST_BYTE_MS : NEXT_BYTE_MS), startedAt + WHOLE_MS);
  // One timer that checks again, rather than one per chunk of the body.
  const check = () => {
    const left = endsAt() - clock.now();
    if (left > 0) callOff = clock.after(left, check);
    else link.abort(new NotResponding(`nothing more arrived after ${(clock.now() - startedAt) / 1000} s`));
  };
  check();
  return {
    signal: link.signal,
    /** Bytes arrived: restarts the idle time. */
    touch: () => {
      lastByteAt = clock.now();
    },
    /** Ends the attempt for another reason. */
    fail: (error: Error) => link.abort(error),
    release: () => {
      callOff();
      link.release();
    },
  };
}
