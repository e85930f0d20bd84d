const MAX_NAMED = 3;

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
const isThere = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

/** What tables know of rows that they could not read. */
const notes = new WeakMap<object, string>();

/** Notes why a row cannot be read, for the error that its page becomes. */
export function noteOddity(row: unknown, why: string): void {
  if (typeof row === "object" && row !== null) notes.set(row, why);
}

/**
 * Why a row is unreadable: what its table noted, and how it differs from a readable row of its page, such as
 * `lacks "id", has "ident"`. Null if neither is known.
 */
export function describeOddRow(row: unknown, other: unknown): string | null {
  if (typeof row !== "object" || row === null) return `is ${valueInWords(row)} where an object was expected`;
  const parts = [difference(row, other), notes.get(row)].filter((part) => part);
  return parts.join("; ") || null;
}

function difference(row: object, other: unknown): string {
  if (!isPlain(row) || !isPlain(other)) return "";
  const lacking = Object.keys(other).filter((name) => isThere(other[name]) && !isThere(row[name]));
  const added = Object.keys(row).filter((name) => !(name in other));
  return [named("lacks", lacking), named("has", added)].flat().join(", ");
}

function named(verb: string, names: string[]): string[] {
  const shown = names.slice(0, MAX_NAMED).map((name) => JSON.stringify(name));
  return names.length === 0 ? [] : [`${verb} ${shown.join(", ")}`];
}

const MAX_KEYS = 8;

/** A value for an error message: its kind, and the keys of an object, but no content of the page. */
export function valueInWords(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "string") return value === "" ? "an empty text" : "text";
  if (typeof value !== "object") return `a ${typeof value}`;
  const keys = Object.keys(value);
  if (keys.length === 0) return "an empty object";
  const more = keys.length > MAX_KEYS ? `, and ${keys.length - MAX_KEYS} more` : "";
  return `an object with ${keys
    .slice(0, MAX_KEYS)
    .map((key) => JSON.stringify(key.slice(0, 40)))
    .join(", ")}${more}`;
}
