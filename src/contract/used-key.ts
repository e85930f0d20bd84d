import type { WinnowError } from "./errors.ts";

/** The fault of an Idempotency-Key that was already used with a different request. */
export const usedWithAnother = (what: "body" | "batch"): Exclude<WinnowError["detail"], string> => [
  {
    type: "value_error",
    loc: ["header", "idempotency-key"],
    msg: `Value error, this Idempotency-Key was used with another ${what}; use a new one for a new ${what === "body" ? "request" : what}`,
  },
];
