import type { Operation } from "../../../src/contract/operation.ts";
import type { Node } from "../../support/draw-values.ts";

type Body = Record<string, unknown>;

/**
 * The same request with one or two of its other parameters set: sort, filters, currency, language, number of records. Drawn
 * from the operation's schema, so that a new parameter is tried too. Some of them do not go together: such a call is a 422.
 */
export function drawVariant({ request }: Operation, body: Body, random: () => number): Body {
  const whole = (below: number) => Math.floor(random() * below);
  const known = request.properties as Record<string, Node>;
  const drawn = Object.entries(known).flatMap(([name, node]): Array<[string, () => unknown]> => {
    if (name === "timeout") return [];
    if (name === "count") return [[name, () => Math.min(node.maximum ?? 100, 1 + whole(random() < 0.5 ? 3 : 60))]];
    const value = drawnFrom(node, whole);
    return value && !(name in body) ? [[name, value]] : [];
  });
  const chosen = Array.from({ length: 1 + whole(2) }, () => drawn[whole(drawn.length)]).filter(
    (one) => one !== undefined,
  );
  return { ...body, ...Object.fromEntries(chosen.map(([name, value]) => [name, value()])) };
}

/** Values for parameters with a closed list, flags and amounts; null for ids and texts, which cannot be guessed. */
function drawnFrom(node: Node, whole: (below: number) => number): (() => unknown) | null {
  const inner = node.anyOf?.find(({ type }) => type !== "null") ?? node;
  if (inner.enum) return () => inner.enum?.[whole(inner.enum.length)];
  if (inner.type === "boolean") return () => true;
  if (inner.type === "integer" && inner.minimum !== undefined)
    return () => Math.min(inner.maximum ?? 1e6, Math.max(inner.minimum ?? 0, 2 ** whole(16)));
  const item = inner.type === "array" && inner.items?.enum;
  return item ? () => [item[whole(item.length)]] : null;
}
