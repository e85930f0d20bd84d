import type { Lookup, LookupOption } from "../../../src/contract/lookup.ts";
import type { OperationView, OptionsAnswer } from "../../../src/dashboard-api/api-types.ts";
import { api } from "../api/call.ts";
import { listSource, type Option, type OptionSource } from "../parts/picker.tsx";
import type { FormField, Values } from "./fields.ts";
import { labelOf } from "./labels.ts";

/** A closed list longer than this is searched rather than read. */
const LONG = 12;

/**
 * Where the options of a field come from; null where it is typed, or read from a short list. Fields that another
 * operation finds the values of (`x-lookup`) get their source here, too.
 */
export function optionSourceOf(operation: OperationView, field: FormField, values: Values): OptionSource | null {
  const lookup = operation.request.properties[field.name]?.["x-lookup"];
  if (lookup && field.choices.length === 0) return lookupSource(operation, field, lookup, values);
  if (field.choices.length <= LONG) return null;
  const options = field.choices.map((value) => ({ value, label: labelOf(field.name, value) }));
  return listSource(
    [operation.path, field.name],
    options.toSorted((a, b) => a.label.localeCompare(b.label, "en")),
  );
}

/** Values that were found: their labels, and what they settle besides their own field, such as the kind of an id. */
const found = new Map<string, LookupOption>();
const keyOf = (operation: OperationView, field: FormField, value: unknown) =>
  `${operation.path} ${field.name} ${value}`;

/** What choosing a value sets besides it. */
export const alsoSet = (operation: OperationView, field: FormField, value: unknown): Values =>
  found.get(keyOf(operation, field, value))?.also ?? {};

/** Values that another operation finds. Nothing is asked before something is typed, since a search may cost a point. */
function lookupSource(operation: OperationView, field: FormField, lookup: Lookup, values: Values): OptionSource {
  const body = Object.fromEntries((lookup.along ?? []).map((name) => [name, values[name]]));
  return {
    key: ["lookup", operation.path, field.name, body],
    async find(words) {
      // The control puts the label of what is chosen where people type.
      const chosen = String(values[field.name] ?? "");
      const label = found.get(keyOf(operation, field, chosen))?.label ?? chosen;
      if (words === label) return label === "" ? [] : [{ value: chosen, label }];
      if (words.trim() === "") return [];
      const asked = { operation: operation.path, field: field.name, words, body };
      const { options } = await api.post<OptionsAnswer>("/playground/options", asked);
      for (const option of options) found.set(keyOf(operation, field, option.value), option);
      const byValue = new Map(options.map(({ value, label }) => [String(value), { value: String(value), label }]));
      return [...byValue.values(), ...asTyped(field, words).filter(({ value }) => !byValue.has(value))];
    },
  };
}

/** Whoever knows a value need not find it first. */
function asTyped(field: FormField, words: string): Option[] {
  const value = words.trim();
  const isNumber = field.kind === "whole" || field.kind === "numbers";
  return isNumber && !/^-?\d+$/.test(value) ? [] : [{ value, label: `${value} (as typed)` }];
}
