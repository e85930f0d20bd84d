import type { WinnowError } from "./errors.ts";

/** What is wrong with an Idempotency-Key that came before with something else. */
export const usedWithAnother = (what: "body" | "batch"): Exclude<WinnowError["detail"], string> => [
  {
    type: "value_error",
    loc: ["header", "idempotency-key"],
    msg: `Value error, this Idempotency-Key was used with another ${what}; use a new one for a new ${what === "body" ? "request" : what}`,
  },
];
