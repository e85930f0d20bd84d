/** JSON of the site, of which nothing is taken for granted. */
export type Wire = Readonly<Record<string, unknown>>;

export const objectOf = (value: unknown): Wire | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Wire) : null;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const objectsOf = (value: unknown): Wire[] =>
  listOf(value)
    .map(objectOf)
    .filter((entry) => entry !== null);

/** The value at a path of keys, or undefined. */
export function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((inner, key) => objectOf(inner)?.[key], value);
}
