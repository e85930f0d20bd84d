/** A path in the JSON of a page, as steps; `*` stands for any entry of a list, and `#` for a number in a key. */
export type Steps = readonly string[];

export type Leaf = string | number | boolean;

/** The values of a page at each path. */
export type Leaves = ReadonlyMap<string, { steps: Steps; values: Leaf[] }>;

/** A long key with digits, or a very long one, is the name of one question or one thing: only its beginning is the same on other pages. */
const MAX_KEY = 24;
/** Provenance cuts keys that are longer than this. */
const MAX_WHOLE = 60;
const KEPT = 10;

const generic = (key: string): string =>
  key.length > MAX_WHOLE || (key.length > MAX_KEY && /\d/.test(key))
    ? `${key.slice(0, KEPT)}…`
    : key.replaceAll(/\d{3,}/g, "#");

/** The steps of a place as provenance writes it: `$.items[3]["a b"].price`. */
export const placeSteps = (place: string): Steps =>
  [...place.slice(1).matchAll(/\.([A-Za-z_$][\w$]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g)].map(
    ([, name, index, quoted]) => (index === undefined ? generic(name ?? JSON.parse(quoted ?? '""')) : "*"),
  );

export const pathKey = (inside: string | null | undefined, steps: Steps): string =>
  JSON.stringify([inside ?? null, steps]);

/** All values of a page's JSON, by path. */
export function leavesIn(documents: ReadonlyArray<{ json: object; inside: string | null }>): Leaves {
  const leaves = new Map<string, { steps: Steps; values: Leaf[] }>();
  const visit = (value: unknown, steps: string[], inside: string | null): void => {
    if (typeof value === "object" && value !== null) {
      const isList = Array.isArray(value);
      for (const [key, inner] of Object.entries(value)) visit(inner, [...steps, isList ? "*" : generic(key)], inside);
    } else if (value !== null && value !== undefined) {
      const key = pathKey(inside, steps);
      const known = leaves.get(key);
      if (known) known.values.push(value as Leaf);
      else leaves.set(key, { steps, values: [value as Leaf] });
    }
  };
  for (const { json, inside } of documents) visit(json, [], inside);
  return leaves;
}

/** How two paths differ: what is between their common beginning and their common end. */
export function difference(from: Steps, to: Steps): { start: Steps; before: Steps; after: Steps } {
  let head = 0;
  while (head < Math.min(from.length, to.length) && from[head] === to[head]) head++;
  let tail = 0;
  while (tail < Math.min(from.length, to.length) - head && from.at(-1 - tail) === to.at(-1 - tail)) tail++;
  return {
    start: from.slice(0, head),
    before: from.slice(head, from.length - tail),
    after: to.slice(head, to.length - tail),
  };
}
