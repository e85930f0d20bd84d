import type { Canary, Operation } from "./operation.ts";

/** What an operation names itself, else its first example. */
export const canariesOf = (operation: Operation): Canary[] =>
  operation.canaries ?? [{ request: operation.examples[0] }];

/** What an entry point fills in where a body says nothing. */
export function defaultsOf(operation: Operation): Record<string, unknown> {
  const fields = Object.entries(operation.request.properties as Record<string, { default?: unknown }>);
  return Object.fromEntries(
    fields.filter(([, field]) => "default" in field).map(([name, field]) => [name, field.default]),
  );
}

/** Fields that every record of a healthy page fills. */
export const vitalFieldsOf = ({ record }: Operation): string[] =>
  Object.entries(record.properties as Record<string, { "x-filled"?: boolean }>)
    .filter(([, field]) => field["x-filled"] === true)
    .map(([name]) => name);
