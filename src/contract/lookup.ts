import type { TSchema } from "typebox";

/**
 * Where the values of a field are found: `field` of the records of `operation` is what to send. The rest tells a picker
 * how to ask, and what to show.
 */
export interface Lookup {
  operation: string;
  field: string;
  /** Fields of the record that tell people what it is; `field` itself unless given. */
  label?: string[];
  /** The field of the lookup that takes what was typed; null where it gives all at once. `query` unless given. */
  search?: string | null;
  /** Fields of the request that go along, by the lookup's own names; those that are required there must be known first. */
  along?: string[];
  /** Records of other parameters are not for this field. */
  where?: Record<string, string>;
  /** Fields of the request that the same record settles, by the record's own names. */
  also?: Record<string, string>;
  /** The field of the record that says how many results have the value. */
  results?: string;
}

/** A field whose values another operation of the source finds. Docs, MCP and the pickers of values go by it. */
export const fedBy = <T extends TSchema>(lookup: Lookup, field: T): T => ({ ...field, "x-lookup": lookup });

export function lookupOf(field: object = {}): Lookup | null {
  const { "x-lookup": lookup }: { "x-lookup"?: Lookup } = field;
  return lookup ?? null;
}

type Body = Record<string, unknown>;

/** A value that can be sent, with what people know it by, and what else of the request it settles. */
export interface LookupOption {
  value: string | number;
  label: string;
  also: Body;
  /** How many results have it, where the site says so. */
  results?: number;
  /** A step on the way: it is not sent, but leads to the values, as an estate to its units. */
  step?: true;
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== "";
const isValue = (value: unknown): value is string | number => typeof value === "number" || typeof value === "string";

/** The body of the lookup for what was typed, in a request that is being written. */
export function lookupBody({ search = "query", along = [] }: Lookup, words: string, request: Body): Body {
  const known = along.filter((name) => isGiven(request[name])).map((name) => [name, request[name]]);
  return { ...Object.fromEntries(known), ...(search !== null && words.trim() !== "" && { [search]: words.trim() }) };
}

/**
 * The records as options; those of a lookup that gives all at once are narrowed to what was typed. What begins with it
 * comes first: sites suggest hotels of a city before the city.
 */
export function optionsOf(lookup: Lookup, records: Body[], words: string): LookupOption[] {
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
