import type { JsonSchema } from "../contract/json-schema.ts";

/** How a language writes types. */
export interface TypeSyntax {
  /** By the type of JSON Schema. */
  plain: Readonly<Record<string, string>>;
  anything: string;
  map(values: string): string;
  list(items: string): string;
  constant(value: unknown): string;
  /** The type of a part that differs by operation; undefined for one that does not. */
  ofOperation(part: string): string | undefined;
}

/** JSON Schema as the types of a language. A titled schema becomes a type of that name, declared once. */
export abstract class SchemaTypes {
  readonly declarations: string[] = [];
  protected readonly named = new Set<string>();
  readonly #syntax: TypeSyntax;

  constructor(syntax: TypeSyntax) {
    this.#syntax = syntax;
  }

  /** The name of a titled schema, which is declared on first use. */
  abstract name(schema: JsonSchema): string;

  /** A choice of values; `suggested` is a name for them. */
  protected abstract oneOf(values: unknown[], suggested: string): string;

  type(schema: JsonSchema, suggested: string): string {
    const { plain, anything, map, list, constant, ofOperation } = this.#syntax;
    if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
    if (schema.anyOf) return schema.anyOf.map((option) => this.type(option, suggested)).join(" | ");
    if (schema.title !== undefined) return this.name(schema);
    const own = schema["x-operation"] === undefined ? undefined : ofOperation(schema["x-operation"]);
    if (own !== undefined) return own;
    if (schema.const !== undefined) return constant(schema.const);
    if (schema.enum) return this.oneOf(schema.enum, suggested);
    const types = [schema.type ?? []].flat();
    if (typeof schema.additionalProperties === "object") {
      const values = map(this.type(schema.additionalProperties, suggested));
      return types.includes("null") ? `${values} | ${plain.null}` : values;
    }
    if (schema.items) return list(this.type(schema.items, suggested));
    if (schema.type === "object" && !schema.properties) return map(anything);
    return types.map((type) => plain[type] ?? anything).join(" | ") || anything;
  }
}
