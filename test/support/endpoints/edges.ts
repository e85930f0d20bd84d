import type { Node } from "../draw-values.ts";

/** Values that a field's schema just accepts and just rejects. */
export interface Edges {
  taken: unknown[];
  refused: unknown[];
}

/** In a query, every value is text, and a number in text is a number. */
export function findEdges(node: Node & { uniqueItems?: boolean }, example: unknown, isQuery = false): Edges {
  const [other, ...more] = (node.anyOf ?? []).filter(({ type }) => type !== "null");
  if (other) {
    const { taken, refused } = findEdges(other, example, isQuery);
    const isNullable = more.length + 1 < (node.anyOf ?? []).length;
    return isNullable
      ? { taken: [null, ...taken], refused: refused.filter((value) => value !== null) }
      : { taken, refused };
  }
  if (node.enum) return { taken: node.enum, refused: ["no such choice", ...(isQuery ? [] : [null])] };
  switch (node.type) {
    case "integer":
      return integerEdges(node, isQuery);
    case "boolean":
      return { taken: [true, false], refused: isQuery ? ["maybe"] : ["yes", 1] };
    case "array":
      return listEdges(node, example);
    case "object":
      return { taken: [least(node)], refused: ["x", null, []] };
    case "string":
      return textEdges(node, example, isQuery);
    default:
      return { taken: [], refused: [] };
  }
}

/** An object with only its required fields. */
const least = ({ required = [], properties = {} }: Node) =>
  Object.fromEntries(required.map((name) => [name, findEdges(properties[name] ?? {}, undefined).taken[0]]));

function integerEdges({ minimum, maximum }: Node, isQuery: boolean): Edges {
  return {
    taken: [minimum, maximum].filter((bound) => bound !== undefined),
    refused: [
      ...(minimum === undefined ? [] : [minimum - 1]),
      // Beyond this a number has no neighbour.
      ...(maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? [] : [maximum + 1]),
      ...(isQuery ? ["x", 1.5] : ["1", 1.5, null]),
    ],
  };
}

/** Text is extended at its front, so that an address stays valid. */
function textEdges({ minLength = 0, maxLength, pattern, format }: Node, example: unknown, isQuery: boolean): Edges {
  const known = typeof example === "string" ? example : "";
  const base = pattern === undefined && format === undefined ? "" : known;
  const sized = (length: number) => base.padStart(length, "x").slice(-length || base.length + 1);
  const isFree = pattern === undefined && (format === undefined || format === "password");
  return {
    taken: [
      ...(known === "" ? [] : [known]),
      ...(isFree && !(isQuery && minLength === 0) ? [minLength === 0 ? "" : "x".repeat(minLength)] : []),
      ...(maxLength !== undefined && (isFree || pattern?.includes("@")) ? [sized(maxLength)] : []),
    ],
    refused: [
      ...(minLength > 0 ? ["x".repeat(minLength - 1)] : []),
      ...(maxLength === undefined ? [] : [sized(maxLength + 1)]),
      // No text of a pattern or a format holds a line break.
      ...(isFree ? [] : ["x\ny"]),
      ...(isQuery ? [] : [1, null]),
    ],
  };
}

function listEdges(
  { items = {}, minItems = 0, maxItems, uniqueItems }: Node & { uniqueItems?: boolean },
  example: unknown,
): Edges {
  const inner = findEdges(items, (example as unknown[] | undefined)?.[0]);
  const one = inner.taken.find((value) => value !== "") ?? "x";
  const many = (length: number) => Array.from({ length }, (_, at) => (uniqueItems ? inner.taken[at] : one));
  return {
    taken: [
      many(minItems),
      ...(maxItems === undefined ? [] : [many(maxItems)]),
      ...inner.taken.map((value) => [value]),
    ],
    refused: [
      ...(minItems > 0 ? [many(minItems - 1)] : []),
      ...(maxItems === undefined ? [] : [[...many(maxItems), one]]),
      ...(uniqueItems ? [[one, one]] : []),
      ...inner.refused.map((value) => [value]),
      "x",
      null,
    ],
  };
}
