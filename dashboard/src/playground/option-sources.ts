import type { Lookup, LookupOption } from "../../../src/contract/lookup.ts";
import type { OperationView } from "../../../src/endpoints/dashboard/types.ts";
import { ApiError, api } from "../api/call.ts";
import { queries, queryClient } from "../api/queries.ts";
import { humanise } from "../ui/format.ts";
import { hasWords, listSource, type Option, type OptionSource } from "../ui/options.ts";
import { type FormField, isBlank, type Values } from "./fields.ts";
import { valueLabel } from "./labels.ts";

/** Longer closed lists get a search field. */
const LONG = 12;

/**
 * Where the options of a field come from; null for free text and short lists. This includes fields whose values another
 * operation looks up (`x-lookup`).
 */
export function findOptionSource(operation: OperationView, field: FormField, values: Values): OptionSource | null {
  const lookup = lookupIn(operation, field);
  const closed = field.choices
    .map((value) => ({ value, label: valueLabel(field.name, value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, "en"));
  if (lookup) return lookupSource(operation, field, lookup, values, closed);
  return closed.length > LONG ? listSource([operation.path, field.name], closed) : null;
}

const lookupIn = (operation: OperationView, { name }: FormField): Lookup | undefined =>
  operation.request.properties[name]?.["x-lookup"];

/** Looked-up values: their labels, and the other fields they set, such as the kind of an id. */
const found = new Map<string, LookupOption>();
const keyOf = (operation: OperationView, field: FormField, value: unknown) =>
  `${operation.path} ${field.name} ${value}`;

/** The other fields that a chosen value sets. Fields set by the previous value are cleared. */
export function alsoSet(operation: OperationView, field: FormField, value: unknown): Values {
  const settled = Object.keys(lookupIn(operation, field)?.also ?? {});
  const also = found.get(keyOf(operation, field, value))?.also ?? {};
  return Object.fromEntries(settled.map((name) => [name, also[name] ?? undefined]));
}

/**
 * Options that another operation looks up. Before the user types, only free lookups are sent, since a search may cost a
 * point. In a closed list, options available for this search come first.
 */
function lookupSource(
  operation: OperationView,
  field: FormField,
  lookup: Lookup,
  values: Values,
  closed: Option[],
): OptionSource {
  const along = (lookup.along ?? []).filter((name) => !isBlank(values[name]));
  const body = Object.fromEntries(along.map((name) => [name, values[name]]));

  async function ask(words: string, within: string | null): Promise<Option[]> {
    const step = within === null ? {} : { within };
    const input = {
      operation: operation.path,
      field: field.name,
      words,
      body,
      ...step,
      if_free: isFreeOnly(words, within),
    };
    const { options, charged } = await api.post("/playground/options", input);
    if (charged > 0) void queryClient.invalidateQueries(queries.session);
    for (const option of options) if (!option.step) found.set(keyOf(operation, field, option.value), option);
    const byValue = new Map(
      options.map(({ also: _, ...one }) => [String(one.value), { ...one, value: String(one.value) }]),
    );
    return [...byValue.values()];
  }

  return {
    key: ["lookup", operation.path, field.name, body],
    async find(words, within) {
      if (closed.length > 0) return withOffered(closed, await ask(words, within).catch(ignoreFailure), words);
      const options = await ask(words, within).catch(nameMissingFields);
      return within === null && words !== "" ? [...options, ...asTyped(field, words, options)] : options;
    },
    labelOf: (value) =>
      found.get(keyOf(operation, field, value))?.label ?? (closed.length > 0 ? valueLabel(field.name, value) : value),
    hint: "Type to search",
  };
}

const isFreeOnly = (words: string, within: string | null): boolean => words === "" && within === null;

/** Names missing fields by their labels in the form. */
function nameMissingFields(error: unknown): never {
  const faults = error instanceof ApiError && Array.isArray(error.detail) ? error.detail : [];
  const missing = faults.filter(({ type }) => type === "missing").map(({ loc }) => humanise(String(loc[1])));
  throw missing.length > 0 ? new Error(`Fill in ${missing.join(" and ")} first`) : error;
}

/** Ignores a failed lookup, such as filters of a place that is not chosen yet, so that the closed list still shows. */
function ignoreFailure(error: unknown): Option[] {
  if (error instanceof ApiError) return [];
  throw error;
}

function withOffered(closed: Option[], offered: Option[], words: string): Option[] {
  const others = closed.filter(
    (option) => hasWords(option, words) && !offered.some(({ value }) => value === option.value),
  );
  if (offered.length === 0) return others;
  return [
    ...offered.map((option) => ({ ...option, group: "Offered for this search" })),
    ...others.map((option) => ({ ...option, group: "Others" })),
  ];
}

/** Lets a user who knows the value enter it without a lookup. */
function asTyped(field: FormField, value: string, options: Option[]): Option[] {
  const isNumber = field.kind === "whole" || field.kind === "numbers";
  if ((isNumber && !/^-?\d+$/.test(value)) || options.some((option) => option.value === value)) return [];
  return [{ value, label: `${value} (as typed)` }];
}
