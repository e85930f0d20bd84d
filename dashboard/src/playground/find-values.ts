import type { FormField, Values } from "./fields.ts";
import { valueLabel } from "./labels.ts";
import { type AnyField, hasAll } from "./sections.ts";

/** A possible value of a field with a closed list. */
export interface FieldValue {
  field: FormField;
  value: string;
  label: string;
}

/** The possible values in which the words occur, those that begin with them first. */
export function findValues(fields: AnyField[], words: string): FieldValue[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === "") return [];
  const starts = ({ label }: FieldValue) => Number(label.toLowerCase().startsWith(wanted));
  return fields
    .flatMap((field) =>
      field.kind === "choice" || field.kind === "choices"
        ? field.choices.map((value) => ({ field, value, label: valueLabel(field.name, value) }))
        : [],
    )
    .filter(({ value, label }) => hasAll(`${label} ${value.replaceAll("_", " ")}`, wanted))
    .toSorted((a, b) => starts(b) - starts(a));
}

/** Whether the field holds the value. */
export const isSet = ({ field, value }: Pick<FieldValue, "field" | "value">, values: Values): boolean => {
  const now = values[field.name];
  return Array.isArray(now) ? now.includes(value) : now === value;
};

/** The change that fills a field with a value, or takes the value out again. */
export function withValue(field: FormField, value: string, values: Values): Values {
  const set = isSet({ field, value }, values);
  if (field.kind === "choice") return { [field.name]: set ? (field.fallback ?? undefined) : value };
  const now = Array.isArray(values[field.name]) ? (values[field.name] as string[]) : [];
  return { [field.name]: set ? now.filter((one) => one !== value) : [...now, value] };
}
