import { camelCase, isGeneric } from "./client-calls.ts";
import { fieldWords, type JsonSchema, pascalCase } from "./json.ts";

/** Lists of values longer than this get a name of their own, so that an editor shows the name and not the list. */
const LONG_LIST = 8;

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
  name(schema: JsonSchema): string {
    const { title = "" } = schema;
    if (!this.#named.has(title)) {
      this.#named.add(title);
      const place = this.declarations.length;
      const declared = declareInterface(title, schema, this);
      this.declarations.splice(place, 0, declared);
    }
    return isGeneric(schema) ? `${title}<Op>` : title;
  }

  /** The same for what a method takes: names in camel case, a time also as a `Date`. */
  input(schema: JsonSchema): string {
    const { title = "", properties = {} } = schema;
    if (!this.#named.has(title)) {
      this.#named.add(title);
      const nameOf = (name: string) => camelCase(properties[name]?.["x-client-name"] ?? name);
      const fields = Object.entries(properties).map(([name, field]) => [nameOf(name), field]);
      const mayBeLeftOut = (name: string) => "default" in (schema.properties?.[name] ?? {});
      const required = (schema.required ?? []).filter((name) => !mayBeLeftOut(name)).map(nameOf);
      const renamed = { ...schema, required, properties: Object.fromEntries(fields) };
      this.declarations.push(declareInterface(title, renamed, this));
    }
    return isGeneric(schema) ? `${title}<Op>` : title;
  }

  inputType(field: JsonSchema): string {
    return field.format === "date-time" ? "Date | string" : this.type(field, "");
  }

  type(schema: JsonSchema, suggested: string): string {
    if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
    if (schema.anyOf) return schema.anyOf.map((option) => this.type(option, suggested)).join(" | ");
    if (schema.title !== undefined) return this.name(schema);
    if (schema["x-operation"] !== undefined) return ofOperation[schema["x-operation"]] ?? "unknown";
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum) return this.#oneOf(schema.enum.map(String), suggested);
    if (typeof schema.additionalProperties === "object") {
      const values = `Record<string, ${this.type(schema.additionalProperties, suggested)}>`;
      return [schema.type].flat().includes("null") ? `${values} | null` : values;
    }
    if (schema.items) return `Array<${this.type(schema.items, suggested)}>`;
    if (schema.type === "object" && !schema.properties) return "Record<string, unknown>";
    return (
      [schema.type ?? []]
        .flat()
        .map((type) => plain[type] ?? "unknown")
        .join(" | ") || "unknown"
    );
  }

  #oneOf(values: string[], suggested: string): string {
    if (values.length <= LONG_LIST || suggested === "") return values.map((value) => JSON.stringify(value)).join(" | ");
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
export function declareInterface(title: string, schema: JsonSchema, writer: TypeWriter): string {
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const key = /^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name);
    const type = writer.type(field, `${title}${pascalCase(name)}`);
    return `${comment(field)}  ${key}${required.has(name) ? "" : "?"}: ${type};`;
  });
  const generic = isGeneric(schema) ? "<Op extends string = string>" : "";
  return `export interface ${title}${generic} {\n${fields.join("\n")}\n}`;
}

function comment(field: JsonSchema): string {
  const words = fieldWords(field, JSON.stringify);
  return words.length === 0 ? "" : `  /** ${words.join(" ")} */\n`;
}
