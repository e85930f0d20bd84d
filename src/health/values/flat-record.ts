import { isEmpty } from "../../extraction/is-empty.ts";

/** What is remembered of a field: enough to see that it changed, and how. `true` means a value that is not compared. */
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
  if (typeof value !== "string") return true;
  if (isAddress(value)) return `/${lastName(value)}`.slice(0, LONGEST_TEXT);
  return value.length > LONGEST_TEXT ? value.slice(0, LONGEST_TEXT) : value;
}

/** An address of a picture or a page, of which only the last name is remembered: the rest changes with the site's servers. */
export const isAddress = (value: Value): boolean => typeof value === "string" && /^(?:\/|https?:\/)/.test(value);

function lastName(address: string): string {
  const mark = address.search(/[?#]/);
  const path = mark === -1 ? address.length : mark;
  const end = address[path - 1] === "/" ? path - 1 : path;
  return address.slice(address.lastIndexOf("/", end - 1) + 1, end);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
