import { WinnowError } from "../contract/errors.ts";
import type { Operation } from "../contract/operation.ts";

/** What works at a stand-in, for a caller who found nothing there: the texts of the operation's own examples. */
export function standInHint({ examples }: Pick<Operation, "examples">): string {
  const texts = examples.flatMap((one) => Object.values(one).find((value) => typeof value === "string") ?? []);
  const known = [...new Set(texts)].map((text) => JSON.stringify(text)).join(", ");
  return `A stand-in makes these records up. It has some for ${known}.`;
}

/** The same error, with that hint if a stand-in knows no such thing. */
export const withStandInHint = (error: WinnowError, operation: Operation, isStandIn: boolean): WinnowError =>
  isStandIn && error.code === "no_such_thing" && error.hint === null
    ? new WinnowError(error.code, error.detail, { headers: error.headers, hint: standInHint(operation), cause: error })
    : error;
