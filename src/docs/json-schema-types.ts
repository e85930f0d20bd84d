import { camelCase, isGeneric } from "./client-calls.ts";
import type { Json } from "./json.ts";

/** Lists of values longer than this get a name of their own, so that an editor shows the name and not the list. */
const LONG_LIST = 8;

const pascal = (words: string): string =>
  words.replace(/(^|[_-])(\w)/g, (_, _gap, letter: string) => letter.toUpperCase());

/** A type that is one of these strings, on lines of 120 characters. */
export function declareUnion(name: string, values: string[]): string {
  const lines: string[] = [];
  let line = "  ";
  for (const value of values) {
    const next = `| ${JSON.stringify(value)} `;
    if (line.length + next.length > 120) {
      lines.push(line.trimEnd());
      line = "  ";
    }
    line += next;
  }
  return `export type ${name} =\n${[...lines, line.trimEnd()].join("\n")};`;
}

/** JSON Schema as TypeScript. What has a title becomes a type of that name, declared once. */
export class TypeWriter {
  readonly declarations: string[] = [];
  readonly #named = new Set<string>();

  /** The name of a schema that has a title, declared where it is new. */
  name(schema: Json): string {
    const title = schema.title as string;
    if (!this.#named.has(title)) {
      this.#named.add(title);
      const place = this.declarations.length;
      const declared = declareInterface(title, schema, this);
      this.declarations.splice(place, 0, declared);
    }
    return isGeneric(schema) ? `${title}<Op>` : title;
  }

  /** The same for what a method takes: names in camel case, a time also as a `Date`. */
  input(schema: Json): string {
    const title = schema.title as string;
    if (!this.#named.has(title)) {
      this.#named.add(title);
      const { properties } = schema as { properties: Record<string, Json> };
      const fields = Object.entries(properties).map(([name, field]) => [
        camelCase((field["x-client-name"] as string | undefined) ?? name),
        field,
      ]);
      const required = (schema.required as string[]).map((name) =>
        camelCase((properties[name]!["x-client-name"] as string | undefined) ?? name),
      );
      const renamed = { ...schema, required, properties: Object.fromEntries(fields) };
      this.declarations.push(declareInterface(title, renamed, this));
    }
    return isGeneric(schema) ? `${title}<Op>` : title;
  }

  inputType(field: Json): string {
    return field.format === "date-time" ? "Date | string" : this.type(field, "");
  }

  type(schema: Json, suggested: string): string {
    if (schema.$ref !== undefined) return (schema.$ref as string).split("/").at(-1)!;
    if (schema.anyOf) return (schema.anyOf as Json[]).map((option) => this.type(option, suggested)).join(" | ");
    if (schema.title !== undefined) return this.name(schema);
    if (schema["x-operation"] !== undefined) return ofOperation[schema["x-operation"] as string]!;
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum) return this.#oneOf(schema.enum as string[], suggested);
    if (schema.additionalProperties) {
      const values = `Record<string, ${this.type(schema.additionalProperties as Json, suggested)}>`;
      return [schema.type].flat().includes("null") ? `${values} | null` : values;
    }
    if (schema.items) return `Array<${this.type(schema.items as Json, suggested)}>`;
    if (schema.type === "object" && !schema.properties) return "Record<string, unknown>";
    return (
      [schema.type ?? []]
        .flat()
        .map((type) => plain[type as string] ?? "unknown")
        .join(" | ") || "unknown"
    );
  }

  #oneOf(values: string[], suggested: string): string {
    if (values.length <= LONG_LIST) return values.map((value) => JSON.stringify(value)).join(" | ");
    if (!this.#named.has(suggested)) {
      this.#named.add(suggested);
      this.declarations.push(declareUnion(suggested, values));
    }
    return suggested;
  }
}

/** What depends on the operation that a call names. */
const ofOperation: Record<string, string> = {
  name: "Op",
  path: ["`/api/$", "{Op}`"].join(""),
  request: "RequestOf<Op>",
  record: "RecordOf<Op>",
};

const plain: Record<string, string> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
};

/** An object: what is not required may be left out. */
export function declareInterface(title: string, schema: Json, writer: TypeWriter): string {
  const required = new Set(schema.required as string[]);
  const fields = Object.entries(schema.properties as Record<string, Json>).map(([name, field]) => {
    const key = /^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name);
    const type = writer.type(field, `${title}${pascal(name)}`);
    return `${comment(field)}  ${key}${required.has(name) ? "" : "?"}: ${type};`;
  });
  const generic = isGeneric(schema) ? "<Op extends string = string>" : "";
  return `export interface ${title}${generic} {\n${fields.join("\n")}\n}`;
}

function comment(field: Json): string {
  const words = [
    field.description as string | undefined,
    "default" in field && field.const === undefined && field.default !== null && !Array.isArray(field.default)
      ? `Default ${JSON.stringify(field.default)}.`
      : undefined,
  ].filter((part) => part !== undefined);
  return words.length === 0 ? "" : `  /** ${words.join(" ")} */\n`;
}
