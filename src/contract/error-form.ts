import { toError } from "../base/thrown.ts";
import * as errors from "./errors.ts";

/** The classes of errors that keep their kind: those of the contract. */
const classes = new Map<string, { prototype: object }>([
  ...Object.entries(errors).filter(([, { prototype }]) => prototype instanceof Error),
  ["Error", Error],
]);

/** An error as data, for another thread: structured cloning keeps neither classes nor fields of errors. */
export interface ErrorForm {
  kind: string;
  message: string;
  stack: string;
  /** What the classes of the contract add: code, detail, policy... */
  fields: Record<string, unknown>;
  /** The `last` of an `AskAgain`. */
  last: ErrorForm | null;
}

/** An error of a class that the contract does not have becomes one of the nearest class that it has. */
export function errorForm(thrown: unknown): ErrorForm {
  const error = toError(thrown);
  const { cause: _, last, ...fields } = { last: null, ...error };
  return {
    kind: nearestKind(error),
    message: error.message,
    stack: error.stack ?? "",
    fields: error instanceof errors.WinnowError ? fields : {},
    last: last && errorForm(last),
  };
}

export function errorIn({ kind, message, stack, fields, last }: ErrorForm): Error {
  const error = Object.setPrototypeOf(new Error(message), classes.get(kind)!.prototype) as Error;
  return Object.assign(error, { stack, ...fields }, last && { last: errorIn(last) });
}

function nearestKind(error: Error): string {
  for (let prototype = error; prototype; prototype = Object.getPrototypeOf(prototype)) {
    for (const [name, known] of classes) if (known.prototype === prototype) return name;
  }
  return "Error";
}
