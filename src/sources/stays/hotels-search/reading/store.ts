export type Node = Record<string, unknown>;

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const listOfNodes = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Follows a path of keys from a node; undefined where it ends early. */
export type Reach = (node: unknown, ...path: string[]) => unknown;

/**
 * Walks a normalised Apollo store: `{__ref}` is resolved on the way, and a key that carries its arguments
 * (`search({...})`) answers to its bare name, whatever the order of the arguments.
 */
export function reachIn(store: Node | null): Reach {
  const resolve = (value: unknown): unknown => {
    if (store && isNode(value) && typeof value.__ref === "string") return store[value.__ref];
    return value;
  };
  return (node, ...path) => {
    let here = resolve(node);
    for (const key of path) {
      if (!isNode(here)) return undefined;
      here = resolve(here[key in here ? key : (keyWithArguments(here, key) ?? key)]);
    }
    return here;
  };
}

function keyWithArguments(node: Node, name: string): string | undefined {
  const start = `${name}(`;
  for (const key in node) if (key.startsWith(start)) return key;
  return undefined;
}
