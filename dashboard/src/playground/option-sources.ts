import type { OperationView } from "../../../src/dashboard-api/api-types.ts";
import { listSource, type OptionSource } from "../parts/picker.tsx";
import type { FormField, Values } from "./fields.ts";
import { labelOf } from "./labels.ts";

/** A closed list longer than this is searched rather than read. */
const LONG = 12;

/**
 * Where the options of a field come from; null where it is typed, or read from a short list. Fields that another
 * operation finds the values of (`x-lookup`) get their source here, too.
 */
export function optionSourceOf(operation: OperationView, field: FormField, _values: Values): OptionSource | null {
  if (field.choices.length <= LONG) return null;
  const options = field.choices.map((value) => ({ value, label: labelOf(field.name, value) }));
  return listSource(
    [operation.path, field.name],
    options.toSorted((a, b) => a.label.localeCompare(b.label, "en")),
  );
}
