import type { OperationView } from "../../../src/endpoints/dashboard/types.ts";
import { formFields, isBlank, type Values } from "../playground/fields.ts";
import { playgroundPath } from "../requests/requests-path.ts";
import { humanise } from "../ui/format.ts";

export interface Failure {
  status: number | null;
  /** What the error says. */
  text: string;
  /** The call that failed, if it is one of an operation. */
  operation?: OperationView | undefined;
  params?: Values;
  requestId?: string | null;
  /** The key that it was made with. */
  keyId?: string | undefined;
}

/** A 412 that no other value mends. */
const NOT_OF_VALUES = /^(The source (blocked|asks|is not)|No stored answer)/;

type Mend = readonly [to: string, words: string];

/** The page that mends what an error says, and what the link to it says; null if there is none. */
export function mendOf(failure: Failure): Mend | null {
  if (failure.status === 403) return mendOfRight(failure);
  if (failure.status === 412 && NOT_OF_VALUES.test(failure.text)) return null;
  return failure.status === 412 || failure.status === 422 ? mendOfValue(failure) : null;
}

function mendOfRight({ text, keyId }: Failure): Mend | null {
  if (/^Not enough points/.test(text)) return ["/points?view=plans", "See the plans"];
  if (/\bof the member\b/.test(text)) return ["/settings?of=account", "See the caps of members"];
  return /\bkey\b/i.test(text) ? [keyId ? `/keys/${keyId}` : "/keys", "Change the key"] : null;
}

/** A value that the source does not know is found by its lookup, one that is not in a closed list in that list. */
function mendOfValue({ status, text, operation, params = {}, requestId }: Failure): Mend | null {
  if (!operation) return null;
  const { properties } = operation.request;
  // A 422 names its fields; a 412 may be about any value that was looked up, or should have been.
  const named = [...text.matchAll(/(?:^|; |\n)(?:body\.)?(\w+)[.\w]*: /g)].map(([, name]) => name!);
  const wrong = Object.keys(properties).filter((name) =>
    status === 422 ? named.includes(name) : !isBlank(params[name]),
  );
  for (const name of wrong) {
    const lookup = properties[name]!["x-lookup"];
    if (!lookup || lookup.search === null) continue;
    const body = isBlank(params[name]) ? {} : { [lookup.search ?? "query"]: String(params[name]) };
    return [playgroundPath(lookup.operation, { body: JSON.stringify(body) }), `Find values of ${humanise(name)}`];
  }
  const closed = formFields(operation).find(
    (field) => field.choices.length > 0 && status === 422 && wrong.includes(field.name),
  );
  return closed && requestId ? [playgroundPath(operation.path, { request: requestId }), "Choose from the list"] : null;
}
