const MAX_NAMED = 3;

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
const isThere = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

/** Compares an unreadable row with a readable one of its page: `lacks "id", has "ident"`. Null if no difference shows. */
export function oddityOf(row: unknown, other: unknown): string | null {
  if (typeof row !== "object") return `is a ${typeof row}`;
  if (!isPlain(row) || !isPlain(other)) return null;
  const lacking = Object.keys(other).filter((name) => isThere(other[name]) && !isThere(row[name]));
  const added = Object.keys(row).filter((name) => !(name in other));
  return [named("lacks", lacking), named("has", added)].flat().join(", ") || null;
}

function named(verb: string, names: string[]): string[] {
  const shown = names.slice(0, MAX_NAMED).map((name) => JSON.stringify(name));
  return names.length === 0 ? [] : [`${verb} ${shown.join(", ")}`];
}
