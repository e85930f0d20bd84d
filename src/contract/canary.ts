import type { Canary, Operation } from "./operation.ts";

/** What an operation names itself, else its first example. */
export const canariesOf = (operation: Operation): Canary[] =>
  operation.canaries ?? [{ request: operation.examples[0] }];

/** Fields that every record of a healthy page fills. */
export const vitalFieldsOf = ({ record }: Operation): string[] =>
  Object.entries(record.properties as Record<string, { "x-filled"?: boolean }>)
    .filter(([, field]) => field["x-filled"] === true)
    .map(([name]) => name);
