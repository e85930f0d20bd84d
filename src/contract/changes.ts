import type { JsonSchema } from "./json-schema.ts";

/**
 * A change of an operation or an endpoint, written in its description. The changelog, the headers of what is deprecated
 * and the marks in OpenAPI are derived from these.
 */
export interface Change {
  /** The day, such as `2026-11-18`. */
  on: string;
  kind: "added" | "changed" | "deprecated" | "removed";
  /** In a sentence. */
  what: string;
  /** The field of the query or the body that it is about; by default the whole. */
  field?: string;
  /** For something deprecated: the day from which it may be gone. */
  sunset?: string;
  /** For something deprecated: the address of its replacement. */
  use?: string;
}

export interface Changing {
  changes?: readonly Change[];
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Throws for a day that is none, so that no wrong header is ever sent. */
export function checkChanges(name: string, { changes = [] }: Changing): void {
  for (const { on, sunset = on } of changes) {
    const wrong = [on, sunset].find((day) => !DAY.test(day) || Number.isNaN(Date.parse(day)));
    if (wrong !== undefined)
      throw new Error(`${name}: a change names the day ${wrong}, which is no day such as 2026-11-18`);
  }
}

/** What is deprecated of it now: itself (without a field), or some fields. */
export const deprecations = ({ changes = [] }: Changing): Change[] =>
  changes.filter(
    ({ kind, field }) =>
      kind === "deprecated" && !changes.some((other) => other.kind === "removed" && other.field === field),
  );

export const isDeprecated = (changing: Changing): boolean =>
  deprecations(changing).some(({ field }) => field === undefined);

/** Marks the fields of a request that are deprecated. */
export function withDeprecated(schema: JsonSchema, changing: Changing): JsonSchema {
  const names = new Set(deprecations(changing).map(({ field }) => field));
  if (names.size === 0) return schema;
  const marked = Object.entries(schema.properties ?? {}).map(([name, field]) => [
    name,
    names.has(name) ? { ...field, deprecated: true } : field,
  ]);
  return { ...schema, properties: Object.fromEntries(marked) };
}

/** RFC 9745, RFC 8594, and the links that they define. */
export function deprecationHeaders({ on, sunset, use }: Change): Record<string, string> {
  return {
    deprecation: `@${Date.parse(on) / 1000}`,
    ...(sunset && { sunset: new Date(sunset).toUTCString() }),
    ...(use && { link: `<${use}>; rel="successor-version"` }),
  };
}
