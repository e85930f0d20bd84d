import { nearest } from "../nearest.ts";
import type { Fault } from "./field-readers.ts";

export type RequestPart = "body" | "query";

const MAX_SHOWN = 100;

/** A name that the request part does not have, with the nearest one and all that there are. */
export function unknownName(name: string, properties: object, part: RequestPart): Fault {
  const what = part === "query" ? "query parameter" : "field";
  const names = Object.keys(properties);
  const shown = JSON.stringify(name.slice(0, MAX_SHOWN));
  if (names.length === 0) return ["extra_forbidden", `There is no ${what} ${shown}: this call takes none.`];
  const [near] = nearest(name, names, 1);
  const meant = near === undefined ? "" : ` Did you mean ${near}?`;
  return ["extra_forbidden", `There is no ${what} ${shown}.${meant} There are: ${names.join(", ")}.`];
}

/** A query parameter that was given more than once: taking one of its values would ignore the others. */
export const repeatedName = (name: string, times: number): Fault => [
  "value_error",
  `Value error, the query has ${name} ${times} times: send it once`,
];
