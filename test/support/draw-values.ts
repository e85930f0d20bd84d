import { type Seeded, seeded } from "../../src/source-kit/stand-in/seeded.ts";

/** The part of JSON Schema that requests and endpoints use. */
export interface Node {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  examples?: unknown[];
  default?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Node;
  anyOf?: Node[];
  dependentSchemas?: Record<string, Node>;
  properties?: Record<string, Node>;
  required?: string[];
}

const letters = [..."abcXYZ019 -,.'\"\\/éя漢𝄞\n"];

/** Draws values that match a schema, at its bounds as often as between them. The same key draws the same values. */
export function drawer(key: string) {
  const draws: Seeded = seeded(key);
  const random = () => draws.next();
  const upTo = (max: number) => draws.int(0, max);
  const oneOf = <T>(values: readonly T[]): T => draws.pick(values);

  function text({ minLength = 0, maxLength = 100 }: Node): string {
    const length = oneOf([minLength, maxLength, minLength + upTo(Math.min(40, maxLength - minLength))]);
    return Array.from({ length }, () => oneOf(letters)).join("");
  }

  function value(node: Node): unknown {
    if (node.anyOf && node.type !== "object") return value(oneOf(node.anyOf));
    if (node.enum) return oneOf(node.enum);
    if (node.pattern) return oneOf(node.examples ?? []);
    switch (node.type) {
      case "null":
        return null;
      case "boolean":
        return random() < 0.5;
      case "integer": {
        const { minimum = -1e12, maximum = 1e12 } = node;
        return oneOf([minimum, maximum, Math.min(maximum, Math.max(0, minimum) + upTo(50))]);
      }
      case "array": {
        const least = node.minItems ?? 0;
        const max = Math.min(node.maxItems ?? 5, least + 12);
        return Array.from({ length: draws.int(least, max) }, () => value(node.items ?? {}));
      }
      case "object":
        return body(node);
      default:
        return formatted(node);
    }
  }

  function formatted(node: Node): string {
    switch (node.format) {
      case "date":
        return `20${27 + upTo(9)}-0${1 + upTo(8)}-1${upTo(9)}`;
      case "date-time":
        return `20${27 + upTo(9)}-0${1 + upTo(8)}-1${upTo(9)}T1${upTo(9)}:00:00Z`;
      case "uuid":
        return `${"0123456789abcdef"[upTo(15)]}193aaaa-0000-7000-8000-0000000000${10 + upTo(89)}`;
      default:
        return text(node);
    }
  }

  function body({ properties = {}, required = [], anyOf, dependentSchemas = {} }: Node): Record<string, unknown> {
    const drawn: Record<string, unknown> = {
      ...Object.fromEntries(
        Object.entries(properties).flatMap(([name, node]) =>
          required.includes(name) || random() < 0.4 ? [[name, value(node)]] : [],
        ),
      ),
      // One of several fields is required.
      ...(anyOf && body(oneOf(anyOf))),
    };
    // A field that is present may require another.
    for (const [name, { anyOf: [, needed = {}] = [] }] of Object.entries(dependentSchemas)) {
      if ((drawn[name] ?? null) !== null) Object.assign(drawn, body(needed));
    }
    return drawn;
  }
  return { body, value, oneOf, random };
}
