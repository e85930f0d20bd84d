import type { WinnowError } from "./errors.ts";

type Faults = Exclude<WinnowError["detail"], string>;

const keyFault = (what: string): Faults => [
  { type: "value_error", loc: ["header", "idempotency-key"], msg: `Value error, ${what}` },
];

/** The fault of an Idempotency-Key that was already used with a different request. */
export const usedWithAnother = (what: "body" | "batch"): Faults =>
  keyFault(
    `this Idempotency-Key was used with another ${what}; use a new one for a new ${what === "body" ? "request" : what}`,
  );

/** The fault of an Idempotency-Key whose stream was interrupted and cannot be continued. */
export const usedForPart = (records: number, points: number): Faults =>
  keyFault(
    `the stream with this Idempotency-Key was interrupted after ${records} records, which cost ${points} points, and cannot be continued; use a new one to start over`,
  );

/** The fault of an Idempotency-Key whose request left no trace but its charge. */
export const usedWithoutTrace = (): Faults =>
  keyFault(
    "the request with this Idempotency-Key succeeded and was charged, and its answer was not kept because of x-retain: none; use a new one to run it again",
  );
