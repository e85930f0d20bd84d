import { isEmpty } from "../../extraction/is-empty.ts";

/** What is remembered of a field: enough to see that it changed, and how. `true` stands for a value that is not compared. */
export type Value = number | string | boolean | null;
/** A record's fields by name. Fields of a nested record, or of the first one in a list, are `outer.inner`. */
export type FlatRecord = ReadonlyMap<string, Value>;
type ReadRecord = Readonly<Record<string, unknown>>;

const LONGEST_TEXT = 60;
const MAX_NAMES = 200;

export function flatten(record: ReadRecord): Map<string, Value> {
  const flat = new Map<string, Value>();
  for (const name in record) {
    if (name === "@type") continue;
    const value = record[name];
    flat.set(name, remembered(value));
    const inside = Array.isArray(value) ? value[0] : value;
    if (!isRecord(inside)) continue;
    for (const inner in inside) if (inner !== "@type") flat.set(joined(name, inner), remembered(inside[inner]));
  }
  return flat;
}

/** Names of inner fields, made once: nearly all records have those of their kind. */
const names = new Map<string, Map<string, string>>();

function joined(outer: string, inner: string): string {
  const own = names.get(outer) ?? new Map<string, string>();
  const known = own.get(inner);
  if (known !== undefined) return known;
  const name = `${outer}.${inner}`;
  // A site may use its data as names.
  if (own.size < MAX_NAMES) names.set(outer, own.set(inner, name));
  return name;
}

function remembered(value: unknown): Value {
  if (isEmpty(value)) return null;
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.every((item) => typeof item === "string") ? remembered(value.join(" ")) : true;
  // Addresses of pictures and pages change with the site's servers.
  if (typeof value !== "string" || isAddress(value)) return true;
  return value.length > LONGEST_TEXT ? value.slice(0, LONGEST_TEXT) : value;
}

const isAddress = (text: string): boolean =>
  text.startsWith("/") || text.startsWith("https:/") || text.startsWith("http:/");

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
