import type { OperationView, WatchRule } from "../../../src/endpoints/dashboard/types.ts";

type Recorded = Pick<OperationView, "record">;

const isNumber = ({ record }: Recorded, path: string) => record.values[path] === "number";

/** What says which thing a record is about, and does not change. */
const IDENTITY = /(^|[._])(id|latitude|longitude)$/;

/** How much a field is worth watching: prices first, then other numbers, then the rest, and last what never changes. */
const rank = (operation: Recorded, path: string): number => {
  if (IDENTITY.test(path)) return 3;
  if (!isNumber(operation, path)) return 2;
  return /price|amount|salary|fee/.test(path) ? 0 : 1;
};

/** The operation without the fields that no record of an answer has a value in: watching one would say nothing. */
export function withValuesIn<O extends Recorded>(operation: O, answer: unknown): O {
  if (!Array.isArray(answer) || answer.length === 0) return operation;
  const isFilled = ([path]: [string, unknown]) =>
    answer.some((record) => path.split(".").reduce((value, name) => value?.[name], record) != null);
  const values = Object.fromEntries(Object.entries(operation.record.values).filter(isFilled));
  return { ...operation, record: { ...operation.record, values } };
}

/** The fields that can be watched, prices first. */
export const fieldsByUse = (operation: Recorded | undefined): string[] =>
  operation ? Object.keys(operation.record.values).toSorted((a, b) => rank(operation, a) - rank(operation, b)) : [];

/** What a watch reports unless told otherwise: a price that falls, or else a new record. */
export function usualRule(operation: Recorded): WatchRule {
  const [first] = fieldsByUse(operation);
  if (first === undefined || rank(operation, first) > 0) return { field: null, when: "appears", value: null };
  return { field: first, when: "falls_by_percent", value: 10 };
}

/** The numbers that a watch keeps over time unless told otherwise. */
export const usuallyTracked = (operation: Recorded): string[] =>
  fieldsByUse(operation)
    .filter((path) => rank(operation, path) < 2)
    .slice(0, 3);
