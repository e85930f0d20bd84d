import { isEmpty } from "../../extraction/is-empty.ts";

/** What is remembered of a field: enough to see that it changed, and how. `true` stands for a value that is not compared. */
export type Value = number | string | boolean | null;
/** A record's fields by name. Fields of a nested record, or of the first one in a list, are `outer.inner`. */
export type FlatRecord = ReadonlyMap<string, Value>;
type ReadRecord = Readonly<Record<string, unknown>>;

const LONGEST_TEXT = 60;

export function flatten(record: ReadRecord): Map<string, Value> {
  const flat = new Map<string, Value>();
  for (const name in record) {
    if (name === "@type") continue;
    const value = record[name];
    flat.set(name, remembered(value));
    const inside = Array.isArray(value) ? value[0] : value;
    if (!isRecord(inside)) continue;
    for (const inner in inside) if (inner !== "@type") flat.set(`${name}.${inner}`, remembered(inside[inner]));
  }
  return flat;
}

function remembered(value: unknown): Value {
  if (isEmpty(value)) return null;
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.every((item) => typeof item === "string") ? remembered(value.join(" ")) : true;
  // Addresses of pictures and pages change with the site's servers.
  if (typeof value !== "string" || /^(https?:)?\//.test(value)) return true;
  return value.slice(0, LONGEST_TEXT);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
