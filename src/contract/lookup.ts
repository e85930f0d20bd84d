import type { TSchema } from "typebox";

/**
 * Where to find the values of a field: send `field` of the records of `operation`. The rest tells a picker what to request
 * and show.
 */
export interface Lookup {
  operation: string;
  field: string;
  /** Record fields that describe the value to people; `field` itself by default. */
  label?: string[];
  /** The lookup field that takes the typed text; `query` by default. Null if the lookup returns everything. */
  search?: string | null;
  /** Request fields to pass on, keyed by the lookup's names. Those that the lookup requires must be filled in first. */
  along?: string[];
  /** Skips records of other parameters. */
  where?: Record<string, string>;
  /** Request fields that the same record fills, keyed by the record's names. */
  also?: Record<string, string>;
  /** The record field with the number of results for the value. */
  results?: string;
}

/** A field whose values another operation of the source lists. Docs, MCP and the value pickers use it. */
export const fedBy = <T extends TSchema>(lookup: Lookup, field: T): T => ({ ...field, "x-lookup": lookup });

export function fieldLookup(field: object = {}): Lookup | null {
  const { "x-lookup": lookup }: { "x-lookup"?: Lookup } = field;
  return lookup ?? null;
}

type Body = Record<string, unknown>;

/** A valid value, with its display name and the other request fields that it fills. */
export interface LookupOption {
  value: string | number;
  label: string;
  also: Body;
  /** Number of results with this value, if the site reports it. */
  results?: number;
  /** An intermediate step, such as an estate on the way to its units. It is not sent. */
  step?: true;
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== "";
const isValue = (value: unknown): value is string | number => typeof value === "number" || typeof value === "string";

/** The lookup body for a typed text, given the rest of the request form. */
export function lookupBody({ search = "query", along = [] }: Lookup, words: string, request: Body): Body {
  const known = along.filter((name) => isGiven(request[name])).map((name) => [name, request[name]]);
  return { ...Object.fromEntries(known), ...(search !== null && words.trim() !== "" && { [search]: words.trim() }) };
}

/**
 * Converts records to options. If the lookup returns everything, filters by the typed text. Prefix matches come first,
 * because sites suggest hotels of a city before the city.
 */
export function lookupOptions(lookup: Lookup, records: Body[], words: string): LookupOption[] {
  const { field, label = [field], where = {}, also = {}, search, results } = lookup;
  const typed = words.trim().toLowerCase();
  const wanted = search === null ? typed : "";
  const isLater = ({ label }: LookupOption) => Number(!label.toLowerCase().startsWith(typed));
  return records
    .filter((record) => Object.entries(where).every(([name, value]) => record[name] === value))
    .flatMap((record) => {
      const value = record[field];
      if (!isValue(value) || value === "") return [];
      return {
        value,
        label: labelOf(label, record) || String(value),
        also: Object.fromEntries(Object.entries(also).map(([name, from]) => [name, record[from]])),
        ...(results !== undefined && typeof record[results] === "number" && { results: record[results] }),
      };
    })
    .filter((option) => `${option.label} ${option.value}`.toLowerCase().includes(wanted))
    .sort((a, b) => isLater(a) - isLater(b));
}

const labelOf = (fields: string[], record: Body): string =>
  fields
    .map((name) => record[name])
    .filter(isGiven)
    .join(", ");
