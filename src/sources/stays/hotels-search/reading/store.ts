export type Node = Record<string, unknown>;

export { isObject as isNode } from "../../../../source-kit/json.ts";

/** One step from a node: the value of a key, a `{__ref}` resolved. Undefined where there is no such step. */
export type Get = (node: unknown, key: string) => unknown;

/** Walks a normalised Apollo store; without a store there is nothing to resolve. */
export function stepsIn(store: Node | null): Get {
  return (node, key) => {
    if (typeof node !== "object" || node === null) return undefined;
    return resolved((node as Node)[key], store);
  };
}

export function resolved(value: unknown, store: Node | null): unknown {
  if (store === null || typeof value !== "object" || value === null) return value;
  const { __ref } = value as Node;
  return typeof __ref === "string" ? store[__ref] : value;
}

/** Follows a path of keys. */
export function reach(get: Get, node: unknown, ...path: string[]): unknown {
  let here = node;
  for (const key of path) here = get(here, key);
  return here;
}
