import type { JsonSchema } from "../../contract/json-schema.ts";
import { fieldLookup, type Lookup } from "../../contract/lookup.ts";
import { closedList } from "../../service/lookup-hint.ts";
import type { Entry, Registry } from "../../service/registry.ts";
import { Fault } from "./fault.ts";

/** For longer lists an agent gets the length and a few values, and all of them on request. */
const LONG_LIST = 30;

/** The list of operations, or one operation in full. */
export function discover(
  registry: Registry,
  { operation, values_of }: { operation?: string; values_of?: string },
): Record<string, unknown> {
  if (!operation) {
    return {
      operations: registry.entries.map(({ name, operation: { summary, price } }) => ({
        operation: name,
        summary,
        price: price.words,
      })),
    };
  }
  const entry = findEntry(registry, operation);
  if (values_of) return { field: values_of, values: valuesOf(entry, values_of) };
  const { summary, description, price, request, record, examples, unavailableWhen, cache } = entry.operation;
  return {
    operation: entry.name,
    summary,
    description,
    price: price.words,
    ...(cache && { free_if_asked_within_hours: cache.seconds / 3600 }),
    ...(unavailableWhen && { unavailable_when: unavailableWhen }),
    required: request.required,
    request: Object.fromEntries(
      Object.entries<JsonSchema>(request.properties).map(([name, field]) => [name, shortened(field, name)]),
    ),
    record_fields: Object.keys(record.properties),
    example: examples[0],
  };
}

/** An operation by its name; the error for an unknown one lists those that exist. */
export function findEntry(registry: Registry, name: string): Entry {
  const entry = registry.byName(name);
  if (!entry) {
    throw new Fault(
      `There is no operation "${name}". Operations: ${registry.entries.map((known) => known.name).join(", ")}.`,
    );
  }
  return entry;
}

function shortened({ "x-lookup": lookup, ...field }: JsonSchema, name: string): object {
  if (lookup) return { ...shortened(field, name), found_with: lookupWords(lookup) };
  const { enum: values, ...rest } = field;
  if (values && values.length > LONG_LIST) {
    return {
      ...rest,
      enum_size: values.length,
      enum_first: values.slice(0, 5),
      more: `discover with values_of "${name}"`,
    };
  }
  return {
    ...field,
    ...(field.items && { items: shortened(field.items, name) }),
    ...(field.anyOf && { anyOf: field.anyOf.map((option) => shortened(option, name)) }),
  };
}

function lookupWords({ operation, field, where = {} }: Lookup): string {
  const those = Object.entries(where).map(([column, value]) => ` where ${column} is ${value}`);
  return `${field} of ${operation.slice("/api/".length)}${those.join("")}`;
}

function valuesOf({ operation, name }: Entry, field: string): unknown[] {
  const { properties } = operation.request;
  const schema = Object.hasOwn(properties, field) ? properties[field] : undefined;
  if (!schema) throw new Fault(`${name} has no field "${field}". Fields: ${Object.keys(properties).join(", ")}.`);
  const values = closedList(schema);
  if (values) return values;
  const lookup = fieldLookup(schema);
  throw new Fault(
    lookup
      ? `The values of "${field}" are ${lookupWords(lookup)}: execute that operation.`
      : `"${field}" takes any value of its type; it has no list.`,
  );
}
